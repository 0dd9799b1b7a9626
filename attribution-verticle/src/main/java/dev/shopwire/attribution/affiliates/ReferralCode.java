package dev.shopwire.attribution.affiliates;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A referral code of an affiliate.
 *
 * @param text as it was given, trimmed
 * @param expiresAt from when on it is no good any more
 */
public record ReferralCode(String text, Optional<Instant> expiresAt) {
  /** The longest code, in Unicode code points. */
  public static final int MAX_LENGTH = 200;

  /** What JavaScript trims too: a no-break space is copied with many a code. */
  private static final Pattern BLANKS =
      Pattern.compile("^[\\s\\p{Z}\\ufeff]+|[\\s\\p{Z}\\ufeff]+$");

  /** By what codes are compared and unique: trimmed, in lower case (contract §5). */
  public static String normalise(String code) {
    // Through upper case and back, since some letters have two lower-case forms; and lower case
    // before that, for the one capital that has an upper case of its own.
    return BLANKS
        .matcher(code)
        .replaceAll("")
        .toLowerCase(Locale.ROOT)
        .toUpperCase(Locale.ROOT)
        .toLowerCase(Locale.ROOT);
  }

  String normalised() {
    return normalise(text);
  }
}
