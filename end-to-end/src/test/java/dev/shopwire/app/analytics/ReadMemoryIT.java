package dev.shopwire.app.analytics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.GcLog;
import dev.shopwire.app.support.Metric;
import dev.shopwire.app.support.ReportRequests;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.FreshData;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The memory and event loop time of a read depend on the size of its result, not of the data that
 * it reads. Runs with a small heap.
 */
@Tag("full")
class ReadMemoryIT {
  private static final Path DIRECTORY = FreshData.copy("read-memory");
  private static final Path GC_LOG = DIRECTORY.resolve("gc.log");
  private static final int HEAP_MEBIBYTES = RunSize.of("readMemory.heapMebibytes", 192, 384);

  /** Groups that would not fit into the heap several times. */
  private static final int GROUPS = RunSize.of("readMemory.groups", 150_000, 400_000);

  private static final int FUNNEL_EVENTS = RunSize.of("readMemory.events", 400_000, 900_000);
  private static final int EVENT_NAMES = 2_000;

  /** Used after a collection: all groups at once would be more. Events of a funnel are packed. */
  private static final int MAX_MEBIBYTES = 64;

  private static final int MAX_STALLED_MILLIS = Integer.getInteger("shopwire.stalled.millis", 500);
  private static final String DAY = "timestamptz '2026-03-10 10:00:00+00'";
  private static final String RANGE = "startDate=2026-03-01&endDate=2026-03-31&timezone=UTC";
  private static ServiceProcess service;
  private static Tenants tenants;
  private static Sql sql;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() throws IOException {
    service =
        ServiceProcess.launch(
            DIRECTORY,
            Map.of(
                "SHOPWIRE_ADMIN_TOKEN",
                RunningService.ADMIN_TOKEN,
                "SHOPWIRE_READS_BUDGET_MILLIS",
                "9000"),
            List.of("-Xmx" + HEAP_MEBIBYTES + "m", "-Xlog:gc:file=" + GC_LOG));
    service.awaitReady();
    GcLog.collect(service.process().pid());
    tenants = new Tenants(service.consoleUrl(), service.httpUrl(), RunningService.ADMIN_TOKEN);
    sql = new Sql(Files.readString(DIRECTORY.resolve("data/postgres.uri")).trim());
  }

  @AfterAll
  static void stop() {
    service.close();
    TemporaryFiles.delete(DIRECTORY);
  }

  /** Inserts into the tables, since posting would take longer. */
  private static void store(Tenants.App app, String name, String properties, int events) {
    sql.run(
        """
        insert into customers (workspace_id, domain)
        select %1$s, 's' || n || '.example.com' from generate_series(1, 100) n
        on conflict do nothing;
        insert into usage_events
          (app_id, customer_id, occurred_at, event_key, event_name, properties)
        select %2$s, (select min(id) from customers where workspace_id = %1$s) + n %% 100,
          %3$s + n * interval '1 ms', gen_random_uuid(), %4$s, %5$s
        from generate_series(1, %6$d) n;
        delete from usage_event_backlog where app_id = %2$s;
        analyze usage_events;
        """
            .formatted(app.workspaceId(), app.appId(), DAY, name, properties, events));
  }

  /** Registers the event's properties as the service does, without rollups by {@code g}. */
  private static void registerProperties(Tenants.App app) {
    sql.run(
        """
        insert into usage_properties (app_id, event_name, property, is_numeric)
        select %s, 'a', property, property = 'x' from unnest(array['', 'g', 'x']) property
        """
            .formatted(app.appId()));
  }

  /** Reads while measuring how long event loops are blocked. */
  private static Response read(Tenants.App app, String path) {
    AtomicBoolean done = new AtomicBoolean();
    double[] maxSeconds = new double[1];
    Thread sampler =
        new Thread(
            () -> {
              while (!done.get()) {
                maxSeconds[0] =
                    Math.max(
                        maxSeconds[0],
                        Metric.value(
                            service.managementUrl(), "shopwire_event_loop_stalled_seconds"));
                LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
              }
            });
    sampler.start();
    long start = System.nanoTime();
    Response response;
    try {
      response =
          path.startsWith("/v1")
              ? app.api().get(path)
              : tenants.console().get("/console/api/apps/" + app.appId() + path);
    } finally {
      done.set(true);
    }
    long millis = (System.nanoTime() - start) / 1_000_000;
    join(sampler);
    GcLog collected = GcLog.read(GC_LOG);
    System.out.printf(
        "%s: %d after %d ms, event loop blocked for %.0f ms; %s%n",
        path, response.status(), millis, maxSeconds[0] * 1_000, collected);
    assertTrue(collected.maxUsedMib() <= MAX_MEBIBYTES, () -> path + ": " + collected);
    assertTrue(
        maxSeconds[0] * 1_000 < MAX_STALLED_MILLIS,
        () -> path + ": an event loop was blocked for " + maxSeconds[0] + " s");
    assertFalse(service.output().contains("OutOfMemoryError"), service::output);
    return response;
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException(e));
    }
  }

  @Test
  void groupsFromRollupsAreRankedByPostgres() {
    Tenants.App app = tenants.app();
    store(
        app, "'n' || n % " + EVENT_NAMES, "jsonb_build_object('g', 'v' || n, 'x', n % 7)", GROUPS);
    sql.run(
        """
        insert into usage_properties (app_id, event_name, property, is_numeric, group_values)
        select %1$s, 'n' || n, property, property = 'x',
          case when property = 'g' then '{}'::text[] end
        from generate_series(0, %3$d - 1) n, unnest(array['', 'g', 'x']) property;
        with block as (
          select grain, day, slot
          from (select extract(epoch from date_trunc('day', %2$s, 'UTC'))::int / 86400 as today,
            extract(epoch from date_trunc('month', %2$s, 'UTC'))::int / 86400 as month) as days,
            lateral (values (60, today, 0), (1440, month, today - month)) as b (grain, day, slot)
        )
        insert into usage_rollups (app_id, event_name, group_property, grain, day, days, merged, slots,
          group_values, events, overs, has, numbers, totals, least, greatest)
        select %1$s, 'n' || n %% %3$d, 'g', grain, day, 1, false, array_agg(slot::smallint),
          array_agg('sv' || n), array_agg(1::bigint), '{}'::text[], '{}'::bigint[],
          '{}'::bigint[], '{}'::numeric[], '{}'::numeric[], '{}'::numeric[]
        from generate_series(1, %4$d) n, block group by n %% %3$d, grain, day
        union all
        select %1$s, 'n' || n, '', case grain when 60 then 15 else grain end, day, 1, false,
          array[slot::smallint], null::text[], array[%4$d / %3$d]::bigint[], '{}'::text[], '{}'::bigint[],
          '{}'::bigint[], '{}'::numeric[], '{}'::numeric[], '{}'::numeric[]
        from generate_series(0, %3$d - 1) n, block;
        analyze usage_rollups, usage_properties;
        """
            .formatted(app.appId(), DAY, EVENT_NAMES, GROUPS));
    Response response = read(app, "/v1/usage_events/report?groupBy=g&limit=3&" + RANGE);
    assertEquals(200, response.status(), response::body);
    assertEquals(
        "\"v1\"=1 \"v10\"=1 \"v100\"=1 rest=" + (GROUPS - 3),
        ReportRequests.groups(response.json().path("report")));
  }

  @Test
  void groupsFromEventsAreRankedByPostgres() {
    Tenants.App app = tenants.app();
    store(app, "'a'", "jsonb_build_object('g', 'v' || n, 'x', n)", GROUPS);
    registerProperties(app);
    Response response =
        read(
            app,
            "/v1/usage_events/report?groupBy=g&limit=2&calculation=max&overProperty=x&" + RANGE);
    assertEquals(200, response.status(), response::body);
    assertEquals(
        "\"v%1$d\"=%1$d \"v%2$d\"=%2$d rest=%3$d".formatted(GROUPS, GROUPS - 1, GROUPS - 2),
        ReportRequests.groups(response.json().path("report")));
    Response many =
        read(app, "/v1/usage_events/report?groupBy=g&limit=1000&interval=daily&" + RANGE);
    assertEquals(200, many.status(), many::body);
    assertEquals(1_001, many.json().at("/report/groups").size());
  }

  @Test
  void groupsOfTooManyBytesAreRefused() {
    Tenants.App app = tenants.app();
    store(app, "'a'", "jsonb_build_object('g', repeat(md5(n::text), 600), 'x', n)", 1_500);
    registerProperties(app);
    Response few = read(app, "/v1/usage_events/report?groupBy=g&limit=10&" + RANGE);
    assertEquals(200, few.status(), few::body);
    Response many = read(app, "/v1/usage_events/report?groupBy=g&limit=1000&" + RANGE);
    assertEquals(503, many.status(), many::body);
    assertEquals("report_too_large", many.json().path("code").asText());
    assertTrue(many.json().path("error").asText().contains("bytes"), many::body);
  }

  @Test
  void aFunnelOfManyEventsIsReadInParts() {
    Tenants.App app = tenants.app();
    store(app, "case when n % 3 = 0 then 'b' else 'a' end", "null", FUNNEL_EVENTS);
    Response response = read(app, "/funnels?steps=a,b&window=1d&" + RANGE);
    assertEquals(200, response.status(), response::body);
    assertEquals(100, response.json().at("/steps/1/customers").asInt(), response::body);
    Response dropouts =
        read(app, "/funnels/dropouts?steps=a,b,c&step=3&window=1d&take=10&" + RANGE);
    assertEquals(200, dropouts.status(), dropouts::body);
    assertEquals(10, dropouts.json().path("shops").size(), dropouts::body);
  }
}
