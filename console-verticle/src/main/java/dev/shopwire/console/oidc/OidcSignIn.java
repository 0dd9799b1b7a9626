package dev.shopwire.console.oidc;

import dev.shopwire.common.access.Actor;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.secrets.SecretVault;
import dev.shopwire.console.sessions.ClientInfo;
import dev.shopwire.console.sessions.OpenedSession;
import dev.shopwire.console.sessions.SessionOpening;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Signs users in through an identity provider: OpenID Connect's authorization code flow with PKCE,
 * state and nonce. Not thread-safe; use from one event loop.
 */
public final class OidcSignIn {
  /** Where the provider sends browsers back to. */
  static final String CALLBACK = "/console/sign-in/oidc";

  private static final long TIMEOUT_MILLIS = 1_800;

  private final Pool pool;
  private final OidcConfig config;
  private final OidcProvider provider;
  private final SecretVault vault;
  private final SessionOpening opening;

  /**
   * @param vault encrypts what browsers bring back
   * @param publicUrl of the console
   */
  public OidcSignIn(
      Vertx vertx,
      Pool pool,
      OidcConfig config,
      SecretVault vault,
      SessionOpening opening,
      String publicUrl) {
    this.pool = pool;
    this.config = config;
    this.provider = new OidcProvider(vertx, config, publicUrl + CALLBACK);
    this.vault = vault;
    this.opening = opening;
  }

  /**
   * The start of a sign-in.
   *
   * @param url of the provider
   * @param cookie the value of the cookie that the browser must bring back
   */
  record Started(String url, String cookie) {}

  /** The end of a sign-in; {@code next} is as it was given. */
  record Finished(OpenedSession session, String next) {}

  Future<Started> start(String next) {
    OidcState state = OidcState.create(next, Instant.now());
    return provider.authorizationUrl(state).map(url -> new Started(url, state.seal(vault)));
  }

  /**
   * @param cookie as it was given to the browser; empty if it has none
   * @param state the parameter of the provider's response
   * @param code the parameter of the provider's response; empty if it refused
   */
  Future<Finished> finish(ClientInfo client, String cookie, String state, String code) {
    OidcState expected =
        OidcState.open(vault, cookie, Instant.now())
            .filter(known -> known.state().equals(state))
            .orElse(null);
    if (expected == null || code.isEmpty()) {
      return fail(client, OidcRefusals.failed());
    }
    return provider
        .exchange(code, expected)
        .map(claims -> OidcIdentity.of(claims, config, expected.nonce(), Instant.now()))
        .compose(identity -> open(client, identity))
        .map(session -> new Finished(session, expected.next()))
        .recover(error -> fail(client, error));
  }

  private Future<OpenedSession> open(ClientInfo client, OidcIdentity identity) {
    return Transactions.run(
            pool,
            connection ->
                OidcUsers.find(connection, client, identity)
                    .compose(userId -> opening.open(connection, userId, client)))
        .timeout(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Records a refusal, without whatever the provider said of the person. */
  private <T> Future<T> fail(ClientInfo client, Throwable error) {
    if (!(error instanceof Failure failure) || !failure.reason().startsWith("oidc_")) {
      return Future.failedFuture(error);
    }
    return AuditLog.write(
            pool,
            client.caller(Actor.SYSTEM),
            AuditEntry.of(
                "session.failed",
                new AuditObject("user", "unknown", null),
                Map.of("reason", failure.reason())))
        .timeout(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
        .compose(recorded -> Future.failedFuture(error));
  }

  public void close() {
    provider.close();
  }
}
