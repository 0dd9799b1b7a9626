package dev.shopwire.app.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.postgres.DatabaseEpoch;
import dev.shopwire.common.redis.RedisKeys;
import dev.shopwire.testing.FreePorts;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Signals;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Stores;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import dev.shopwire.testing.redis.RedisCluster;
import dev.shopwire.testing.redis.RedisNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Tests the service on a Redis Cluster of six real processes, one of which is killed. */
@SuppressWarnings("NullAway.Init")
@TestMethodOrder(OrderAnnotation.class)
@Tag("full")
class RedisClusterIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final String LIMITS =
      "{\"requestsPerSecond\":1000000,\"eventsPerSecond\":100000000}";
  private static final Path DIRECTORY = TemporaryFiles.directory("on-a-cluster");
  private static final String PORT = Integer.toString(FreePorts.next());
  private static RedisCluster cluster;
  private static ServiceProcess service;
  private static Tenants tenants;
  private static Sql sql;

  /** Each master has the keys of at least one. */
  private static List<Tenants.App> apps;

  @BeforeAll
  static void start() {
    CompletableFuture<RedisCluster> starting = CompletableFuture.supplyAsync(RedisCluster::new);
    sql = new Sql(Stores.shared().postgresUri());
    cluster = starting.join();
    startService();
    apps = appsOnEveryMaster();
    RedisRequests.awaitRedis(service, apps, TIMEOUT);
  }

  @AfterAll
  static void stop() {
    service.close();
    cluster.close();
    List<String> bugs = service.errors().stream().filter(line -> line.contains("Redis")).toList();
    TemporaryFiles.delete(DIRECTORY);
    assertEquals(List.of(), bugs, "an outage is not a bug");
  }

  private static void startService() {
    // Calls that are slow on a busy machine must not count as lost.
    Map<String, String> redis =
        Map.of(
            "SHOPWIRE_REDIS_URI",
            cluster.uri(),
            "SHOPWIRE_REDIS_REPLY_MILLIS",
            "1000",
            "SHOPWIRE_HTTP_PORT",
            PORT);
    service = ServiceProcess.start(DIRECTORY, RunningService.onSharedStores(redis));
    tenants = new Tenants(service.consoleUrl(), service.httpUrl(), RunningService.ADMIN_TOKEN);
  }

  private static List<Tenants.App> appsOnEveryMaster() {
    List<Tenants.App> created = new ArrayList<>();
    Set<Integer> owners = new HashSet<>();
    while (created.size() < 6 || (owners.size() < 3 && created.size() < 60)) {
      Tenants.App app = tenants.app();
      created.add(app);
      owners.add(cluster.owner(keys(app).slot()).port());
    }
    assertEquals(3, owners.size());
    return created;
  }

  private static RedisKeys keys(Tenants.App app) {
    UUID installation = UUID.fromString(sql.text("select id from installation"));
    return RedisKeys.of(installation, Long.parseLong(app.appId()));
  }

  @Test
  void allKeysOfAnAppAreInOneSlotAndAppsAreSpread() {
    Set<Integer> slots = new HashSet<>();
    for (int app = 1; app <= 50; app++) {
      RedisKeys keys = RedisKeys.of(new UUID(app, 7L * app), app);
      for (String key :
          List.of(keys.rate("7"), keys.seen("abc{x}"), keys.windows("e"), keys.windowsRun("e"))) {
        assertEquals(keys.slot(), cluster.slot(key), key);
      }
      slots.add(keys.slot());
    }
    assertTrue(slots.size() > 45, () -> slots.size() + " slots for 50 apps");
  }

  /**
   * Runs first, since session windows are redirected for a while in slots that other tests moved.
   */
  @Test
  @Order(1)
  void everyCallUsesTheClusterAndIsKnownAfterARestart() {
    RedisMetricValues before = RedisMetricValues.of(service);
    for (Tenants.App app : apps) {
      assertEquals(
          20, RedisRequests.post(app, RedisRequests.batch("first", 20)).path("accepted").asInt());
      String known = RedisRequests.batch("first", 20);
      awaitKnown(app, known);
      String overlapping = RedisRequests.batch("first", 30);
      assertEquals(10, RedisRequests.post(app, overlapping).path("accepted").asInt());
      assertEquals(
          30,
          sql.number(
              "select count(*) from usage_events where app_id = ? and" + " event_id like 'first-%'",
              Long.parseLong(app.appId())));
    }
    assertLimitsApply();
    assertSessionWindowsAreStored();
    RedisMetricValues values = RedisMetricValues.of(service).since(before);
    assertFalse(values.hasFailures(), values::toString);
    assertEquals(0, values.redirects(), values::toString);
    for (RedisNode master : cluster.masters()) {
      assertTrue((Long) master.call("DBSIZE") > 0, "a master without keys");
    }
    assertEquals(0, service.stop());
    startService();
    RedisRequests.awaitRedis(service, apps, TIMEOUT);
    double known = RedisMetricValues.of(service).known();
    apps.forEach(app -> RedisRequests.post(app, RedisRequests.batch("first", 20)));
    assertEquals(known + apps.size(), RedisMetricValues.of(service).known());
  }

  /** Idempotency keys are written shortly after the response. */
  private static void awaitKnown(Tenants.App app, String body) {
    Poll.until(
        TIMEOUT,
        () -> "the batch is known",
        () -> {
          double known = RedisMetricValues.of(service).known();
          assertEquals(0, RedisRequests.post(app, body).path("accepted").asInt());
          return RedisMetricValues.of(service).known() > known;
        });
  }

  private static void assertLimitsApply() {
    Tenants.App one = apps.get(0);
    Tenants.App limited =
        tenants.key(
            one.workspaceId(), one.appId(), "{\"requestsPerSecond\":1,\"eventsPerSecond\":10}");
    int status = 200;
    for (int sent = 0; status == 200 && sent < 20; sent++) {
      status =
          limited.api().post("/v1/usage_events", RedisRequests.pageView("l.example.com")).status();
    }
    assertEquals(429, status);
  }

  private static void assertSessionWindowsAreStored() {
    for (Tenants.App app : apps) {
      for (int shop = 1; shop <= 3; shop++) {
        RedisRequests.post(app, RedisRequests.pageView("w" + shop + ".example.com"));
        int expected = shop + (app.equals(apps.get(0)) ? 1 : 0);
        assertEquals(expected, activeNow(app));
        assertEquals(expected, activeNow(app));
      }
      String set = keys(app).windows(sql.text(DatabaseEpoch.QUERY));
      RedisNode owner = cluster.owner(keys(app).slot());
      Poll.until(TIMEOUT, () -> set + " exists", () -> (Long) owner.call("ZCARD", set) > 0);
    }
  }

  private static int activeNow(Tenants.App app) {
    return tenants
        .console()
        .get("/console/api/apps/" + app.appId() + "/sessions/summary")
        .json()
        .at("/summary/activeNow")
        .asInt(-1);
  }

  @Test
  void aSlotMovesWhileRequestsArrive() {
    Tenants.App app = tenants.app();
    int slot = keys(app).slot();
    RedisNode from = cluster.owner(slot);
    RedisNode to =
        cluster.masters().stream().filter(node -> node != from).findFirst().orElseThrow();
    // Its buckets exist, those of its new key do not: calls for these are redirected to the new
    // owner (ASK).
    RedisRequests.post(app, RedisRequests.batch("before the move", 3));
    cluster.beginMove(slot, from, to);
    Tenants.App fresh = tenants.key(app.workspaceId(), app.appId(), LIMITS);
    RedisMetricValues before = RedisMetricValues.of(service);
    for (int i = 0; i < 10; i++) {
      RedisRequests.post(fresh, RedisRequests.pageView("m.example.com"));
    }
    RedisMetricValues duringMove = RedisMetricValues.of(service).since(before);
    assertTrue(duringMove.redirects() >= 10, duringMove::toString);
    assertEquals(0, duringMove.fallbacks() + duringMove.lost(), duringMove::toString);
    // Some of several keys have moved: for now PostgreSQL detects duplicates instead of Redis.
    String batch = RedisRequests.batch("during the move", 5);
    assertEquals(5, RedisRequests.post(app, batch).path("accepted").asInt());
    assertEquals(5, RedisRequests.post(app, batch).path("duplicates").asInt());
    cluster.endMove(slot, from, to);
    before = RedisMetricValues.of(service);
    for (int i = 0; i < 10; i++) {
      RedisRequests.post(app, RedisRequests.batch("after the move " + i, 2));
    }
    awaitKnown(app, RedisRequests.batch("before the move", 3));
    RedisMetricValues afterMove = RedisMetricValues.of(service).since(before);
    assertTrue(afterMove.redirects() >= 1, afterMove::toString);
    assertFalse(afterMove.hasFailures(), afterMove::toString);
    assertEquals(to, cluster.owner(slot));
  }

  @Test
  void aKilledMasterLosesNothingAndItsReplicaIsFound() {
    RedisMetricValues before = RedisMetricValues.of(service);
    RedisNode victim = cluster.owner(keys(apps.get(0)).slot());
    RedisTraffic traffic = new RedisTraffic(service, apps);
    Poll.until(
        TIMEOUT,
        () -> "events arrive",
        () -> RedisMetricValues.of(service).since(before).known() > 50);
    Signals.kill(victim.pid());
    try {
      long millis = RedisRequests.awaitRedis(service, apps, TIMEOUT);
      System.out.println("RedisClusterIT: Redis is used again " + millis + " ms after the kill");
      assertTrue(
          RedisMetricValues.of(service).since(before).fallbacks() > 0, "the kill had no effect");
      assertTrue(new Http(service.managementUrl()).isUp("/health/ready"));
    } finally {
      traffic.stopAndCompare(sql);
      victim.restart();
    }
    cluster.awaitComplete();
    RedisRequests.awaitRedis(service, apps, TIMEOUT);
  }
}
