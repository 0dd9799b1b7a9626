package dev.shopwire.app.operations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.GcLog;
import dev.shopwire.app.support.OwnStores;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Signals;
import dev.shopwire.testing.Tenants;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests ten times more load than the service can process, with a heap of 512 MB: the load of full
 * speed is offered while PostgreSQL runs a tenth of the time, together with clients that send or
 * read slowly or not at all, and a webhook receiver that hangs. Every request gets a prompt
 * response, the heap stays bounded, acknowledged data is stored once, and the service recovers
 * soon.
 */
@Tag("long")
class OverloadIT {
  private static final int SECONDS = RunSize.of("overload.seconds", 12, 300);
  private static final int HEAP_MEBIBYTES = 512;
  private static final int MAX_MEBIBYTES_AFTER_GC = 350;
  private static final Duration CYCLE = Duration.ofMillis(400);
  private static final long MAX_REFUSAL_MILLIS = 2_500;

  /** If other programs use more of the processors, durations say nothing about the service. */
  private static final double MAX_SHARE_OF_OTHERS = 0.2;

  /** Requests per second; too many on any machine. */
  private static final double MIN_OFFERED = 200;

  private static Vertx vertx;
  private static OwnStores stores;
  private static Path gcLog;
  private static ServiceProcess service;
  private static Tenants.App app;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() {
    vertx = Vertx.vertx();
    stores = new OwnStores("overload");
    gcLog = stores.directory().resolve("gc.log");
    service =
        stores.startService(
            Map.of(
                "JAVA_TOOL_OPTIONS",
                "-XX:+ExitOnOutOfMemoryError -Xlog:gc:file=" + gcLog,
                "SHOPWIRE_WEBHOOK_ALLOW_PRIVATE",
                "true",
                "SHOPWIRE_LIMITS_FIELDS_PER_APP",
                "100",
                "SHOPWIRE_HTTP_CONNECTIONS_PER_ADDRESS",
                "0"));
    Tenants tenants =
        new Tenants(service.consoleUrl(), service.httpUrl(), RunningService.ADMIN_TOKEN);
    app = tenants.app();
    int hanging =
        vertx
            .createNetServer()
            .connectHandler(socket -> {})
            .listen(0, "127.0.0.1")
            .await()
            .actualPort();
    subscribe(tenants, "http://127.0.0.1:" + hanging + "/hang");
  }

  /** Retries, since a call may time out on a busy machine. */
  private static void subscribe(Tenants tenants, String url) {
    String body = "{\"url\":\"" + url + "\",\"topics\":[\"customers/usage_event\"]}";
    Poll.until(
        Duration.ofSeconds(30),
        () -> "an endpoint is created",
        () ->
            tenants
                    .console()
                    .post(
                        "/console/api/workspaces/" + app.workspaceId() + "/webhook-endpoints", body)
                    .status()
                == 200);
  }

  @AfterAll
  static void stop() {
    service.close();
    stores.close();
    vertx.close().await();
  }

  @Test
  void underTenTimesTheLoadMemoryIsBoundedAndRequestsSucceedOrAreRefused() throws Exception {
    OverloadTraffic traffic = new OverloadTraffic(vertx, service, app, slug());
    traffic.fill();
    double fullSpeed = traffic.requestsPerSecondAtFullSpeed(Duration.ofSeconds(3));
    double offered = Math.max(fullSpeed, MIN_OFFERED);
    OtherCpuUsage machine = new OtherCpuUsage();
    OverloadSlowClients slow = new OverloadSlowClients(vertx, service, app.key());
    CompletableFuture<Void> slowdown;
    double others;
    slow.open();
    try {
      slowdown = CompletableFuture.runAsync(OverloadIT::slowPostgresDown);
      traffic.offer(offered, Duration.ofSeconds(SECONDS));
      slowdown.join();
      others = machine.shareOfOthers();
    } finally {
      Signals.thaw(stores.postgres().pid());
      slow.close();
    }
    assertTrue(service.process().isAlive(), () -> "the process exited: " + service.output());
    long millis = awaitRecovery();
    System.out.println("Recovered after " + millis + " ms; " + memory());
    System.out.println(
        "Full speed is %.0f requests/s; offered %.0f/s for %d s, others used %.0f %% of the machine: %s"
            .formatted(fullSpeed, offered, SECONDS, others * 100, traffic));
    System.out.println("Slow clients: " + slow);
    assertFalse(service.output().contains("java.lang.OutOfMemoryError"), service::output);
    assertEquals("", traffic.unexpected());
    assertTrue(
        GcLog.read(gcLog).maxUsedMib() < MAX_MEBIBYTES_AFTER_GC, () -> GcLog.read(gcLog) + "");
    assertTrue(traffic.refused() > 0, "nothing was refused, so this was no overload");
    if (others < MAX_SHARE_OF_OTHERS) {
      assertTrue(traffic.refusalMillis(99) <= MAX_REFUSAL_MILLIS, traffic::toString);
      assertTrue(
          blockedEventLoops() <= 2, () -> blockedEventLoops() + " times an event loop was blocked");
    }
    traffic.assertStoredOnce(stores.sql());
  }

  private static String slug() {
    return stores.sql().text("select slug from apps where id = ?", Long.parseLong(app.appId()));
  }

  /** PostgreSQL runs for a tenth of the time. */
  private static void slowPostgresDown() {
    long end = System.nanoTime() + Duration.ofSeconds(SECONDS).toNanos();
    while (System.nanoTime() < end) {
      Signals.freeze(stores.postgres().pid());
      LockSupport.parkNanos(CYCLE.toNanos() * 9 / 10);
      Signals.thaw(stores.postgres().pid());
      LockSupport.parkNanos(CYCLE.toNanos() / 10);
    }
  }

  private static long awaitRecovery() {
    long start = System.nanoTime();
    Http management = new Http(service.managementUrl());
    Poll.until(
        Duration.ofSeconds(10),
        () -> "the service recovers; " + memory(),
        () -> management.isUp("/health/ready") && OverloadTraffic.isResponsive(app));
    return (System.nanoTime() - start) / 1_000_000;
  }

  private static String memory() {
    return GcLog.read(gcLog)
        + " of "
        + HEAP_MEBIBYTES
        + " MiB; "
        + GcLog.residentPeak(service.process().pid())
        + "; event loops blocked "
        + blockedEventLoops()
        + " times";
  }

  private static long blockedEventLoops() {
    return service.output().lines().filter(line -> line.contains("has been blocked for")).count();
  }
}
