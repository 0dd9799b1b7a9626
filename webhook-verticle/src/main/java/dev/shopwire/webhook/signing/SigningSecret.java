package dev.shopwire.webhook.signing;

import java.security.SecureRandom;
import java.util.Base64;

/**
 * The secret that signs an endpoint's requests: {@code whsec_} and base64 of 24 to 64 bytes
 * (Standard Webhooks 1.0.0). Thread-safe; {@link #toString} does not reveal it.
 */
public final class SigningSecret {
  private static final String PREFIX = "whsec_";
  private static final int BYTES = 32;
  private static final int MIN_BYTES = 24;
  private static final int MAX_BYTES = 64;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final String text;
  private final byte[] key;

  private SigningSecret(String text, byte[] key) {
    this.text = text;
    this.key = key;
  }

  /** A new secret of 32 random bytes. */
  public static SigningSecret generate() {
    byte[] key = new byte[BYTES];
    RANDOM.nextBytes(key);
    return new SigningSecret(PREFIX + Base64.getEncoder().encodeToString(key), key);
  }

  /**
   * @throws IllegalArgumentException if {@code text} has another form; the message omits it
   */
  public static SigningSecret of(String text) {
    byte[] key = text.startsWith(PREFIX) ? decode(text.substring(PREFIX.length())) : new byte[0];
    if (key.length < MIN_BYTES || key.length > MAX_BYTES) {
      throw new IllegalArgumentException("not a signing secret");
    }
    return new SigningSecret(text, key);
  }

  private static byte[] decode(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }

  /** The text that the receiver verifies with. */
  public String text() {
    return text;
  }

  /** The bytes that Standard Webhooks signs with; a copy. */
  public byte[] key() {
    return key.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SigningSecret secret && secret.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return "SigningSecret";
  }
}
