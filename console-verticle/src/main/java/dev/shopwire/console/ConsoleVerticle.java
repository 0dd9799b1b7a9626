package dev.shopwire.console;

import dev.shopwire.common.contracts.AdminTokenContracts;
import dev.shopwire.common.http.Deadlines;
import dev.shopwire.common.http.HttpListener;
import dev.shopwire.common.http.Routes;
import dev.shopwire.common.load.FailureLimit;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.role.Role;
import dev.shopwire.common.secrets.SecretKeys;
import dev.shopwire.common.stores.SharedStores;
import dev.shopwire.common.tenancy.Installation;
import dev.shopwire.console.account.SetupTokens;
import dev.shopwire.console.account.SignInMetrics;
import dev.shopwire.console.account.TotpKeys;
import dev.shopwire.console.auth.AdminAccess;
import dev.shopwire.console.auth.LastUses;
import dev.shopwire.console.people.Invitations;
import dev.shopwire.console.people.PasswordResets;
import dev.shopwire.console.sessions.Devices;
import dev.shopwire.console.sessions.Sessions;
import dev.shopwire.console.signin.Passwords;
import dev.shopwire.console.signin.SignInLimits;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.sqlclient.Pool;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Serves the console's API and pages. Ready once it listens. */
public final class ConsoleVerticle extends VerticleBase {
  private static final long DRAIN_SECONDS = 3;

  private final ConsoleConfig config;
  private final Optional<SecretKeys> keys;
  private final SharedStores stores;
  private final FailureLimit failedTokens;
  private HttpServer server;
  private Pool pool;
  private Passwords passwords;
  private LastUses lastUses;
  private ExpiredRows expired;
  private ConsoleWiring wiring;

  /**
   * @param keys encrypt TOTP secrets; empty if there are none
   */
  @SuppressWarnings("NullAway.Init") // start() sets the rest
  public ConsoleVerticle(
      ConsoleConfig config,
      Optional<SecretKeys> keys,
      SharedStores stores,
      FailureLimit failedTokens) {
    this.config = config;
    this.keys = keys;
    this.stores = stores;
    this.failedTokens = failedTokens;
  }

  @Override
  public Future<?> start() {
    pool = stores.postgres().pool(vertx, config.connections(), SessionSettings.CALLS);
    passwords = new Passwords(vertx);
    lastUses = new LastUses(vertx, pool);
    SignInMetrics metrics = new SignInMetrics(vertx);
    expired = expired(metrics);
    Routes routes = new Routes(vertx, deadlines(), "console");
    AdminAccess adminToken =
        new AdminAccess(
            config.adminToken(), new Installation(pool), failedTokens, config.proxies());
    wiring =
        new ConsoleWiring(
            vertx, config, pool, stores.installation(), keys, passwords, adminToken, metrics);
    wiring.addTo(routes, deadlines(), lastUses);
    return Role.CONSOLE
        .serveStatus(vertx)
        .compose(served -> serveTokenChecks(adminToken))
        .compose(served -> ConsoleExports.serve(vertx, stores, config.sessions()))
        .compose(served -> TotpKeys.check(pool, keys))
        .compose(checked -> HttpListener.listen(vertx, routes, config.host(), config.port()))
        .onSuccess(
            listening -> {
              server = listening;
              expired.start();
            });
  }

  private Deadlines deadlines() {
    return new Deadlines(vertx, config.requestTime());
  }

  private ExpiredRows expired(SignInMetrics metrics) {
    return new ExpiredRows(
        vertx,
        List.of(
            () -> Sessions.deleteExpired(pool, config.sessions()),
            () -> Sessions.count(pool).onSuccess(metrics::setSessions),
            () -> Devices.deleteExpired(pool),
            () -> SignInLimits.deleteOld(pool),
            () -> SetupTokens.deleteExpired(pool),
            () -> Invitations.deleteExpired(pool),
            () -> PasswordResets.deleteExpired(pool)));
  }

  /** Checks tokens for the management ports of processes that don't have the token configured. */
  private Future<Void> serveTokenChecks(AdminAccess adminToken) {
    return AdminTokenContracts.CHECK.serve(
        vertx,
        check ->
            adminToken
                .matches(Base64.getDecoder().decode(check.sha256()))
                .map(AdminTokenContracts.CheckResult::new));
  }

  @Override
  public Future<?> stop() {
    wiring.close();
    return server
        .shutdown(DRAIN_SECONDS, TimeUnit.SECONDS)
        .eventually(expired::close)
        .eventually(lastUses::close)
        .eventually(passwords::close)
        .eventually(pool::close);
  }
}
