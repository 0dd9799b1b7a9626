package dev.shopwire.ingest.affiliate;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.Fault;
import dev.shopwire.common.http.Responses;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.HostAndPort;
import io.vertx.ext.web.RoutingContext;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /affiliate/cookie}: sets the script's cookie by header, because Safari ends those that
 * scripts set after 7 days. Knows only what the request carries: no key, no store. Thread-safe.
 *
 * <p>Another site can't plant a code with it: what a page of another site asks for is refused, and
 * so is opening the address, since a link could otherwise carry a capture long past.
 */
final class AffiliateCookie {
  static final String NAME = "sw_affiliate";
  private static final DateTimeFormatter ISO =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX").withZone(ZoneOffset.UTC);

  /** The answer's members. */
  record Answer(String referralCode, String capturedAt, String expiresAt) {}

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
    boolean isOurs = origin == null || config.scope().isShared(host, origin);
    if (origin != null && isOurs) {
      response
          .putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, origin)
          .putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_CREDENTIALS, "true");
    }
    if (!isOurs || isForeign(request)) {
      throw Failure.of(
          Code.INVALID,
          "foreign_site",
          "Only pages that share this cookie may ask for it: their host must be the one asked, or"
              + " both must be within affiliate.cookie.domain");
    }
    Instant now = clock.instant();
    ReferralCookie touch = first(request, now);
    response.putHeader(HttpHeaders.SET_COOKIE, cookie(touch, now, host, isSecure(request)));
    Responses.ok(
        context,
        new Answer(touch.code(), ISO.format(touch.capturedAt()), ISO.format(touch.expiresAt())));
  }

  /** What browsers say of a request in Fetch Metadata; those that say nothing send an origin. */
  private static boolean isForeign(HttpServerRequest request) {
    return "cross-site".equals(request.getHeader("Sec-Fetch-Site"))
        || "navigate".equals(request.getHeader("Sec-Fetch-Mode"));
  }

  /** True also behind a proxy that ends TLS. */
  private static boolean isSecure(HttpServerRequest request) {
    return request.isSSL() || "https".equalsIgnoreCase(request.getHeader("X-Forwarded-Proto"));
  }

  private ReferralCookie first(HttpServerRequest request, Instant now) {
    ReferralCookie first = given(request.getParam("code"), request.getParam("capturedAt"), now);
    for (ReferralCookie carried : carried(request.headers().getAll(HttpHeaders.COOKIE), now)) {
      first = first.orEarlier(carried);
    }
    return first;
  }

  /**
   * What the query says. A capture in the future becomes one of now, since many clocks are ahead.
   *
   * @throws Failure 422 naming every fault
   */
  ReferralCookie given(@Nullable String code, @Nullable String capturedAt, Instant now) {
    List<Fault> faults = new ArrayList<>();
    Optional<String> clean = Optional.ofNullable(code).flatMap(ReferralCookie::clean);
    if (clean.isEmpty()) {
      faults.add(
          Fault.ofParameter(
              "code",
              code == null ? "required" : "invalid_code",
              "code must have 1 to 200 characters, no control characters"));
    }
    Optional<Instant> captured =
        capturedAt == null
            ? Optional.of(now)
            : instant(capturedAt).map(time -> time.isBefore(now) ? time : now);
    Duration retention = config.retention();
    if (captured.isEmpty()) {
      faults.add(
          Fault.ofParameter(
              "capturedAt", "invalid_time", "capturedAt must be ISO 8601, with a zone"));
    } else if (!captured.get().plus(retention).isAfter(now)) {
      faults.add(
          Fault.ofParameter(
              "capturedAt",
              "code_expired",
              "capturedAt is " + retention.toDays() + " days ago or more"));
    }
    if (!faults.isEmpty()) {
      throw Failure.invalid(faults);
    }
    return ReferralCookie.of(
        clean.orElseThrow(), captured.orElseThrow().truncatedTo(ChronoUnit.MILLIS), retention);
  }

  private static Optional<Instant> instant(String text) {
    try {
      return Optional.of(Instant.parse(text.strip()));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** What the request's cookies hold; there are several if hosts of one domain have set theirs. */
  List<ReferralCookie> carried(List<String> headers, Instant now) {
    List<ReferralCookie> touches = new ArrayList<>();
    for (String header : headers) {
      for (String pair : header.split(";", -1)) {
        String text = pair.strip();
        if (text.startsWith(NAME + "=")) {
          ReferralCookie.parse(text.substring(NAME.length() + 1), now, config.retention())
              .ifPresent(touches::add);
        }
      }
    }
    return touches;
  }

  /** Not HttpOnly: the script reads it. */
  String cookie(ReferralCookie touch, Instant now, String host, boolean isSecure) {
    long age = Math.max(1, Duration.between(now, touch.expiresAt()).toSeconds());
    return NAME
        + "="
        + touch.value()
        + "; Max-Age="
        + age
        + "; Path=/"
        + config.scope().domainFor(host).map(domain -> "; Domain=" + domain).orElse("")
        + "; SameSite=Lax"
        + (isSecure ? "; Secure" : "");
  }
}
