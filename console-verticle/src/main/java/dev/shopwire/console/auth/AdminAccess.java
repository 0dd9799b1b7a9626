package dev.shopwire.console.auth;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.tenancy.ApiKey;
import dev.shopwire.common.tenancy.Installation;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Optional;

/** Guards the console by its admin token. For one event loop. */
public final class AdminAccess {
  private static final String BEARER = "Bearer ";
  private static final String ADMIN_PREFIX = "sw_admin_";
  private static final int TOKEN_LENGTH = 40;

  private final Optional<byte[]> configured;
  private final Installation installation;
  private final FailedTokens failures = new FailedTokens(System::nanoTime);

  /**
   * @param configured if present, the only token that counts
   */
  public AdminAccess(Optional<String> configured, Installation installation) {
    this.configured = configured.map(ApiKey::hash);
    this.installation = installation;
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
    byte[] presented = ApiKey.hash(header.substring(BEARER.length()).trim());
    return expected()
        .compose(
            expected ->
                expected.isPresent() && MessageDigest.isEqual(expected.get(), presented)
                    ? Future.succeededFuture()
                    : Future.failedFuture(refusal(request, "The admin token is wrong")));
  }

  private Future<Optional<byte[]>> expected() {
    return configured.isPresent()
        ? Future.succeededFuture(configured)
        : installation
            .read()
            .map(row -> row.flatMap(Installation.Read::adminTokenHash).map(Buffer::getBytes))
            .recover(error -> Future.failedFuture(PostgresFailures.asFailure(error)));
  }

  /** Trades the one-time set-up token for a new admin token, which is shown this once. */
  public Future<String> setUp(HttpServerRequest request, String setupToken) {
    if (configured.isPresent()) {
      return Future.failedFuture(
          refusal(request, "The admin token is configured, nothing is to be set up"));
    }
    String token = ADMIN_PREFIX + ApiKey.random(TOKEN_LENGTH);
    return installation
        .exchange(ApiKey.hash(setupToken), ApiKey.hash(token))
        .recover(error -> Future.failedFuture(PostgresFailures.asFailure(error)))
        .compose(
            traded ->
                traded
                    ? Future.succeededFuture(token)
                    : Future.failedFuture(
                        refusal(request, "The set-up token is wrong or was used before")));
  }

  private Failure refusal(HttpServerRequest request, String why) {
    String address = request.remoteAddress().hostAddress();
    return failures.isTooMany(String.valueOf(address))
        ? Failure.rateLimited("Too many wrong tokens from this address", Duration.ofMinutes(1))
        : Failure.of(Code.UNAUTHORIZED, why);
  }
}
