package dev.shopwire.attribution.affiliates;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * A referral code of an affiliate.
 *
 * @param text as it was given, trimmed
 * @param expiresAt from when on it is no good any more
 */
public record ReferralCode(String text, Optional<Instant> expiresAt) {
  /** The longest code, in Unicode code points. */
  public static final int MAX_LENGTH = 200;

  /** By what codes are compared and unique: trimmed, in lower case (contract §5). */
  public static String normalise(String code) {
    // Through upper case first: some letters have two lower-case forms.
    return code.strip().toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
  }

  String normalised() {
    return normalise(text);
  }
}
