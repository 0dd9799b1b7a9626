package dev.shopwire.console.auth;

import dev.shopwire.common.addresses.Proxies;
import dev.shopwire.common.load.FailureLimit;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.telemetry.SharedWork;
import dev.shopwire.common.tenancy.AdminTokens;
import dev.shopwire.common.tenancy.ApiKey;
import dev.shopwire.common.tenancy.Installation;
import dev.shopwire.common.tenancy.SetupToken;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Guards the console by its admin token. For one event loop. */
public final class AdminAccess {
  private static final Logger AUDIT = LoggerFactory.getLogger("dev.shopwire.audit");
  private static final String ADMIN_PREFIX = "sw_admin_";
  private static final int TOKEN_LENGTH = 40;

  private final Optional<byte[]> configured;
  private final Installation installation;
  private final AdminTokens tokens;
  private @Nullable Promise<Optional<byte[]>> nextRead;
  private boolean reading;
  private Future<?> lastExchange = Future.succeededFuture();

  /**
   * @param configured if present, the only token that counts
   * @param proxies that tell whose a request is
   */
  public AdminAccess(
      Optional<String> configured,
      Installation installation,
      FailureLimit failures,
      Proxies proxies) {
    this.configured = configured.map(ApiKey::hash);
    this.installation = installation;
    this.tokens = new AdminTokens(this::isRight, failures, proxies);
  }

  /**
   * Done if {@code request} carries the admin token; fails with 401, or 429 after many failures.
   */
  public Future<Void> check(HttpServerRequest request) {
    return tokens.check(request);
  }

  /** Whether a token with this SHA-256 is the admin token. */
  public Future<Boolean> isRight(byte[] hash) {
    return expected()
        .map(expected -> expected.isPresent() && MessageDigest.isEqual(expected.get(), hash));
  }

  /** Callers that arrive during a read share the next one. */
  private Future<Optional<byte[]>> expected() {
    if (configured.isPresent()) {
      return Future.succeededFuture(configured);
    }
    Promise<Optional<byte[]>> shared = nextRead;
    if (shared == null) {
      shared = Promise.promise();
      nextRead = shared;
    }
    Promise<Optional<byte[]>> own = SharedWork.promise();
    shared.future().onComplete(own);
    if (!reading) {
      read();
    }
    return own.future();
  }

  private void read() {
    Promise<Optional<byte[]>> asked = nextRead;
    if (asked == null) {
      return;
    }
    nextRead = null;
    reading = true;
    installation
        .read()
        .map(row -> row.flatMap(Installation.Read::adminTokenHash).map(Buffer::getBytes))
        .recover(error -> Future.failedFuture(PostgresFailures.asFailure(error)))
        .onComplete(
            token -> {
              reading = false;
              asked.handle(token);
              read();
            });
  }

  /** Trades the one-time set-up token for a new admin token, which is shown this once. */
  public Future<String> setUp(HttpServerRequest request, String setupToken) {
    if (configured.isPresent()) {
      return refused(request, "The admin token is configured, nothing is to be set up");
    }
    if (SetupToken.isExpired(setupToken, Instant.now())) {
      return refused(
          request,
          "The set-up token has expired, 24 hours after it was printed: start the console again,"
              + " which prints a new one");
    }
    String token = ADMIN_PREFIX + ApiKey.random(TOKEN_LENGTH);
    // One at a time, so that unauthenticated requests use one connection at most.
    Future<Boolean> exchange =
        lastExchange.transform(
            before -> installation.exchange(ApiKey.hash(setupToken), ApiKey.hash(token)));
    lastExchange = exchange;
    return exchange
        .recover(error -> Future.failedFuture(PostgresFailures.asFailure(error)))
        .compose(
            traded -> {
              if (!traded) {
                return refused(request, "The set-up token is wrong or was used before");
              }
              AUDIT.warn("The set-up token was traded for an admin token");
              return Future.succeededFuture(token);
            });
  }

  private Future<String> refused(HttpServerRequest request, String why) {
    return Future.failedFuture(tokens.refusal(request, why));
  }
}
