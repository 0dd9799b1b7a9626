package dev.shopwire.automation.mail.dkim;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads RSA private keys in PEM (RFC 7468), and says what a text is instead of one. */
final class PemPrivateKey {
  private static final int MAX_LENGTH = 16_384;
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----");
  // version 0 and the algorithm rsaEncryption, which come before a PKCS #1 key within PKCS #8.
  private static final byte[] PKCS8_START = {
    2, 1, 0, 0x30, 13, 6, 9, 0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 13, 1, 1, 1, 5, 0
  };

  private PemPrivateKey() {}

  static RSAPrivateCrtKey read(String pem) {
    if (pem.length() > MAX_LENGTH) {
      throw new InvalidDkimKey("is longer than " + MAX_LENGTH + " characters");
    }
    // A header of old encrypted keys, whose hyphens the pattern would not match.
    if (pem.contains("ENCRYPTED")) {
      throw new InvalidDkimKey("is encrypted; decrypt it first");
    }
    Matcher block = BLOCK.matcher(pem);
    if (!block.find()) {
      throw new InvalidDkimKey("is not a private key in PEM");
    }
    String label = block.group(1);
    byte[] der = decode(block.group(2));
    if (block.find()) {
      throw new InvalidDkimKey(
          "is followed by another PEM block; only the private key is expected");
    }
    return rsa(pkcs8(label, der));
  }

  private static byte[] decode(String base64) {
    try {
      return Base64.getDecoder().decode(base64.replaceAll("\\s", ""));
    } catch (IllegalArgumentException e) {
      throw new InvalidDkimKey("is not valid PEM");
    }
  }

  private static byte[] pkcs8(String label, byte[] der) {
    return switch (label) {
      case "PRIVATE KEY" -> der;
      case "RSA PRIVATE KEY" -> wrapped(der);
      case "EC PRIVATE KEY", "DSA PRIVATE KEY", "OPENSSH PRIVATE KEY" ->
          throw new InvalidDkimKey("is not an RSA key in PKCS #8 or PKCS #1");
      case "PUBLIC KEY", "RSA PUBLIC KEY", "CERTIFICATE" ->
          throw new InvalidDkimKey("is public; the private key is needed");
      default -> throw new InvalidDkimKey("is not a private key");
    };
  }

  /** A PKCS #1 key as the PKCS #8 that the JDK reads (RFC 5208, section 5). */
  private static byte[] wrapped(byte[] pkcs1) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    content.writeBytes(PKCS8_START);
    content.writeBytes(der(0x04, pkcs1));
    return der(0x30, content.toByteArray());
  }

  private static byte[] der(int tag, byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(tag);
    // Always the form with three bytes of length would not be DER.
    if (content.length < 0x80) {
      out.write(content.length);
    } else if (content.length < 0x100) {
      out.write(0x81);
      out.write(content.length);
    } else {
      out.write(0x82);
      out.write(content.length >> 8);
      out.write(content.length);
    }
    out.writeBytes(content);
    return out.toByteArray();
  }

  private static RSAPrivateCrtKey rsa(byte[] pkcs8) {
    try {
      PrivateKey key =
          KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
      if (key instanceof RSAPrivateCrtKey crt) {
        return crt;
      }
    } catch (GeneralSecurityException e) {
      // The JDK reports another algorithm and a damaged key alike.
    }
    throw new InvalidDkimKey("is not an RSA key, or damaged");
  }
}
