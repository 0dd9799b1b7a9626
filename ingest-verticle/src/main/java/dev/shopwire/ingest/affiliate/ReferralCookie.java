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
 * A referral code and for how long it counts; its text form is what the script keeps in its cookie
 * and its local storage: {@code <captured>.<expires>.<code>}, moments in epoch milliseconds, the
 * code as JavaScript's {@code encodeURIComponent} writes it.
 */
record ReferralCookie(String code, Instant capturedAt, Instant expiresAt) {
  private static final int MAX_CODE = 200;
  // 200 characters of four bytes, three places each.
  private static final Pattern VALUE =
      Pattern.compile("(\\d{13})\\.(\\d{13})\\.([A-Za-z0-9_.!~*'()%-]{1,2400})");
  private static final Duration CLOCK_ERROR = Duration.ofDays(1);

  static ReferralCookie of(String code, Instant capturedAt, Duration retention) {
    return new ReferralCookie(code, capturedAt, capturedAt.plus(retention));
  }

  /** What {@code value} holds, unless it is malformed, has expired or was captured tomorrow. */
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
        // Java replaces what is not UTF-8, where JavaScript refuses it.
        .filter(code -> encode(code).equals(parts.group(3)))
        .flatMap(ReferralCookie::clean)
        .map(code -> new ReferralCookie(code, captured, until))
        .filter(touch -> touch.isLive(now) && captured.isBefore(now.plus(CLOCK_ERROR)));
  }

  /** The code without white space around it; empty if it is none. */
  static Optional<String> clean(String given) {
    String code = given.strip();
    boolean isSane =
        !code.isEmpty()
            && code.codePointCount(0, code.length()) <= MAX_CODE
            && code.chars().noneMatch(c -> c < ' ' || c == 0x7f)
            && decode(encode(code)).filter(code::equals).isPresent();
    return isSane ? Optional.of(code) : Optional.empty();
  }

  boolean isLive(Instant now) {
    return expiresAt.isAfter(now);
  }

  /** The earlier capture, which keeps the credit. */
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
