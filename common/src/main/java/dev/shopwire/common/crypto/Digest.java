package dev.shopwire.common.crypto;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Computes digests with the algorithms that every JDK has. Thread-safe. */
public enum Digest {
  SHA_1("SHA-1"),
  SHA_256("SHA-256"),
  SHA_384("SHA-384");

  private final String algorithm;

  Digest(String algorithm) {
    this.algorithm = algorithm;
  }

  public byte[] of(byte[] content) {
    return begin().digest(content);
  }

  /** A computation over content that comes in parts; for one thread. */
  public MessageDigest begin() {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has " + algorithm, e);
    }
  }
}
