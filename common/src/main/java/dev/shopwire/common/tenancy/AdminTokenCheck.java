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
 * Authenticates requests by the admin token and limits wrong tokens per client address. Thread-safe
 * if its token check is.
 */
public final class AdminTokenCheck {
  /** Wrong tokens allowed per client address and minute; further ones get 429. */
  public static final int FAILURES_PER_MINUTE = 10;

  private static final String BEARER = "Bearer ";

  private final Function<byte[], Future<Boolean>> isAdminToken;
  private final FailureLimit failures;
  private final Proxies proxies;

  /**
   * @param isAdminToken whether the token with this SHA-256 hash is the admin token
   * @param proxies determine the client address of a request
   */
  public AdminTokenCheck(
      Function<byte[], Future<Boolean>> isAdminToken, FailureLimit failures, Proxies proxies) {
    this.isAdminToken = isAdminToken;
    this.failures = failures;
    this.proxies = proxies;
  }

  /** Succeeds if {@code request} carries the admin token; fails with 401, or 429 over the limit. */
  public Future<Void> check(HttpServerRequest request) {
    String header = request.getHeader(HttpHeaders.AUTHORIZATION);
    if (header == null || !header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return Future.failedFuture(
          Failure.of(
              Code.UNAUTHORIZED,
              "The admin token is missing, expected Authorization: Bearer <admin token>"));
    }
    return isAdminToken
        .apply(ApiKey.hash(header.substring(BEARER.length()).trim()))
        .compose(
            valid ->
                valid
                    ? Future.succeededFuture()
                    : Future.failedFuture(recordFailure(request, "The admin token is wrong")));
  }

  /** Counts a wrong token and returns 401, or 429 if its address has sent too many. */
  public Failure recordFailure(HttpServerRequest request, String detail) {
    Duration wait = failures.recordFailure(proxies.clientOf(request));
    return wait.isZero()
        ? Failure.of(Code.UNAUTHORIZED, detail)
        : Failure.rateLimited("Too many wrong tokens from this address", wait);
  }
}
