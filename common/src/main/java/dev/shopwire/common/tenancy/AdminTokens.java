package dev.shopwire.common.tenancy;

import dev.shopwire.common.addresses.Proxies;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.load.FailureLimit;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.function.Function;

/**
 * Lets requests through that carry the admin token, and counts the wrong tokens of each client
 * address. Thread-safe as far as its {@code isRight} is.
 */
public final class AdminTokens {
  /** Wrong tokens of one client address; more of them get 429. */
  public static final int FAILURES_PER_MINUTE = 10;

  private static final String BEARER = "Bearer ";

  private final Function<byte[], Future<Boolean>> isRight;
  private final FailureLimit failures;
  private final Proxies proxies;

  /**
   * @param isRight whether a token with this SHA-256 is the admin token
   * @param proxies that tell whose a request is
   */
  public AdminTokens(
      Function<byte[], Future<Boolean>> isRight, FailureLimit failures, Proxies proxies) {
    this.isRight = isRight;
    this.failures = failures;
    this.proxies = proxies;
  }

  /**
   * Done if {@code request} carries the admin token; fails with 401, or 429 after many failures.
   */
  public Future<Void> check(HttpServerRequest request) {
    String header = request.getHeader(HttpHeaders.AUTHORIZATION);
    if (header == null || !header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return Future.failedFuture(
          Failure.of(
              Code.UNAUTHORIZED,
              "The admin token is missing: Authorization: Bearer <admin token>"));
    }
    return isRight
        .apply(ApiKey.hash(header.substring(BEARER.length()).trim()))
        .compose(
            right ->
                right
                    ? Future.succeededFuture()
                    : Future.failedFuture(refusal(request, "The admin token is wrong")));
  }

  /** Counts a wrong token: 401, or 429 if its address has sent too many. */
  public Failure refusal(HttpServerRequest request, String why) {
    Duration wait = failures.failed(proxies.clientOf(request));
    return wait.isZero()
        ? Failure.of(Code.UNAUTHORIZED, why)
        : Failure.rateLimited("Too many wrong tokens from this address", wait);
  }
}
