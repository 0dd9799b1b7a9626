package dev.shopwire.ingest.affiliate;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.http.Responses;
import dev.shopwire.common.json.Times;
import io.netty.handler.codec.http.cookie.ServerCookieDecoder;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.CookieSameSite;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.HostAndPort;
import io.vertx.ext.web.RoutingContext;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Handles {@code GET /affiliate/cookie}: sets the script's cookie by header, because Safari expires
 * cookies set by scripts after 7 days. Uses the request only, no API key and no storage.
 * Thread-safe.
 *
 * <p>Other sites cannot plant a code with it: requests from their pages are rejected, and so is
 * navigation to this URL, since a link could otherwise contain a capture time in the past.
 */
final class AffiliateCookie {
  static final String NAME = "sw_affiliate";

  record CookieResponse(String referralCode, String capturedAt, String expiresAt) {}

  private final AffiliateConfig config;
  private final Clock clock;

  AffiliateCookie(AffiliateConfig config, Clock clock) {
    this.config = config;
    this.clock = clock;
  }

  void handle(RoutingContext context) {
    HttpServerRequest request = context.request();
    HttpServerResponse response =
        context
            .response()
            .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
            .putHeader(HttpHeaders.VARY, HttpHeaders.ORIGIN);
    HostAndPort authority = request.authority();
    String host = authority == null ? "" : authority.host();
    String origin = request.getHeader(HttpHeaders.ORIGIN);
    boolean isSameScope = origin == null || config.scope().isShared(host, origin);
    if (origin != null && isSameScope) {
      response
          .putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, origin)
          .putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_CREDENTIALS, "true");
    }
    if (!isSameScope || isCrossSite(request)) {
      throw Failure.of(
          Code.INVALID,
          "foreign_site",
          "Only pages that share this cookie may request it: their host must be the requested host,"
              + " or both hosts must be within affiliate.cookie.domain");
    }
    Instant now = clock.instant();
    ReferralCookie referral = firstTouch(request, now);
    response.addCookie(cookie(referral, now, host, isSecure(request)));
    Responses.ok(
        context,
        new CookieResponse(
            referral.code(),
            Times.millis(referral.capturedAt()),
            Times.millis(referral.expiresAt())));
  }

  /** Checks Fetch Metadata; browsers that don't send it send an Origin header. */
  private static boolean isCrossSite(HttpServerRequest request) {
    return "cross-site".equals(request.getHeader("Sec-Fetch-Site"))
        || "navigate".equals(request.getHeader("Sec-Fetch-Mode"));
  }

  /** Also true behind a proxy that terminates TLS. */
  private static boolean isSecure(HttpServerRequest request) {
    return request.isSSL() || "https".equalsIgnoreCase(request.getHeader("X-Forwarded-Proto"));
  }

  private ReferralCookie firstTouch(HttpServerRequest request, Instant now) {
    ReferralCookie touched =
        parseQuery(request.getParam("code"), request.getParam("capturedAt"), now);
    return firstOf(touched, parseCookies(request.headers().getAll(HttpHeaders.COOKIE), now));
  }

  /** What was stored before wins if both were captured in the same millisecond. */
  static ReferralCookie firstOf(ReferralCookie touched, List<ReferralCookie> stored) {
    return stored.stream()
        .reduce(ReferralCookie::orEarlier)
        .map(first -> first.orEarlier(touched))
        .orElse(touched);
  }

  /**
   * Parses the query parameters. A capture time in the future becomes now, since many clocks are
   * ahead.
   *
   * @throws Failure 422 with all validation errors
   */
  ReferralCookie parseQuery(@Nullable String code, @Nullable String capturedAt, Instant now) {
    List<ValidationError> errors = new ArrayList<>();
    Optional<String> cleaned = Optional.ofNullable(code).flatMap(ReferralCookie::clean);
    if (cleaned.isEmpty()) {
      errors.add(
          ValidationError.ofParameter(
              "code",
              code == null ? "required" : "invalid_code",
              "code must have 1 to 200 characters and no control characters"));
    }
    Optional<Instant> captured =
        capturedAt == null
            ? Optional.of(now)
            : instant(capturedAt).map(time -> time.isBefore(now) ? time : now);
    Duration retention = config.retention();
    if (captured.isEmpty()) {
      errors.add(
          ValidationError.ofParameter(
              "capturedAt", "invalid_time", "capturedAt must be ISO 8601 with an offset"));
    } else if (!captured.get().plus(retention).isAfter(now)) {
      errors.add(
          ValidationError.ofParameter(
              "capturedAt",
              "code_expired",
              "capturedAt must be less than " + retention.toDays() + " days ago"));
    }
    if (!errors.isEmpty()) {
      throw Failure.invalid(errors);
    }
    return ReferralCookie.of(
        cleaned.orElseThrow(), captured.orElseThrow().truncatedTo(ChronoUnit.MILLIS), retention);
  }

  private static Optional<Instant> instant(String text) {
    try {
      return Optional.of(Instant.parse(text.strip()));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /**
   * Parses the request's cookies. There may be several, set by different hosts of a domain, and
   * {@link HttpServerRequest#cookies} keeps only the first of a name.
   */
  List<ReferralCookie> parseCookies(List<String> headers, Instant now) {
    return headers.stream()
        .flatMap(header -> ServerCookieDecoder.STRICT.decodeAll(header).stream())
        .filter(cookie -> cookie.name().equals(NAME))
        .flatMap(cookie -> ReferralCookie.parse(cookie.value(), now, config.retention()).stream())
        .toList();
  }

  /** The cookie to set; not HttpOnly, since the script reads it. */
  Cookie cookie(ReferralCookie referral, Instant now, String host, boolean isSecure) {
    Cookie cookie =
        Cookie.cookie(NAME, referral.value())
            .setMaxAge(Math.max(1, Duration.between(now, referral.expiresAt()).toSeconds()))
            .setPath("/")
            .setSameSite(CookieSameSite.LAX)
            .setSecure(isSecure);
    config.scope().domainFor(host).ifPresent(cookie::setDomain);
    return cookie;
  }
}
