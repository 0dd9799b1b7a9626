package dev.shopwire.app.cluster.tls;

import dev.shopwire.common.crypto.Hmac;
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

/**
 * Derives a key and certificate from the secret that all members of a cluster share. The key is an
 * Ed25519 one (RFC 8032), whose private part is any 32 bytes: here HMAC-SHA-256 of a fixed text
 * under the secret. Every member derives the same key and certificate, byte for byte, so TLS with
 * them on both sides proves that both know the secret. Traffic is encrypted with keys of each
 * connection, which the secret doesn't reveal later.
 */
final class SharedSecret {
  private static final int BYTES = 32;
  private static final byte[] PURPOSE =
      "shopwire cluster member key 1".getBytes(StandardCharsets.US_ASCII);

  private final KeyPair keys;
  private final X509Certificate certificate;

  private SharedSecret(byte[] secret) throws GeneralSecurityException {
    keys = keys(Hmac.of(secret, PURPOSE));
    certificate = SelfSigned.certificate(keys);
  }

  /**
   * Empty unless {@code text} is base64 of 32 bytes. A member shows its certificate to any client
   * that connects, so a weak secret could be guessed offline.
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
      throw new IllegalStateException("Deriving the cluster key failed", e);
    }
  }

  PrivateKey key() {
    return keys.getPrivate();
  }

  X509Certificate certificate() {
    return certificate;
  }

  private static KeyPair keys(byte[] seed) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
    generator.initialize(NamedParameterSpec.ED25519, new FixedBytes(seed));
    KeyPair keys = generator.generateKeyPair();
    // The JDK has no other way to get the public key of a private Ed25519 key. That the generator
    // uses the bytes unchanged follows from RFC 8032, but its API doesn't guarantee it.
    byte[] used = ((EdECPrivateKey) keys.getPrivate()).getBytes().orElseThrow();
    if (!Arrays.equals(used, seed)) {
      throw new GeneralSecurityException("This JDK generates Ed25519 keys differently");
    }
    return keys;
  }

  /** Passes known bytes to a key generator. */
  private static final class FixedBytes extends SecureRandom {
    private static final long serialVersionUID = 1L;

    private final byte[] bytes;

    FixedBytes(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public void nextBytes(byte[] wanted) {
      System.arraycopy(bytes, 0, wanted, 0, wanted.length);
    }
  }
}
