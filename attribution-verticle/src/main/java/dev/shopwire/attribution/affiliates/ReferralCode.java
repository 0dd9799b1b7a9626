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

  /** Without blanks around it; in linear time, since it may be as long as a body. */
  public static String trim(String code) {
    int start = 0;
    int end = code.length();
    while (start < end && isBlank(code.charAt(start))) {
      start++;
    }
    while (end > start && isBlank(code.charAt(end - 1))) {
      end--;
    }
    return code.substring(start, end);
  }

  /** What JavaScript trims too: a no-break space is copied with many a code. */
  private static boolean isBlank(char c) {
    return (c >= '\t' && c <= '\r') || c == '\ufeff' || Character.isSpaceChar(c);
  }

  /** By what codes are compared and unique: trimmed, in lower case (docs/api/attribution.md). */
  public static String normalise(String code) {
    // Through upper case and back, since some letters have two lower-case forms; and lower case
    // before that, for the one capital that has an upper case of its own.
    return trim(code).toLowerCase(Locale.ROOT).toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
  }

  String normalised() {
    return normalise(text);
  }
}
