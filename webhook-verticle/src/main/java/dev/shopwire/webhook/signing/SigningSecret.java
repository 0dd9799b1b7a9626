package dev.shopwire.webhook.signing;

import java.security.SecureRandom;
import java.util.Base64;

/** A secret that an endpoint's owner holds too. Its text is never logged: toString hides it. */
public final class SigningSecret {
  private static final String PREFIX = "whsec_";
  private static final int BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final String text;

  private SigningSecret(String text) {
    this.text = text;
  }

  public static SigningSecret generate() {
    byte[] key = new byte[BYTES];
    RANDOM.nextBytes(key);
    return new SigningSecret(PREFIX + Base64.getEncoder().encodeToString(key));
  }

  /**
   * @throws IllegalArgumentException if {@code text} is not {@code whsec_} and base64
   */
  public static SigningSecret of(String text) {
    SigningSecret secret = new SigningSecret(text);
    if (!text.startsWith(PREFIX) || secret.key().length == 0) {
      throw new IllegalArgumentException("A signing secret is whsec_ and base64");
    }
    return secret;
  }

  /** As its owner keeps it. */
  public String text() {
    return text;
  }

  /** What Standard Webhooks signs with. */
  public byte[] key() {
    return Base64.getDecoder().decode(text.substring(PREFIX.length()));
  }

  @Override
  public String toString() {
    return PREFIX + "…";
  }
}
