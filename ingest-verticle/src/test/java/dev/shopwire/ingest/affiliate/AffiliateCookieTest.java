package dev.shopwire.ingest.affiliate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import io.vertx.core.http.Cookie;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AffiliateCookieTest {
  private static final Duration RETENTION = Duration.ofDays(30);
  private static final Instant NOW = Instant.parse("2026-11-21T09:30:00.125Z");
  private static final AffiliateCookie COOKIE =
      new AffiliateCookie(
          new AffiliateConfig(RETENTION, new CookieScope(Optional.of("example.com"))),
          Clock.systemUTC());

  private static Failure failureOf(@Nullable String code, @Nullable String capturedAt) {
    return assertThrows(Failure.class, () -> COOKIE.parseQuery(code, capturedAt, NOW));
  }

  @Test
  void aReferralCountsFromTheTimeOfItsCapture() {
    Instant captured = Instant.parse("2026-11-20T00:00:00Z");
    assertEquals(
        ReferralCookie.of("ada", captured, RETENTION),
        COOKIE.parseQuery(" ada ", "2026-11-20T01:00:00+01:00", NOW));
    assertEquals(ReferralCookie.of("ada", NOW, RETENTION), COOKIE.parseQuery("ada", null, NOW));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-21T09:30:00.126Z",
        "2026-12-31T00:00:00Z",
        "9999-12-31T23:59:59Z",
        "+1000000000-12-31T23:59:59.999999999Z"
      })
  void aCaptureInTheFutureCountsAsNow(String capturedAt) {
    assertEquals(
        ReferralCookie.of("ada", NOW, RETENTION), COOKIE.parseQuery("ada", capturedAt, NOW));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"2026-10-22T09:30:00.125Z", "1970-01-01T00:00:00Z", "-1000000000-01-01T00:00:00Z"})
  void anExpiredCaptureIsRejected(String capturedAt) {
    assertEquals("code_expired", failureOf("ada", capturedAt).reason());
    COOKIE.parseQuery("ada", "2026-10-22T09:30:00.126Z", NOW);
  }

  @Test
  void everyErrorIsReported() {
    Failure failure = failureOf("a\nb", "yesterday");
    assertEquals(Code.INVALID, failure.code());
    assertEquals(
        List.of("code", "capturedAt"),
        failure.errors().stream().map(ValidationError::parameter).toList());
    assertEquals("invalid_code", failureOf("x".repeat(201), null).reason());
    assertEquals("required", failureOf(null, null).reason());
  }

  @Test
  void theEarliestCaptureIsKeptAndOfEqualOnesTheStored() {
    ReferralCookie touched = ReferralCookie.of("new", NOW, RETENTION);
    ReferralCookie stored = ReferralCookie.of("stored", NOW, RETENTION);
    ReferralCookie later = ReferralCookie.of("later", NOW.plusMillis(1), RETENTION);
    ReferralCookie earlier = ReferralCookie.of("earlier", NOW.minusMillis(1), RETENTION);
    assertEquals(touched, AffiliateCookie.firstOf(touched, List.of()));
    assertEquals(stored, AffiliateCookie.firstOf(touched, List.of(stored)));
    assertEquals(touched, AffiliateCookie.firstOf(touched, List.of(later)));
    assertEquals(earlier, AffiliateCookie.firstOf(touched, List.of(stored, later, earlier)));
  }

  @Test
  void theRequestsCookiesAreReadAndInvalidOnesIgnored() {
    ReferralCookie first = ReferralCookie.of("first", NOW.minusSeconds(60), RETENTION);
    ReferralCookie second = ReferralCookie.of("second", NOW.minusSeconds(30), RETENTION);
    ReferralCookie expired = ReferralCookie.of("expired", NOW.minus(RETENTION), RETENTION);
    assertEquals(
        List.of(second, first),
        COOKIE.parseCookies(
            List.of(
                "a=b; sw_affiliate=" + second.value() + ";sw_affiliate=nonsense",
                "sw_affiliate=" + expired.value() + "; sw_affiliate=" + first.value(),
                "not_sw_affiliate=" + first.value() + "; sw_affiliate; ;="),
            NOW));
  }

  @Test
  void maxAgeIsTheRemainingTime() {
    ReferralCookie referral = ReferralCookie.of("ada", NOW.minus(Duration.ofDays(29)), RETENTION);
    assertEquals(
        "sw_affiliate="
            + referral.value()
            + "; Max-Age=86400; Path=/; Domain=example.com; Secure; SameSite=Lax",
        withoutDate(COOKIE.cookie(referral, NOW, "t.example.com", true)));
    assertEquals(
        "sw_affiliate=" + referral.value() + "; Max-Age=86400; Path=/; SameSite=Lax",
        withoutDate(COOKIE.cookie(referral, NOW, "127.0.0.1", false)));
  }

  /** The encoded cookie without Expires, which repeats Max-Age for old browsers. */
  private static String withoutDate(Cookie cookie) {
    return cookie.encode().replaceFirst("; Expires=[A-Z][a-z]{2}, [^;]+ GMT", "");
  }
}
