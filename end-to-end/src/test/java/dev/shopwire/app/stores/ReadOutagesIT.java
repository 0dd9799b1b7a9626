package dev.shopwire.app.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.OwnStores;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RedisCommands;
import dev.shopwire.testing.RetryingClients;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Signals;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests the failure matrix of ARCHITECTURE.md for reads, with stores that this test stops and
 * freezes.
 */
@Tag("full")
class ReadOutagesIT {
  private static final long MAX_MILLIS = 2_500;
  private static final List<String> PUBLIC =
      List.of(
          "/v1/usage_events",
          "/v1/usage_events?calculation=count",
          "/v1/usage_events/report",
          "/v1/usage_events/report?calculation=median&overProperty=n",
          "/v1/usage_metrics/%s/report?period=daily");
  private static final List<String> CONSOLE =
      List.of(
          "/usage-events",
          "/usage-events/report",
          "/sessions",
          "/sessions/summary",
          "/page-views",
          "/funnels?steps=a,b&window=1d",
          "/funnels/dropouts?steps=a,b&window=1d&step=2",
          "/retention?eventName=a",
          "/usage-metrics");
  private static final int BATCH = 200;
  private static final int ACTIVE = 60 * BATCH;

  /** How many customers the complete sets in Redis have. */
  private static final String KEPT =
      "EVAL \"local n = 0 for _, run in ipairs(redis.call('KEYS', '*:run')) do "
          + "n = n + redis.call('ZCARD', string.sub(run, 1, -5)) end return n\" 0";

  private static OwnStores stores;
  private static ServiceProcess service;
  private static Tenants tenants;
  private static Tenants.App app;
  private static String metric;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() {
    stores = new OwnStores("read-outages");
    service = stores.startService(Map.of());
    tenants = new Tenants(service.consoleUrl(), service.httpUrl(), RunningService.ADMIN_TOKEN);
    app = tenants.app();
    Response response =
        tenants
            .console()
            .post(
                "/console/api/apps/" + app.appId() + "/usage-metrics",
                "{\"name\":\"m\",\"eventName\":\"a\",\"calculation\":\"count\"}");
    assertEquals(200, response.status(), response::body);
    metric = response.json().at("/metric/id").asText();
  }

  @AfterAll
  static void stop() {
    service.close();
    List<String> bugs = service.errors();
    stores.close();
    assertEquals(List.of(), bugs, "an outage is not a bug");
  }

  private static Response read(String path) {
    return path.startsWith("/v1")
        ? app.api().get(path.formatted(metric))
        : tenants.console().get("/console/api/apps/" + app.appId() + path);
  }

  private static List<String> reads() {
    return java.util.stream.Stream.concat(PUBLIC.stream(), CONSOLE.stream()).toList();
  }

  /** Sends all reads at once; each must respond with {@code status} in time. */
  private static void readAll(int status) {
    ExecutorService threads = Executors.newFixedThreadPool(reads().size());
    try {
      CompletableFuture<?>[] calls =
          reads().stream()
              .map(path -> CompletableFuture.runAsync(() -> assertRead(path, status), threads))
              .toArray(CompletableFuture[]::new);
      CompletableFuture.allOf(calls).join();
    } finally {
      threads.shutdownNow();
    }
  }

  private static void assertRead(String path, int status) {
    long start = System.nanoTime();
    Response response = read(path);
    long millis = (System.nanoTime() - start) / 1_000_000;
    assertEquals(status, response.status(), () -> path + " " + response.body());
    assertTrue(millis < MAX_MILLIS, () -> path + " took " + millis + " ms");
    if (status == 503) {
      assertFalse(response.header("Retry-After").isEmpty(), () -> path + " has no Retry-After");
    }
  }

  private static void awaitReads() {
    Poll.until(
        Duration.ofSeconds(20),
        () -> "reads resume",
        () -> reads().stream().allMatch(path -> read(path).status() == 200));
  }

  private static void postPageView(String shop, Duration ago) {
    String body =
        "{\"eventName\":\"page_view\",\"path\":\"/\",\"customerId\":\"%s\",\"timestamp\":\"%s\"}"
            .formatted(shop, Instant.now().minus(ago));
    assertEquals(200, app.api().post("/v1/usage_events", body).status());
  }

  private static int activeNow() {
    Response response = read("/sessions/summary");
    assertEquals(200, response.status(), response::body);
    return response.json().at("/summary/activeNow").asInt(-1);
  }

  @Test
  void whilePostgresHangsEveryReadIsRefusedInTimeAndResumesAfterwards() {
    readAll(200);
    Signals.freeze(stores.postgres().pid());
    try {
      // Alone, it has a connection at once, which hangs.
      assertRead("/usage-metrics", 503);
      readAll(503);
      readAll(503);
    } finally {
      Signals.thaw(stores.postgres().pid());
    }
    awaitReads();
  }

  @Test
  void whilePostgresIsStoppedEveryReadIsRefusedInTimeAndResumesAfterwards() {
    readAll(200);
    stores.postgres().stop();
    try {
      readAll(503);
    } finally {
      stores.startPostgres();
    }
    awaitReads();
  }

  @Test
  void duringOutagesOfRedisReadsSucceedAndCountActiveCustomers() {
    postPageView("old.example.com", Duration.ofMinutes(45));
    postPageView("one.example.com", Duration.ofMinutes(20));
    int before = activeNow();
    assertTrue(before >= 1, () -> "active now " + before);
    assertEquals("+OK", new RedisCommands(stores.redis().uri()).send("FLUSHALL"));
    assertEquals(before, activeNow(), "after Redis was emptied");
    Signals.freeze(stores.redis().pid());
    try {
      readAll(200);
      assertEquals(before, activeNow(), "while Redis hangs");
    } finally {
      Signals.thaw(stores.redis().pid());
    }
    stores.redis().kill();
    try {
      readAll(200);
      assertEquals(before, activeNow(), "while Redis is stopped");
      postPageView("two.example.com", Duration.ofMinutes(1));
      assertEquals(before + 1, activeNow(), "with an event that arrived while Redis was stopped");
    } finally {
      stores.redis().restart();
    }
    assertEquals(before + 1, activeNow(), "with an empty Redis");
    postPageView("three.example.com", Duration.ofMinutes(2));
    assertEquals(before + 2, activeNow(), "with Redis in use again");
  }

  /** Redis has all of them again, so that later reads count without PostgreSQL. */
  @Test
  void afterRedisWasEmptiedManyActiveCustomersAreFilledAgain() {
    int before = activeNow();
    String time = Instant.now().minus(Duration.ofMinutes(3)).toString();
    List<String> batches = new ArrayList<>();
    for (int batch = 0; batch < ACTIVE / BATCH; batch++) {
      StringJoiner events = new StringJoiner(",", "{\"events\":[", "]}");
      for (int i = 0; i < BATCH; i++) {
        events.add(
            "{\"eventName\":\"page_view\",\"path\":\"/\",\"customerId\":\"many%d.example.com\",\"timestamp\":\"%s\"}"
                .formatted(batch * BATCH + i, time));
      }
      batches.add(events.toString());
    }
    // What a busy machine refuses is sent again; customers don't count twice.
    new RetryingClients(() -> new Http(service.httpUrl()), app.key()).run(batches, 1);
    assertEquals(before + ACTIVE, activeNow());
    RedisCommands redis = new RedisCommands(stores.redis().uri());
    assertEquals("+OK", redis.send("FLUSHALL"));
    assertEquals(before + ACTIVE, activeNow());
    Poll.until(
        Duration.ofSeconds(5),
        () -> redis.send(KEPT),
        () -> redis.send(KEPT).equals(":" + (before + ACTIVE)));
    assertEquals(before + ACTIVE, activeNow());
  }
}
