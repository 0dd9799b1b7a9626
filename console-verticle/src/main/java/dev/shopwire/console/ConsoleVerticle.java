package dev.shopwire.console;

import dev.shopwire.common.contracts.AdminTokenContracts;
import dev.shopwire.common.http.BodyReader;
import dev.shopwire.common.http.Deadlines;
import dev.shopwire.common.http.HttpListener;
import dev.shopwire.common.http.Routes;
import dev.shopwire.common.load.FailureLimit;
import dev.shopwire.common.load.ProcessLoad;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.role.Role;
import dev.shopwire.common.tenancy.Installation;
import dev.shopwire.console.auth.Access;
import dev.shopwire.console.auth.AdminAccess;
import dev.shopwire.console.exports.Exports;
import dev.shopwire.console.tenants.TenantHandlers;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.sqlclient.Pool;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

/** Serves the console's API and pages. Ready once it listens. */
public final class ConsoleVerticle extends VerticleBase {
  private static final long DRAIN_SECONDS = 3;

  /** Size limit of the only body that is read without authentication. */
  private static final int SETUP_BYTES = 4_096;

  private final ConsoleConfig config;
  private final Postgres postgres;
  private final FailureLimit failedTokens;
  private HttpServer server;
  private Pool pool;

  @SuppressWarnings("NullAway.Init") // start() sets the rest
  public ConsoleVerticle(ConsoleConfig config, Postgres postgres, FailureLimit failedTokens) {
    this.config = config;
    this.postgres = postgres;
    this.failedTokens = failedTokens;
  }

  @Override
  public Future<?> start() {
    pool = postgres.pool(vertx, config.connections(), SessionSettings.CALLS);
    Deadlines deadlines = new Deadlines(vertx, config.requestTime());
    ProcessLoad load = ProcessLoad.of(vertx);
    Routes routes = new Routes(vertx, deadlines, "console");
    AdminAccess adminToken =
        new AdminAccess(config.adminToken(), new Installation(pool), failedTokens, load.proxies());
    new ConsoleApi(
            vertx,
            new Access(adminToken, load.proxies()),
            adminToken,
            new BodyReader(config.bodyBytes(), deadlines, load.bodies()),
            new BodyReader(SETUP_BYTES, deadlines, load.bodies()),
            new TenantHandlers(pool),
            new Exports(vertx, pool, config.exports(), deadlines))
        .addTo(routes);
    return Role.CONSOLE
        .serveStatus(vertx)
        .compose(served -> serveTokenChecks(adminToken))
        .compose(served -> ConsoleExports.serve(vertx, postgres))
        .compose(served -> HttpListener.listen(vertx, routes, config.host(), config.port()))
        .onSuccess(listening -> server = listening);
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
    return server.shutdown(DRAIN_SECONDS, TimeUnit.SECONDS).eventually(pool::close);
  }
}
