package dev.shopwire.ingest.affiliate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReferralCookieTest {
  private static final Duration RETENTION = Duration.ofDays(30);
  private static final Instant NOW = Instant.parse("2026-11-21T09:30:00.125Z");

  private static Optional<ReferralCookie> parse(String value) {
    return ReferralCookie.parse(value, NOW, RETENTION);
  }

  private static String value(Instant captured, Instant expires, String code) {
    return captured.toEpochMilli() + "." + expires.toEpochMilli() + "." + code;
  }

  @Test
  void theValueContainsBothTimesAndTheCode() {
    assertEquals(
        "1795253400125.1797845400125.ada-10", ReferralCookie.of("ada-10", NOW, RETENTION).value());
  }

  @ParameterizedTest
  @CsvSource({
    "a b+c, a%20b%2Bc",
    "~!*'()'._-, ~!*'()'._-",
    "'a;b=\"c\",d\\', a%3Bb%3D%22c%22%2Cd%5C",
    "é€😀, %C3%A9%E2%82%AC%F0%9F%98%80"
  })
  void theCodeIsEncodedAsByTheScriptAndReadBack(String code, String encoded) {
    ReferralCookie cookie = ReferralCookie.of(code.replace("''", "'"), NOW, RETENTION);
    assertEquals(encoded.replace("''", "'"), cookie.value().substring(28));
    assertEquals(Optional.of(cookie), parse(cookie.value()));
  }

  @Test
  void theLongestCodeIsReadBack() {
    ReferralCookie cookie = ReferralCookie.of("😀".repeat(200), NOW, RETENTION);
    assertEquals(Optional.of(cookie), parse(cookie.value()));
    assertEquals(Optional.empty(), ReferralCookie.clean("😀".repeat(201)));
  }

  @Test
  void anExpiredCookieIsIgnored() {
    Instant captured = NOW.minus(RETENTION);
    assertEquals(Optional.empty(), parse(ReferralCookie.of("a", captured, RETENTION).value()));
    ReferralCookie last = ReferralCookie.of("a", captured.plusMillis(1), RETENTION);
    assertEquals(Optional.of(last), parse(last.value()));
    assertEquals(Optional.empty(), parse(value(NOW.minusSeconds(9), NOW, "a")));
  }

  @Test
  void aForgedCookieCannotExceedTheRetention() {
    Instant captured = NOW.minus(Duration.ofDays(2));
    assertEquals(
        Optional.of(ReferralCookie.of("a", captured, RETENTION)),
        parse(value(captured, NOW.plus(Duration.ofDays(4_000)), "a")));
    Instant tomorrow = NOW.plus(Duration.ofDays(1));
    assertEquals(Optional.empty(), parse(ReferralCookie.of("a", tomorrow, RETENTION).value()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "1795253400125.1797845400125",
        "1795253400125.1797845400125.",
        "179525340012.1797845400125.a",
        "17952534001250.1797845400125.a",
        "1795253400125.1797845400125.a b",
        "1795253400125.1797845400125.a\u00e9",
        "1795253400125.1797845400125.%",
        "1795253400125.1797845400125.%zz",
        "1795253400125.1797845400125.%ff",
        "1795253400125.1797845400125.%00",
        "1795253400125.1797845400125.%20",
        "-795253400125.1797845400125.a",
        "{\"code\":\"a\"}"
      })
  void aMalformedCookieIsIgnored(String value) {
    assertEquals(Optional.empty(), parse(value));
  }

  @Test
  void aCookieThatIsTooLongIsIgnored() {
    assertEquals(Optional.empty(), parse("1795253400125.1797845400125." + "a".repeat(201)));
    assertEquals(Optional.empty(), parse("1795253400125.1797845400125." + "%61".repeat(9_000)));
  }

  @Test
  void aCodeIsTrimmedAndMustNotContainControlCharacters() {
    assertEquals(Optional.of("a b"), ReferralCookie.clean(" a b\t"));
    for (String invalid : new String[] {"", " ", "a\nb", "a\u0000", "a\u007f", "a\ud83d"}) {
      assertEquals(Optional.empty(), ReferralCookie.clean(invalid));
    }
  }

  @Test
  void theEarlierCaptureKeepsTheCredit() {
    ReferralCookie first = ReferralCookie.of("first", NOW.minusMillis(1), RETENTION);
    ReferralCookie second = ReferralCookie.of("second", NOW, RETENTION);
    assertEquals(first, first.orEarlier(second));
    assertEquals(first, second.orEarlier(first));
    assertEquals(second, second.orEarlier(ReferralCookie.of("third", NOW, RETENTION)));
  }
}
