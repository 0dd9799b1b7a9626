package dev.shopwire.ingest.admission;

import dev.shopwire.ingest.auth.ApiKeyGrant;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;

/** Sets the rate limit headers of draft-ietf-httpapi-ratelimit-headers, for requests and events. */
public final class LimitHeaders {
  private static final CharSequence POLICY = HttpHeaders.createOptimized("RateLimit-Policy");
  private static final CharSequence LIMIT = HttpHeaders.createOptimized("RateLimit");

  private LimitHeaders() {}

  /** Sets both policies and the remaining tokens of each. */
  public static void set(
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
            remaining("requests", decision.requestsLeft(), wait)
                + ", "
                + remaining("events", decision.eventsLeft(), wait));
  }

  private static String policy(String name, long burst, long seconds) {
    return "\"" + name + "\";q=" + burst + ";w=" + seconds;
  }

  private static String remaining(String name, long tokens, long wait) {
    return "\"" + name + "\";r=" + Math.max(0, tokens) + ";t=" + wait;
  }
}
