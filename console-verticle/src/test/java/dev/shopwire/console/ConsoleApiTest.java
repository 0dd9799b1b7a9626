package dev.shopwire.console;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import dev.shopwire.common.http.BodyReader;
import dev.shopwire.common.http.Deadlines;
import dev.shopwire.common.http.Routes;
import dev.shopwire.common.load.FailureLimit;
import dev.shopwire.common.load.ProcessLoad;
import dev.shopwire.common.load.Slots;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.secrets.SecretKeys;
import dev.shopwire.common.secrets.SecretVault;
import dev.shopwire.common.tenancy.Installation;
import dev.shopwire.console.account.AccountHandlers;
import dev.shopwire.console.account.Accounts;
import dev.shopwire.console.account.SignInMetrics;
import dev.shopwire.console.auth.Access;
import dev.shopwire.console.auth.AdminAccess;
import dev.shopwire.console.auth.LastUses;
import dev.shopwire.console.exports.Exports;
import dev.shopwire.console.members.Links;
import dev.shopwire.console.pages.FormBodies;
import dev.shopwire.console.pages.PageServices;
import dev.shopwire.console.pages.Pages;
import dev.shopwire.console.sessions.SessionCookies;
import dev.shopwire.console.sessions.SessionTimes;
import dev.shopwire.console.signin.Passwords;
import dev.shopwire.console.tenants.AppRequests;
import dev.shopwire.console.tenants.KeyRequests;
import dev.shopwire.console.tenants.TenantHandlers;
import dev.shopwire.console.tenants.WorkspaceRequests;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
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
    SessionCookies cookies = new SessionCookies(false, load.proxies());
    SessionTimes times = new SessionTimes(Duration.ofHours(1), Duration.ofDays(1));
    Passwords passwords = new Passwords(vertx);
    Accounts accounts =
        Accounts.of(
            pool,
            passwords,
            new Slots(vertx, 1, Duration.ofSeconds(1), Access::unknownId),
            Optional.empty(),
            times,
            new SignInMetrics(vertx),
            false);
    Access access =
        new Access(
            adminToken, pool, times, new LastUses(vertx, pool), cookies, "http://localhost:8081");
    PeopleRequests people =
        PeopleRequests.of(
            pool, passwords, times, new Links("http://localhost"), CursorSigner.of(new UUID(1, 2)));
    MergedReads merged = MergedReads.of(vertx, pool, CursorSigner.of(new UUID(1, 2)));
    ConsoleApi api =
        new ConsoleApi(
            vertx,
            access,
            bodies,
            bodies,
            new AccountHandlers(accounts, adminToken, cookies, pool),
            new TenantHandlers(pool),
            cookies,
            people,
            new Exports(vertx, pool, 1, deadlines),
            new MergedOperations(merged));
    Pages pages =
        new Pages(
            vertx,
            new PageServices(
                pool,
                accounts,
                people,
                new WorkspaceRequests(pool),
                new AppRequests(pool),
                new KeyRequests(pool),
                merged,
                cookies,
                new SecretVault(SecretKeys.random()),
                new PublicAddresses("http://localhost:8081", "http://localhost:8080"),
                Optional.empty()));
    Routes routes = new Routes(vertx, deadlines, "console");
    assertDoesNotThrow(() -> api.addTo(routes));
    assertDoesNotThrow(() -> pages.addTo(routes, access, new FormBodies(bodies, bodies)));
  }
}
