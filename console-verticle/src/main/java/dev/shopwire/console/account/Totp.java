package dev.shopwire.console.account;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.OptionalLong;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Computes time-based one-time passwords (RFC 6238) with the parameters that every authenticator
 * app supports: HMAC-SHA-1, six digits, steps of 30 s. Thread-safe.
 */
final class Totp {
  /** How far the clocks of phones may differ, in steps. */
  private static final int TOLERANCE = 1;

  private static final int STEP_SECONDS = 30;
  private static final int MODULUS = 1_000_000;
  private static final int SECRET_BYTES = 20;
  private static final String ALGORITHM = "HmacSHA1";
  private static final SecureRandom RANDOM = new SecureRandom();

  private Totp() {}

  static byte[] newSecret() {
    byte[] secret = new byte[SECRET_BYTES];
    RANDOM.nextBytes(secret);
    return secret;
  }

  static long stepAt(Instant time) {
    return Math.floorDiv(time.getEpochSecond(), (long) STEP_SECONDS);
  }

  /** The code of a time step. */
  static String code(byte[] secret, long step) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret, ALGORITHM));
      byte[] hash = mac.doFinal(ByteBuffer.allocate(Long.BYTES).putLong(step).array());
      int offset = hash[hash.length - 1] & 0xf;
      int number = ByteBuffer.wrap(hash).getInt(offset) & Integer.MAX_VALUE;
      return "%06d".formatted(number % MODULUS);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * The step whose code is {@code code}, at {@code now} or next to it; empty if there is none.
   *
   * @param lastUsed the step of the last code that was accepted: it and those before are used up
   */
  static OptionalLong matchingStep(byte[] secret, String code, Instant now, long lastUsed) {
    long current = stepAt(now);
    OptionalLong found = OptionalLong.empty();
    for (long step = current - TOLERANCE; step <= current + TOLERANCE; step++) {
      boolean equal =
          MessageDigest.isEqual(
              code(secret, step).getBytes(StandardCharsets.US_ASCII),
              code.getBytes(StandardCharsets.UTF_8));
      if (equal && step > lastUsed && found.isEmpty()) {
        found = OptionalLong.of(step);
      }
    }
    return found;
  }
}
