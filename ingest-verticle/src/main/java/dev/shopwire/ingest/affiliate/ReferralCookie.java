package dev.shopwire.ingest.affiliate;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A referral code with its capture and expiry times. The text form, which the script stores in its
 * cookie and in local storage, is {@code <captured>.<expires>.<code>}: times in epoch milliseconds,
 * the code encoded as by JavaScript's {@code encodeURIComponent}.
 */
record ReferralCookie(String code, Instant capturedAt, Instant expiresAt) {
  private static final int MAX_CODE = 200;
  // A code of 200 characters has up to 4 bytes each, every byte encoded as 3 characters.
  private static final Pattern VALUE =
      Pattern.compile("(\\d{13})\\.(\\d{13})\\.([A-Za-z0-9_.!~*'()%-]{1,2400})");
  private static final Duration CLOCK_ERROR = Duration.ofDays(1);

  static ReferralCookie of(String code, Instant capturedAt, Duration retention) {
    return new ReferralCookie(code, capturedAt, capturedAt.plus(retention));
  }

  /** Parses {@code value}; empty if malformed, expired, or captured more than a day ahead. */
  static Optional<ReferralCookie> parse(String value, Instant now, Duration retention) {
    Matcher parts = VALUE.matcher(value);
    if (!parts.matches()) {
      return Optional.empty();
    }
    Instant captured = Instant.ofEpochMilli(Long.parseLong(parts.group(1)));
    Instant expires = Instant.ofEpochMilli(Long.parseLong(parts.group(2)));
    Instant latest = captured.plus(retention);
    Instant until = expires.isBefore(latest) ? expires : latest;
    return decode(parts.group(3))
        // Java replaces invalid UTF-8, whereas JavaScript rejects it.
        .filter(code -> encode(code).equals(parts.group(3)))
        .flatMap(ReferralCookie::clean)
        .map(code -> new ReferralCookie(code, captured, until))
        .filter(cookie -> cookie.isLive(now) && captured.isBefore(now.plus(CLOCK_ERROR)));
  }

  /** The code without surrounding white space; empty if it is not a valid code. */
  static Optional<String> clean(String value) {
    String code = value.strip();
    boolean isValid =
        !code.isEmpty()
            && code.codePointCount(0, code.length()) <= MAX_CODE
            && code.chars().noneMatch(c -> c < ' ' || c == 0x7f)
            && decode(encode(code)).filter(code::equals).isPresent();
    return isValid ? Optional.of(code) : Optional.empty();
  }

  boolean isLive(Instant now) {
    return expiresAt.isAfter(now);
  }

  /** The cookie with the earlier capture, which keeps the credit. */
  ReferralCookie orEarlier(ReferralCookie other) {
    return other.capturedAt.isBefore(capturedAt) ? other : this;
  }

  String value() {
    return capturedAt.toEpochMilli() + "." + expiresAt.toEpochMilli() + "." + encode(code);
  }

  private static String encode(String code) {
    return URLEncoder.encode(code, StandardCharsets.UTF_8)
        .replace("+", "%20")
        .replace("%21", "!")
        .replace("%27", "'")
        .replace("%28", "(")
        .replace("%29", ")")
        .replace("%7E", "~");
  }

  private static Optional<String> decode(String encoded) {
    try {
      return Optional.of(URLDecoder.decode(encoded, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
