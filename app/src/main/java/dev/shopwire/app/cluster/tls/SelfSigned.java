package dev.shopwire.app.cluster.tls;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;

/**
 * Creates a self-signed X.509 certificate (version 1, RFC 5280) for an Ed25519 key. The same key
 * always gives the same bytes: serial number, name and times are fixed, and Ed25519 signatures are
 * deterministic. The JDK can read certificates but not create them.
 */
final class SelfSigned {
  private static final int INTEGER = 0x02;
  private static final int BIT_STRING = 0x03;
  private static final int OBJECT_IDENTIFIER = 0x06;
  private static final int UTF8_STRING = 0x0c;
  private static final int UTC_TIME = 0x17;
  private static final int GENERALIZED_TIME = 0x18;
  private static final int SEQUENCE = 0x30;
  private static final int SET = 0x31;

  /** 1.3.101.112 (RFC 8410). */
  private static final byte[] ED25519 = sequence(tlv(OBJECT_IDENTIFIER, bytes(0x2b, 0x65, 0x70)));

  /** 2.5.4.3. */
  private static final byte[] COMMON_NAME = tlv(OBJECT_IDENTIFIER, bytes(0x55, 0x04, 0x03));

  private static final byte[] NAME =
      sequence(tlv(SET, sequence(COMMON_NAME, tlv(UTF8_STRING, ascii("shopwire cluster")))));

  /** Unlimited, as the operator instead replaces the secret from which the key is derived. */
  private static final byte[] VALIDITY =
      sequence(
          tlv(UTC_TIME, ascii("700101000000Z")), tlv(GENERALIZED_TIME, ascii("99991231235959Z")));

  private SelfSigned() {}

  static X509Certificate certificate(KeyPair keys) throws GeneralSecurityException {
    byte[] serial = tlv(INTEGER, bytes(1));
    byte[] signed = sequence(serial, ED25519, NAME, VALIDITY, NAME, keys.getPublic().getEncoded());
    Signature signature = Signature.getInstance("Ed25519");
    signature.initSign(keys.getPrivate());
    signature.update(signed);
    byte[] bits = tlv(BIT_STRING, bytes(0), signature.sign());
    byte[] certificate = sequence(signed, ED25519, bits);
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(certificate));
  }

  private static byte[] sequence(byte[]... parts) {
    return tlv(SEQUENCE, parts);
  }

  /** Tag, length and value in the Distinguished Encoding Rules; less than 64 KiB. */
  private static byte[] tlv(int tag, byte[]... parts) {
    ByteArrayOutputStream value = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      value.writeBytes(part);
    }
    int length = value.size();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(tag);
    if (length > 0xff) {
      out.write(0x82);
      out.write(length >> 8);
    } else if (length > 0x7f) {
      out.write(0x81);
    }
    out.write(length);
    out.writeBytes(value.toByteArray());
    return out.toByteArray();
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
