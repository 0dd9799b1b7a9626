package dev.shopwire.app.analytics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.Metric;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.PostgresPair;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Signals;
import dev.shopwire.testing.Stores;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Reads with a real replica that lags, freezes, is killed and is promoted. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("full")
class ReplicaIT {
  private static final Path DIRECTORY = TemporaryFiles.directory("replica");
  private static final int MAX_LAG_MILLIS = 2_500;

  /** Two seconds, plus a margin for a busy machine. */
  private static final long MAX_MILLIS = 2_500;

  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final String EVENT =
      "{\"eventName\":\"%s\",\"customerId\":\"s.example.com\",\"timestamp\":\"%s\",\"eventId\":\"%s\"}";
  private static final String REPORT =
      "/v1/usage_events/report?period=last_7_days&calculation=count&eventName=";
  private static PostgresPair postgres;
  private static ServiceProcess service;
  private static Tenants tenants;
  private static Tenants.App app;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() {
    postgres = new PostgresPair(DIRECTORY);
    service =
        ServiceProcess.start(
            DIRECTORY,
            RunningService.onSharedStores(
                Map.of(
                    "SHOPWIRE_POSTGRES_URI",
                    postgres.primary().uri(),
                    "SHOPWIRE_POSTGRES_REPLICA_URI",
                    postgres.replica().uri() + "?application_name=reads",
                    "SHOPWIRE_POSTGRES_REPLICA_LAG_MILLIS",
                    Integer.toString(MAX_LAG_MILLIS),
                    "SHOPWIRE_VERTICLES",
                    "ingest,analytics,console",
                    "SHOPWIRE_REDIS_URI",
                    Stores.shared().redisUri())));
    tenants = new Tenants(service.consoleUrl(), service.httpUrl(), RunningService.ADMIN_TOKEN);
    app = tenants.app();
    awaitUsable(true);
  }

  @AfterAll
  static void stop() {
    service.close();
    postgres.close();
    List<String> bugs = service.errors();
    TemporaryFiles.delete(DIRECTORY);
    assertEquals(List.of(), bugs, "an outage is not a bug");
  }

  private static double metric(String name) {
    return Metric.value(service.managementUrl(), name);
  }

  private static double readsOnReplica() {
    return metric("shopwire_replica_reads_total{on=\"replica\"}");
  }

  private static void awaitUsable(boolean usable) {
    Poll.until(
        TIMEOUT,
        () -> "the replica is " + (usable ? "in use" : "not in use"),
        () -> metric("shopwire_replica_usable") == (usable ? 1 : 0));
  }

  /** Retries a 503, which a busy machine may cause, with the same id, as documented. */
  private static void post(String name) {
    String event = EVENT.formatted(name, Instant.now(), UUID.randomUUID());
    Poll.until(
        TIMEOUT,
        () -> "the event is accepted",
        () -> app.api().post("/v1/usage_events", event).status() == 200);
  }

  private static Response report(String name) {
    Response response = app.api().get(REPORT + name);
    assertEquals(200, response.status(), response::body);
    return response;
  }

  private static void assertAll(String name, int events) {
    Response report = report(name);
    assertFalse(report.json().has("asOf"), report::body);
    assertEquals(events, report.json().at("/report/value").asInt(), report::body);
    assertListed(name, events);
  }

  private static void assertListed(String name, int events) {
    Response list = app.api().get("/v1/usage_events?eventName=" + name);
    assertEquals(events, list.json().path("events").size(), list::body);
  }

  @Test
  @Order(1)
  void readsUseTheReplicaAndIncludeEventsJustAccepted() {
    double before = readsOnReplica();
    for (int i = 1; i <= 10; i++) {
      post("fresh");
      assertAll("fresh", i);
    }
    for (String path :
        List.of("/sessions", "/page-views", "/funnels?steps=a,b&window=1d", "/retention")) {
      Response response = tenants.console().get("/console/api/apps/" + app.appId() + path);
      assertEquals(200, response.status(), response::body);
    }
    assertEquals(24, readsOnReplica() - before, "reads on the replica");
    assertTrue(
        postgres
                .replicaSql()
                .number(
                    "select count(*) from pg_stat_activity"
                        + " where application_name = 'reads' and query = 'rollback'")
            >= 2,
        "reading connections in the replica's pg_stat_activity");
  }

  @Test
  @Order(2)
  void aLaggingReplicaIsReadWithAsOfUntilItLagsTooMuch() {
    post("lag");
    assertAll("lag", 1);
    postgres.replicaSql().run("select pg_wal_replay_pause()");
    try {
      Instant paused = Instant.now();
      post("lag");
      Response stale = report("lag");
      assertEquals(1, stale.json().at("/report/value").asInt(), stale::body);
      Instant asOf = Instant.parse(stale.json().path("asOf").asText());
      assertTrue(
          !asOf.isAfter(Instant.now()) && asOf.isAfter(paused.minusSeconds(5)), asOf::toString);
      assertListed("lag", 2);
      awaitUsable(false);
      assertTrue(metric("shopwire_replica_lag_seconds") >= MAX_LAG_MILLIS / 1_000.0);
      assertAll("lag", 2);
    } finally {
      postgres.replicaSql().run("select pg_wal_replay_resume()");
    }
    awaitUsable(true);
    assertAll("lag", 2);
  }

  @Test
  @Order(4)
  void aFrozenReplicaFailsNoRead() {
    whileReading(
        () -> {
          Signals.freeze(postgres.replica().pid());
          try {
            awaitUsable(false);
            assertPrompt();
          } finally {
            Signals.thaw(postgres.replica().pid());
          }
          awaitUsable(true);
        });
  }

  @Test
  @Order(5)
  void aKilledReplicaFailsNoRead() {
    whileReading(
        () -> {
          Signals.kill(postgres.replica().pid());
          awaitUsable(false);
          assertPrompt();
          postgres.replica().stop();
          postgres.startReplica();
          awaitUsable(true);
        });
  }

  @Test
  @Order(6)
  void aPromotedReplicaIsNoLongerUsed() {
    postgres.replicaSql().run("select pg_promote()");
    awaitUsable(false);
    post("promoted");
    assertAll("promoted", 1);
  }

  /** Once the replica is known to be unavailable, no read waits for it. */
  private static void assertPrompt() {
    long start = System.nanoTime();
    report("reading");
    long millis = (System.nanoTime() - start) / 1_000_000;
    assertTrue(millis < 1_000, () -> "took " + millis + " ms");
  }

  private static void whileReading(Runnable disruption) {
    post("reading");
    AtomicBoolean done = new AtomicBoolean();
    AtomicLong reads = new AtomicLong();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<CompletableFuture<Void>> readers = new ArrayList<>();
      for (String path :
          List.of(
              REPORT + "reading",
              "/v1/usage_events",
              "/v1/usage_events/report?calculation=median&overProperty=n",
              "/v1/usage_events?calculation=count")) {
        readers.add(
            CompletableFuture.runAsync(
                () -> {
                  while (!done.get()) {
                    assertInTime(path);
                    reads.incrementAndGet();
                  }
                },
                threads));
      }
      Poll.until(TIMEOUT, () -> "20 reads", () -> reads.get() > 20);
      disruption.run();
      long before = reads.get();
      Poll.until(TIMEOUT, () -> "20 more reads", () -> reads.get() > before + 20);
      done.set(true);
      readers.forEach(CompletableFuture::join);
    } finally {
      done.set(true);
      threads.shutdownNow();
    }
  }

  private static void assertInTime(String path) {
    long start = System.nanoTime();
    Response response = app.api().get(path);
    long millis = (System.nanoTime() - start) / 1_000_000;
    assertEquals(200, response.status(), () -> path + " " + response.body());
    assertTrue(millis < MAX_MILLIS, () -> path + " took " + millis + " ms");
  }
}
