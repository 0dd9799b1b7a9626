package dev.shopwire.common.tenancy;

import java.time.Duration;
import java.time.Instant;

/**
 * The text of a set-up token, {@code <random>_<seconds since 1970 at which it expires, in base
 * 36>}. What is stored is the hash of the whole, so nobody can give a token another time.
 */
public final class SetupToken {
  /** How long a token that the start prints can be used. */
  public static final Duration LIFETIME = Duration.ofHours(24);

  private static final int RANDOM_LENGTH = 32;
  private static final int BASE = 36;

  private SetupToken() {}

  /** A new one with 190 random bits. */
  public static String generate(Instant now) {
    long expires = now.plus(LIFETIME).getEpochSecond();
    return ApiKey.random(RANDOM_LENGTH) + "_" + Long.toString(expires, BASE);
  }

  /** Whether {@code token} says itself that its time is over; not so of what has no time in it. */
  public static boolean isExpired(String token, Instant now) {
    String expires = token.substring(token.lastIndexOf('_') + 1);
    return token.matches("\\w+_[0-9a-z]{1,10}")
        && Long.parseLong(expires, BASE) <= now.getEpochSecond();
  }
}
