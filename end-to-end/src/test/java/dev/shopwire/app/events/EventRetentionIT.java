package dev.shopwire.app.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.Metric;
import dev.shopwire.app.support.OwnStores;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

/** Tests what retention of usage events drops, when it waits, and that no request waits for it. */
@Tag("full")
class EventRetentionIT {
  private static final Duration TIME = Duration.ofSeconds(90);

  /** Partitions for five months of 2020 with an event each, and empty ones from this month on. */
  private static final String OLD_MONTHS =
      """
      do $$ declare part regclass; begin
        for part in select inhrelid::regclass from pg_inherits
          where inhparent = 'usage_events'::regclass
        loop execute format('drop table %s', part); end loop;
        for month in 1..5 loop
          execute format('create table usage_events_2020_0%s partition of usage_events
            for values from (%s) to (%L)', month,
            case month when 1 then 'minvalue' else format('''2020-0%s-01 00:00Z''', month) end,
            format('2020-0%s-01 00:00Z', month + 1));
        end loop;
        perform create_usage_event_partitions(3);
      end $$;
      insert into usage_events (app_id, customer_id, occurred_at, received_at, event_key, event_name)
      select a.id, 1, at, at, gen_random_uuid(), 'old'
      from apps a, generate_series('2020-01-15Z'::timestamptz, '2020-05-15Z', '1 month') at
      """;

  private static final String REMAINING =
      """
      select coalesce(string_agg(right(c.relname, 7), ' ' order by c.relname), '')
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'usage_events'::regclass and c.relname < 'usage_events_2021'
      """;
  private static final String ALL_MONTHS = "2020_01 2020_02 2020_03 2020_04 2020_05";

  private OwnStores stores;
  private Sql sql;
  private Tenants.App app;

  @BeforeEach
  void createOldMonths() {
    stores = new OwnStores("retention");
    sql = stores.sql();
    try (ServiceProcess service = stores.startService(Map.of())) {
      app = new Tenants(service.consoleUrl(), service.httpUrl(), RunningService.ADMIN_TOKEN).app();
    }
    sql.run(OLD_MONTHS);
  }

  @AfterEach
  void stopStores() {
    stores.close();
  }

  private ServiceProcess startWithRetention() {
    return stores.startService(Map.of("SHOPWIRE_EVENTS_RETENTION_MONTHS", "3"));
  }

  private void post(ServiceProcess service, String id) {
    Tenants.App client =
        new Tenants.App(
            app.workspaceId(),
            app.appId(),
            app.keyId(),
            app.key(),
            new Tenants(service.consoleUrl(), service.httpUrl(), RunningService.ADMIN_TOKEN)
                .as(Map.of("X-Api-Key", app.key())));
    Response response =
        client
            .api()
            .post(
                "/v1/usage_events",
                "{\"eventName\":\"a\",\"customerId\":\"s.example.com\",\"eventId\":\"%s\"}"
                    .formatted(id));
    assertEquals(200, response.status(), response::body);
    assertEquals(1, response.json().path("accepted").asInt());
  }

  private static void awaitRun(ServiceProcess service, String outcome) {
    String metric =
        "shopwire_retention_runs_total{data=\"usage_events\",outcome=\"%s\"}".formatted(outcome);
    Poll.until(
        TIME,
        () -> outcome + "; log: " + service.output(),
        () -> Metric.value(service.managementUrl(), metric) > 0);
  }

  private void insertRecentEvent(String receivedAt) {
    sql.run(
        """
        insert into usage_events (app_id, customer_id, occurred_at, received_at, event_key,
          event_name)
        values (%s, 1, now(), '%s', gen_random_uuid(), 'young')
        """
            .formatted(app.appId(), receivedAt));
  }

  @ConcurrentTest
  void retentionWaitsForADumpWhileRequestsAreServedAndDropsTwoMonthsADay() throws Exception {
    // Received while PostgreSQL's clock was wrong: the event itself is of today.
    insertRecentEvent("2020-02-20Z");
    // Otherwise the clock seems to be years ahead of all events.
    insertRecentEvent(Instant.now().toString());
    Postgres server = new Postgres(stores.postgres().uri());
    try (Connection dump =
            DriverManager.getConnection(server.jdbcUrl(), server.user(), server.password());
        Statement query = dump.createStatement()) {
      dump.setAutoCommit(false);
      query.execute("select count(*) from usage_events");
      try (ServiceProcess service = startWithRetention()) {
        awaitRun(service, "locked");
        long slowest = 0;
        for (int i = 0; i < 100; i++) {
          long start = System.nanoTime();
          post(service, "during" + i);
          slowest = Math.max(slowest, (System.nanoTime() - start) / 1_000_000);
        }
        assertTrue(slowest < 1_500, "an event waited for " + slowest + " ms");
        assertEquals(ALL_MONTHS, sql.text(REMAINING));
        assertTrue(
            service.output().contains("Retention of usage_events is waiting"), service::output);
        dump.rollback();
        Poll.until(
            TIME, service::output, () -> sql.text(REMAINING).equals("2020_02 2020_04 2020_05"));
        assertEquals(
            3,
            Metric.value(
                service.managementUrl(),
                "shopwire_retention_partitions_due{data=\"usage_events\"}"));
      }
    }
    try (ServiceProcess service = startWithRetention()) {
      awaitRun(service, "share_done");
      assertEquals(
          "2020_02 2020_04 2020_05", sql.text(REMAINING), "two a day, also after a restart");
    }
    sql.run("update retention_runs set ran_at = ran_at - interval '1 day'");
    try (ServiceProcess service = startWithRetention()) {
      Poll.until(TIME, service::output, () -> sql.text(REMAINING).equals("2020_02"));
      assertTrue(service.process().isAlive());
    }
    sql.run("update retention_runs set ran_at = ran_at - interval '1 day'");
    try (ServiceProcess service = startWithRetention()) {
      awaitRun(service, "kept");
      assertEquals("2020_02", sql.text(REMAINING));
    }
  }

  @ConcurrentTest
  void retentionWaitsAndLogsWhyWhileTheClockMayBeWrong() {
    try (ServiceProcess service = startWithRetention()) {
      awaitRun(service, "clock_doubted");
      assertEquals(ALL_MONTHS, sql.text(REMAINING));
      assertTrue(service.output().contains("ahead of the newest data"), service::output);
      post(service, "now");
    }
    // As if the clock had jumped forward since the last check, whatever was stored since.
    sql.run("update retention_runs set looked_at = now() - interval '400 days'");
    try (ServiceProcess service = startWithRetention()) {
      awaitRun(service, "clock_doubted");
      assertEquals(ALL_MONTHS, sql.text(REMAINING));
      assertTrue(service.output().contains("advanced by more than"), service::output);
      assertEquals(
          5,
          Metric.value(
              service.managementUrl(), "shopwire_retention_partitions_due{data=\"usage_events\"}"));
    }
    sql.run(
        "update retention_runs set doubted_since = now() - interval '31 days'"
            + " where doubt is not null");
    try (ServiceProcess service = startWithRetention()) {
      Poll.until(
          TIME, service::output, () -> sql.text(REMAINING).equals("2020_03 2020_04 2020_05"));
      assertTrue(service.process().isAlive());
    }
  }
}
