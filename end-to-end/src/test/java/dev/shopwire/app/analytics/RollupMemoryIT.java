package dev.shopwire.app.analytics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.Metric;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.FreePorts;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Stores;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Sends as much as the default limits allow one key to a process with a small heap: events with
 * thousands of properties each, and a year of hourly events. Posts of other apps must stay fast.
 */
@Tag("full")
class RollupMemoryIT {
  private static final Duration TIMEOUT = Duration.ofMinutes(3);
  private static final int BOMBS = RunSize.of("rollupMemory.bombs", 20, 200);
  private static final int BACKFILL = RunSize.of("rollupMemory.backfill", 5_000, 50_000);

  /** Allows for other load on the machine; the measured value is printed. */
  private static final long MAX_MILLIS = Long.getLong("shopwire.most.millis", 1_000);

  private static final Path DIRECTORY = TemporaryFiles.directory("rollup-memory");

  /** Kept over a restart. */
  private static final Map<String, String> PORTS =
      Map.of(
          "SHOPWIRE_HTTP_PORT", Integer.toString(FreePorts.next()),
          "SHOPWIRE_CONSOLE_PORT", Integer.toString(FreePorts.next()),
          "SHOPWIRE_MANAGEMENT_PORT", Integer.toString(FreePorts.next()));

  private static ServiceProcess service;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() {
    service = launch();
  }

  private static ServiceProcess launch() {
    ServiceProcess started =
        ServiceProcess.launch(DIRECTORY, RunningService.onSharedStores(PORTS), List.of("-Xmx384m"));
    started.awaitReady();
    return started;
  }

  @AfterAll
  static void stop() {
    service.close();
    TemporaryFiles.delete(DIRECTORY);
  }

  private static Tenants tenants() {
    return new Tenants(service.consoleUrl(), service.httpUrl(), RunningService.ADMIN_TOKEN);
  }

  /** A batch of 31 events of 31 KB, each with about 3,900 property paths. */
  private static String leafBombs(int number) {
    StringBuilder properties = new StringBuilder("{");
    for (int i = 0; i < 100; i++) {
      properties
          .append(i == 0 ? "" : ",")
          .append('"')
          .append(Integer.toString(i, 36))
          .append("\":{");
      for (int j = 0; j < 38; j++) {
        properties.append(j == 0 ? "" : ",").append('"').append(Integer.toString(j, 36));
        properties.append("\":").append((i + j + number) % 10);
      }
      properties.append('}');
    }
    StringBuilder events = new StringBuilder();
    for (int i = 0; i < 31; i++) {
      events
          .append(i == 0 ? "" : ",")
          .append("{\"eventName\":\"leaves\",\"customerId\":\"s.example.com\",\"eventId\":\"")
          .append(number)
          .append('-')
          .append(i)
          .append("\",\"properties\":")
          .append(properties)
          .append("}}");
    }
    return "{\"events\":[" + events + "]}";
  }

  private static String hours(Instant start, int first) {
    StringBuilder events = new StringBuilder();
    for (int i = first; i < first + 200; i++) {
      StringBuilder properties = new StringBuilder();
      for (int p = 0; p < 10; p++) {
        properties
            .append(p == 0 ? "" : ",")
            .append("\"n%d\":%d,\"g%d\":\"v%d\"".formatted(p, i, p, i % 9));
      }
      events
          .append(i == first ? "" : ",")
          .append("{\"eventName\":\"hourly\",\"customerId\":\"s.example.com\",\"timestamp\":\"")
          .append(start.plusSeconds(3_600L * i))
          .append("\",\"properties\":{")
          .append(properties)
          .append("}}");
    }
    return "{\"events\":[" + events + "]}";
  }

  private static void post(Tenants.App app, String body) {
    Poll.until(
        TIMEOUT,
        () -> "the batch is stored",
        () -> app.api().post("/v1/usage_events", body).status() == 200);
  }

  /** Posts one event after the other until {@code done}; returns the sorted milliseconds. */
  private static List<Long> postUntilDone(Tenants.App app, AtomicBoolean done) {
    List<Long> millis = new ArrayList<>();
    while (!done.get()) {
      long start = System.nanoTime();
      Response response =
          app.api()
              .post(
                  "/v1/usage_events",
                  "{\"eventName\":\"a\",\"customerId\":\"o.example.com\",\"properties\":{\"n\":1}}");
      millis.add((System.nanoTime() - start) / 1_000_000);
      assertEquals(200, response.status(), response::body);
    }
    Collections.sort(millis);
    return millis;
  }

  private static long backlog(Sql sql, Tenants.App app) {
    return sql.number(
        "select coalesce(sum(events), 0) from usage_event_backlog where app_id = " + app.appId());
  }

  @Test
  void leafBombsAndBackfillsDoNotSlowOthersAndSurviveARestart() {
    Sql sql = new Sql(Stores.shared().postgresUri());
    Tenants.App bomber = tenants().app();
    Tenants.App other = tenants().app();
    AtomicBoolean done = new AtomicBoolean();
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      CompletableFuture<List<Long>> others =
          CompletableFuture.supplyAsync(() -> postUntilDone(other, done), thread);
      long start = System.nanoTime();
      for (int i = 0; i < BOMBS; i++) {
        post(bomber, leafBombs(i));
      }
      Instant first = Instant.parse("2024-01-01T00:10:00Z");
      for (int i = 0; i < BACKFILL; i += 200) {
        post(bomber, hours(first, i));
      }
      Poll.until(TIMEOUT, () -> "all events are in the rollups", () -> backlog(sql, bomber) == 0);
      double seconds = (System.nanoTime() - start) / 1e9;
      done.set(true);
      List<Long> millis = others.join();
      long p99 = millis.get(millis.size() * 99 / 100);
      long rows = sql.number("select count(*) from usage_rollups where app_id = " + bomber.appId());
      System.out.printf(
          "leaf bombs and backfill aggregated after %.1f s, others' posts: %,d, p50 %d, p99 %d, max"
              + " %d ms; %,d rows; max loop lag %.0f ms%n",
          seconds,
          millis.size(),
          millis.get(millis.size() / 2),
          p99,
          millis.get(millis.size() - 1),
          rows,
          1_000 * Metric.value(service.managementUrl(), "shopwire_event_loop_lag_seconds_max"));
      assertTrue(p99 <= MAX_MILLIS, () -> "p99 of others' posts is " + p99 + " ms");
      assertTrue(rows < 10_000, () -> rows + " rows");
    } finally {
      done.set(true);
      thread.shutdownNow();
    }
    // The process is killed while aggregating; the next one continues.
    for (int i = 0; i < BOMBS / 2; i++) {
      post(bomber, leafBombs(BOMBS + i));
    }
    service.kill();
    service = launch();
    Poll.until(TIMEOUT, () -> "all events are in the rollups", () -> backlog(sql, bomber) == 0);
    assertEquals(
        31L * (BOMBS + BOMBS / 2),
        bomber
            .api()
            .get("/v1/usage_events/report?eventName=leaves")
            .json()
            .at("/report/value")
            .asLong());
  }
}
