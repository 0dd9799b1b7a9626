package dev.shopwire.ingest.admission;

import dev.shopwire.ingest.auth.ApiKeyGrant;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;

/** Tells a caller its limits: draft-ietf-httpapi-ratelimit-headers, requests and events. */
public final class LimitHeaders {
  private static final CharSequence POLICY = HttpHeaders.createOptimized("RateLimit-Policy");
  private static final CharSequence LIMIT = HttpHeaders.createOptimized("RateLimit");

  private LimitHeaders() {}

  /** Both policies, and what is left of each. */
  public static void tell(
      HttpServerResponse response, ApiKeyGrant grant, AdmissionDecision decision) {
    long seconds = grant.limits().burstSeconds();
    long wait = (decision.retryAfterMillis() + 999) / 1000;
    response
        .putHeader(
            POLICY,
            policy("requests", grant.limits().requestBurst(), seconds)
                + ", "
                + policy("events", grant.limits().eventBurst(), seconds))
        .putHeader(
            LIMIT,
            left("requests", decision.requestsLeft(), wait)
                + ", "
                + left("events", decision.eventsLeft(), wait));
  }

  private static String policy(String name, long burst, long seconds) {
    return "\"" + name + "\";q=" + burst + ";w=" + seconds;
  }

  private static String left(String name, long tokens, long wait) {
    return "\"" + name + "\";r=" + Math.max(0, tokens) + ";t=" + wait;
  }
}
