package dev.shopwire.attribution.affiliates;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * A referral code of an affiliate.
 *
 * @param text as it was given, trimmed
 * @param expiresAt from when on it is invalid
 */
public record ReferralCode(String text, Optional<Instant> expiresAt) {
  /** The maximum length of a code, in Unicode code points. */
  public static final int MAX_LENGTH = 200;

  /** Removes surrounding blanks, in linear time, since the text may be as long as a body. */
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

  /** The characters that JavaScript trims: a no-break space is often copied with a code. */
  private static boolean isBlank(char c) {
    return (c >= '\t' && c <= '\r') || c == '\ufeff' || Character.isSpaceChar(c);
  }

  /**
   * The form by which codes are compared and unique: trimmed, in lower case
   * (docs/api/attribution.md).
   */
  public static String normalize(String code) {
    // To upper case and back, since some letters have two lower-case forms; and to lower case
    // before that, for the capital ẞ, which isn't the upper case of its lower-case form.
    return trim(code).toLowerCase(Locale.ROOT).toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
  }

  String normalized() {
    return normalize(text);
  }
}
