package dev.shopwire.console.auth;

import dev.shopwire.common.addresses.Proxies;
import dev.shopwire.common.batching.SerialBatches;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.load.FailureLimit;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.telemetry.SharedWork;
import dev.shopwire.common.tenancy.AdminTokenCheck;
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

/** Authenticates console requests by the admin token. Not thread-safe; use from one event loop. */
public final class AdminAccess {
  private static final Logger LOG = LoggerFactory.getLogger(AdminAccess.class);
  private static final Logger AUDIT = LoggerFactory.getLogger("dev.shopwire.audit");
  private static final String ADMIN_PREFIX = "sw_admin_";
  private static final int TOKEN_LENGTH = 40;

  private final Optional<byte[]> configured;
  private final Installation installation;
  private final AdminTokenCheck tokens;
  private @Nullable Promise<Optional<byte[]>> nextRead;
  private final SerialBatches<Promise<Optional<byte[]>>> reads =
      new SerialBatches<>(this::takeNextRead, this::read, AdminAccess::fail);
  private Future<?> lastExchange = Future.succeededFuture();

  /**
   * @param configured if present, the only valid token
   * @param proxies resolve the address of a request's client
   */
  public AdminAccess(
      Optional<String> configured,
      Installation installation,
      FailureLimit failures,
      Proxies proxies) {
    this.configured = configured.map(ApiKey::hash);
    this.installation = installation;
    this.tokens = new AdminTokenCheck(this::matches, failures, proxies);
  }

  /**
   * Succeeds if {@code request} has the admin token; fails with 401, or 429 after many failures.
   */
  public Future<Void> check(HttpServerRequest request) {
    return tokens.check(request);
  }

  /** Whether a token with this SHA-256 is the admin token. */
  public Future<Boolean> matches(byte[] hash) {
    return expected()
        .map(expected -> expected.isPresent() && MessageDigest.isEqual(expected.get(), hash));
  }

  /** Callers that arrive during a read share the next read. */
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
    reads.added();
    return own.future();
  }

  private Optional<Promise<Optional<byte[]>>> takeNextRead() {
    Optional<Promise<Optional<byte[]>>> taken = Optional.ofNullable(nextRead);
    nextRead = null;
    return taken;
  }

  private Future<?> read(Promise<Optional<byte[]>> requested) {
    return installation
        .read()
        .map(row -> row.flatMap(Installation.Read::adminTokenHash).map(Buffer::getBytes))
        .onSuccess(requested::complete);
  }

  private static void fail(Promise<Optional<byte[]>> requested, Throwable error) {
    requested.tryFail(
        PostgresFailures.asSharedFailure(LOG, "Reading the admin token's hash failed", error));
  }

  /** Exchanges the one-time setup token for a new admin token, which is shown only once. */
  public Future<String> exchangeSetupToken(HttpServerRequest request, String setupToken) {
    if (configured.isPresent()) {
      return reject(request, "The admin token is configured, so there is no setup");
    }
    if (SetupToken.isExpired(setupToken, Instant.now())) {
      return reject(
          request,
          "The setup token expired 24 hours after it was printed; restart the console to print a"
              + " new one");
    }
    String token = ADMIN_PREFIX + ApiKey.random(TOKEN_LENGTH);
    // One at a time, so that unauthenticated requests use at most one connection.
    Future<Boolean> exchange =
        lastExchange.transform(
            before -> installation.exchange(ApiKey.hash(setupToken), ApiKey.hash(token)));
    lastExchange = exchange;
    return exchange
        .recover(error -> Future.failedFuture(PostgresFailures.asFailure(error)))
        .compose(
            exchanged -> {
              if (!exchanged) {
                return reject(request, "The setup token is invalid or has already been used");
              }
              AUDIT.warn("Setup token exchanged for an admin token");
              return Future.succeededFuture(token);
            });
  }

  private Future<String> reject(HttpServerRequest request, String message) {
    return Future.failedFuture(wrongToken(request, message));
  }

  /** Counts a wrong token of any kind; returns 401, or 429 if its address has sent too many. */
  public Failure wrongToken(HttpServerRequest request, String message) {
    return tokens.recordFailure(request, message);
  }
}
