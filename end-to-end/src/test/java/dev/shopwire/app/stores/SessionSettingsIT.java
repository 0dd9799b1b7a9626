package dev.shopwire.app.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.embedded.DataDirectory;
import dev.shopwire.embedded.EmbeddedPostgres;
import dev.shopwire.testing.DataTemplate;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Stores;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests the session settings of every PostgreSQL connection, whatever the server's defaults are.
 */
@Tag("full")
class SessionSettingsIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final List<SessionSettings> ALL =
      List.of(
          SessionSettings.CALLS,
          SessionSettings.BACKGROUND,
          SessionSettings.READS,
          SessionSettings.ROLLUPS,
          SessionSettings.MAINTENANCE,
          SessionSettings.MIGRATIONS,
          SessionSettings.withStatementTimeout(Duration.ofMillis(8_500)));

  private final Vertx vertx = Vertx.vertx();
  private final String uri = Stores.shared().postgresUri();

  @AfterEach
  void close() {
    vertx.close().await();
  }

  @Test
  @Tag("stores")
  void connectionsOfEveryPoolHaveTheirSettings() {
    for (SessionSettings settings : ALL) {
      Pool pool = new Postgres(uri).pool(vertx, 1, settings);
      Map<String, String> actual = new TreeMap<>();
      pool.query("select name, setting from pg_settings")
          .execute()
          .await()
          .forEach(row -> actual.put(row.getString("name"), row.getString("setting")));
      settings
          .parameters()
          .forEach((name, value) -> assertEquals(value, actual.get(name), settings + ": " + name));
      if (!settings.equals(SessionSettings.MIGRATIONS)) {
        assertEquals("10000", actual.get("idle_in_transaction_session_timeout"));
      }
      pool.close().await();
    }
  }

  @Test
  void aSlowQueryIsCanceledByTheServer() {
    Pool pool =
        new Postgres(uri)
            .pool(vertx, 1, SessionSettings.withStatementTimeout(Duration.ofMillis(200)));
    PgException error =
        assertThrows(PgException.class, () -> pool.query("select pg_sleep(30)").execute().await());
    assertEquals("57014", error.getSqlState());
    assertEquals(1, pool.query("select 1").execute().await().size());
  }

  @Test
  void anIdleTransactionIsEndedByTheServerAndItsLocksReleased() {
    Postgres postgres = new Postgres(uri);
    Sql sql = new Sql(uri);
    String locks = "select count(*) from pg_locks where classid = 4711 and objid = 15";
    assertEquals(0, sql.number(locks));
    SessionSettings settings = new SessionSettings(Duration.ZERO, Duration.ofSeconds(2), false);
    SqlConnection idle = PgConnection.connect(vertx, postgres.options(settings)).await();
    idle.begin().await();
    idle.query("select pg_advisory_xact_lock(4711, 15)").execute().await();
    assertEquals(1, sql.number(locks));
    Poll.until(TIMEOUT, () -> "the lock is released", () -> sql.number(locks) == 0);
    Throwable error = assertThrows(Throwable.class, () -> idle.query("select 1").execute().await());
    assertTrue(PostgresFailures.asFailure(error) instanceof Failure, String.valueOf(error));
  }

  @Test
  void throughAPoolerTheDatabaseRoleHasTheSettings() {
    assumeTrue(PgBouncer.isInstalled(), "PgBouncer is not installed");
    Path directory = TemporaryFiles.directory("pooled-settings");
    try (DataDirectory data =
            DataDirectory.open(DataTemplate.emptyPostgres(directory.resolve("stores")));
        EmbeddedPostgres postgres = EmbeddedPostgres.start(data, line -> {})) {
      new Sql(postgres.uri()).run("alter role shopwire set random_page_cost = 2");
      try (PgBouncer bouncer = new PgBouncer(directory, postgres.uri(), 8);
          ServiceProcess service =
              ServiceProcess.start(
                  directory,
                  RunningService.onSharedStores(
                      Map.of(
                          "SHOPWIRE_POSTGRES_URI",
                          bouncer.uri(),
                          "SHOPWIRE_POSTGRES_PREPARED_STATEMENTS",
                          "false")))) {
        Tenants.App app =
            new Tenants(service.consoleUrl(), service.httpUrl(), RunningService.ADMIN_TOKEN).app();
        String event = "{\"eventName\":\"a\",\"eventId\":\"e1\",\"customerId\":\"a.example.com\"}";
        Poll.until(
            TIMEOUT,
            () -> "the event is stored: " + service.output(),
            () -> app.api().post("/v1/usage_events", event).status() == 200);
        Sql sql = new Sql(postgres.uri());
        sql.close(); // a session has the role's settings of the time at which it began
        Map<String, String> expected = new TreeMap<>(SessionSettings.SHARED.parameters());
        expected.put("random_page_cost", "2");
        // This query uses JDBC, which always sends its own.
        expected.remove("TimeZone");
        expected.forEach(
            (name, value) ->
                assertEquals(
                    value, sql.text("select setting from pg_settings where name = ?", name), name));
        assertEquals(1, sql.events(app.appId()));
        assertTrue(service.output().contains("RECONNECT"), service::output);
      }
    } finally {
      TemporaryFiles.delete(directory);
    }
  }

  @Test
  void withoutAPoolerTheDatabaseRoleIsUnchanged() {
    assertTrue(RunningService.shared().isAlive());
    assertEquals(
        0, new Sql(uri).number("select count(*) from pg_db_role_setting where setdatabase > 0"));
  }
}
