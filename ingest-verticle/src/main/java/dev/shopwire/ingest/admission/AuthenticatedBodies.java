package dev.shopwire.ingest.admission;

import dev.shopwire.common.http.BodyReader;
import dev.shopwire.ingest.auth.ApiKeyGrant;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Reads request bodies after checking the API key and then its body limits. Not thread-safe; use
 * from one event loop.
 */
public final class AuthenticatedBodies {
  private final Authentication authentication;
  private final BodyBuckets buckets;
  private final BodyReader bodies;

  public AuthenticatedBodies(
      Authentication authentication, BodyBuckets buckets, BodyReader bodies) {
    this.authentication = authentication;
    this.buckets = buckets;
    this.bodies = bodies;
  }

  /**
   * @param next receives the unparsed body, which is charged to the key
   * @return fails with 401, 429, or as {@link BodyReader#readJson} does
   */
  public <T> Future<T> read(
      RoutingContext context, BiFunction<ApiKeyGrant, Future<byte[]>, Future<T>> next) {
    return authentication.authenticate(
        context,
        grant -> {
          long declared = declaredLength(context.request());
          Optional<AdmissionDecision> refusal = buckets.tryTake(grant, declared);
          if (refusal.isPresent()) {
            LimitHeaders.set(context.response(), grant, refusal.get());
            return Future.failedFuture(refusal.get().toFailure());
          }
          Future<byte[]> body = bodies.readJson(context);
          return next.apply(grant, body.map(bytes -> charge(grant, bytes, declared)));
        });
  }

  private byte[] charge(ApiKeyGrant grant, byte[] body, long declared) {
    if (body.length > declared) {
      buckets.charge(grant, body.length - declared);
    }
    return body;
  }

  /** 0 if the header is missing or not a number. */
  private static long declaredLength(HttpServerRequest request) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    if (length == null || length.length() > 18) {
      return 0;
    }
    try {
      return Math.max(0, Long.parseLong(length));
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
