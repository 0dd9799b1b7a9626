package dev.shopwire.app.analytics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.Metric;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Answer;
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
 * What one key may send by the default limits, to a process with a small heap: events of thousands
 * of properties each, and a year of hours. Others' posts must not notice.
 */
@Tag("alone")
class RollupMemoryIT {
  private static final Duration TIME = Duration.ofMinutes(3);
  private static final int BOMBS = RunSize.of("rollupMemory.bombs", 40, 200);
  private static final int BACKFILL = RunSize.of("rollupMemory.backfill", 10_000, 50_000);

  /** On a machine that does other things too; a figure of a quiet one is printed. */
  private static final long MOST_MILLIS = Long.getLong("shopwire.most.millis", 1_000);

  private static final Path DIRECTORY = TemporaryFiles.directory("rollup-memory");

  /** The same after a restart. */
  private static final Map<String, String> PORTS =
      Map.of(
          "SHOPWIRE_HTTP_PORT", Integer.toString(ServiceProcess.freePort()),
          "SHOPWIRE_CONSOLE_PORT", Integer.toString(ServiceProcess.freePort()),
          "SHOPWIRE_MANAGEMENT_PORT", Integer.toString(ServiceProcess.freePort()));

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

  /** 31 events of 31 KB with some 3,900 paths each. */
  private static String leaves(int number) {
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
        TIME, () -> "it is stored", () -> app.api().post("/v1/usage_events", body).status() == 200);
  }

  /** Posts one event after the other until told to stop; milliseconds each. */
  private static List<Long> others(Tenants.App app, AtomicBoolean done) {
    List<Long> millis = new ArrayList<>();
    while (!done.get()) {
      long start = System.nanoTime();
      Answer answer =
          app.api()
              .post(
                  "/v1/usage_events",
                  "{\"eventName\":\"a\",\"customerId\":\"o.example.com\",\"properties\":{\"n\":1}}");
      millis.add((System.nanoTime() - start) / 1_000_000);
      assertEquals(200, answer.status(), answer::body);
    }
    Collections.sort(millis);
    return millis;
  }

  private static long waiting(Sql sql, Tenants.App app) {
    return sql.number(
        "select coalesce(sum(events), 0) from usage_event_backlog where app_id = " + app.appId());
  }

  @Test
  void leafBombsAndBackfillsCostOthersNothingAndARestartGoesOn() {
    Sql sql = new Sql(Stores.shared().postgresUri());
    Tenants.App bomber = tenants().app();
    Tenants.App other = tenants().app();
    AtomicBoolean done = new AtomicBoolean();
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      CompletableFuture<List<Long>> others =
          CompletableFuture.supplyAsync(() -> others(other, done), thread);
      long start = System.nanoTime();
      for (int i = 0; i < BOMBS; i++) {
        post(bomber, leaves(i));
      }
      Instant first = Instant.parse("2024-01-01T00:10:00Z");
      for (int i = 0; i < BACKFILL; i += 200) {
        post(bomber, hours(first, i));
      }
      Poll.until(TIME, () -> "all is added up", () -> waiting(sql, bomber) == 0);
      double seconds = (System.nanoTime() - start) / 1e9;
      done.set(true);
      List<Long> millis = others.join();
      long p99 = millis.get(millis.size() * 99 / 100);
      long rows = sql.number("select count(*) from usage_rollups where app_id = " + bomber.appId());
      System.out.printf(
          "leaf bombs and backfill added up after %.1f s, others' posts: %,d, p50 %d, p99 %d, most"
              + " %d ms; %,d rows; loop lag most %.0f ms%n",
          seconds,
          millis.size(),
          millis.get(millis.size() / 2),
          p99,
          millis.get(millis.size() - 1),
          rows,
          1_000 * Metric.value(service.managementUrl(), "shopwire_event_loop_lag_seconds_max"));
      assertTrue(p99 <= MOST_MILLIS, () -> "p99 of others' posts is " + p99 + " ms");
      assertTrue(rows < 10_000, () -> rows + " rows");
    } finally {
      done.set(true);
      thread.shutdownNow();
    }
    // In the middle of it the process is killed; the next one goes on.
    for (int i = 0; i < BOMBS / 2; i++) {
      post(bomber, leaves(BOMBS + i));
    }
    service.kill();
    service = launch();
    Poll.until(TIME, () -> "all is added up", () -> waiting(sql, bomber) == 0);
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
