package dev.shopwire.console;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import dev.shopwire.common.http.BodyReader;
import dev.shopwire.common.http.Deadlines;
import dev.shopwire.common.http.Routes;
import dev.shopwire.common.load.FailureLimit;
import dev.shopwire.common.load.ProcessLoad;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.tenancy.Installation;
import dev.shopwire.console.auth.Access;
import dev.shopwire.console.auth.AdminAccess;
import dev.shopwire.console.exports.Exports;
import dev.shopwire.console.tenants.TenantHandlers;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConsoleApiTest {
  private static final int BODY_BYTES = 1_000;

  private final Vertx vertx = Vertx.vertx();

  /** Connects nowhere, as no request arrives. */
  private final Pool pool =
      new Postgres("postgresql://nobody:none@localhost/none").pool(vertx, 1, SessionSettings.CALLS);

  @AfterEach
  void close() throws TimeoutException {
    vertx.close().await(10, TimeUnit.SECONDS);
  }

  @Test
  void everyDocumentedOperationHasAHandlerAndEveryHandlerIsDocumented() {
    Deadlines deadlines = new Deadlines(vertx, Duration.ofSeconds(1));
    ProcessLoad load = ProcessLoad.of(vertx);
    BodyReader bodies = new BodyReader(BODY_BYTES, deadlines, load.bodies());
    AdminAccess adminToken =
        new AdminAccess(
            Optional.empty(), new Installation(pool), new FailureLimit(1), load.proxies());
    ConsoleApi api =
        new ConsoleApi(
            vertx,
            new Access(adminToken, load.proxies()),
            adminToken,
            bodies,
            bodies,
            new TenantHandlers(pool),
            new Exports(vertx, pool, 1, deadlines));
    assertDoesNotThrow(() -> api.addTo(new Routes(vertx, deadlines, "console")));
  }
}
