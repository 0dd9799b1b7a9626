package dev.shopwire.common.tenancy;

import java.time.Duration;
import java.time.Instant;

/**
 * A setup token, {@code <random>_<expiry in seconds since 1970, in base 36>}. The hash of the
 * entire token is stored, so its expiry cannot be forged.
 */
public final class SetupToken {
  /** How long a token printed at startup is valid. */
  public static final Duration LIFETIME = Duration.ofHours(24);

  private static final int RANDOM_LENGTH = 32;
  private static final int BASE = 36;

  private SetupToken() {}

  /** A new token with 190 random bits. */
  public static String generate(Instant now) {
    long expires = now.plus(LIFETIME).getEpochSecond();
    return ApiKey.random(RANDOM_LENGTH) + "_" + Long.toString(expires, BASE);
  }

  /** Whether the expiry in {@code token} has passed; false if it has none. */
  public static boolean isExpired(String token, Instant now) {
    String expires = token.substring(token.lastIndexOf('_') + 1);
    return token.matches("\\w+_[0-9a-z]{1,10}")
        && Long.parseLong(expires, BASE) <= now.getEpochSecond();
  }
}
