package dev.shopwire.app.cluster.tls;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key and certificate that all members of a cluster derive from the secret that they share. The
 * key is an Ed25519 one (RFC 8032), whose private part is any 32 bytes: here HMAC-SHA-256 of a
 * fixed text under the secret. Whoever knows the secret has the same key and the same certificate,
 * byte for byte, so TLS with it on both sides proves that both know the secret. What is sent is
 * encrypted with keys of each connection's own, which the secret doesn't reveal afterwards.
 */
final class SharedSecret {
  private static final int BYTES = 32;
  private static final byte[] PURPOSE =
      "shopwire cluster member key 1".getBytes(StandardCharsets.US_ASCII);

  private final KeyPair keys;
  private final X509Certificate certificate;

  private SharedSecret(byte[] secret) throws GeneralSecurityException {
    keys = keys(hmac(secret));
    certificate = SelfSigned.certificate(keys);
  }

  /**
   * Empty for what is not base64 of 32 bytes. A member shows its certificate to whoever connects,
   * so a secret that can be guessed could be searched for without asking a member again.
   */
  static Optional<SharedSecret> of(String text) {
    byte[] secret;
    try {
      secret = Base64.getDecoder().decode(text.trim());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    if (secret.length != BYTES) {
      return Optional.empty();
    }
    try {
      return Optional.of(new SharedSecret(secret));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java 17 can do this", e);
    }
  }

  PrivateKey key() {
    return keys.getPrivate();
  }

  X509Certificate certificate() {
    return certificate;
  }

  private static byte[] hmac(byte[] secret) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret, mac.getAlgorithm()));
    return mac.doFinal(PURPOSE);
  }

  private static KeyPair keys(byte[] seed) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
    generator.initialize(NamedParameterSpec.ED25519, new Given(seed));
    KeyPair keys = generator.generateKeyPair();
    // The JDK has no other way from a private Ed25519 key to its public one; that the generator
    // takes the bytes as they are is what RFC 8032 says, but is not promised by its API.
    byte[] used = ((EdECPrivateKey) keys.getPrivate()).getBytes().orElseThrow();
    if (!Arrays.equals(used, seed)) {
      throw new GeneralSecurityException("This JDK makes Ed25519 keys in another way");
    }
    return keys;
  }

  /** Gives known bytes to a generator of keys. */
  private static final class Given extends SecureRandom {
    private static final long serialVersionUID = 1L;

    private final byte[] bytes;

    Given(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public void nextBytes(byte[] wanted) {
      System.arraycopy(bytes, 0, wanted, 0, wanted.length);
    }
  }
}
