package dev.shopwire.app.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.redis.RedisConfig;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Signals;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Stores;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import dev.shopwire.testing.redis.RedisNode;
import dev.shopwire.testing.redis.RedisSentinels;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests a master and its replica, found by sentinels or by querying both servers, while the master
 * is killed.
 */
@SuppressWarnings("NullAway.Init")
@Tag("full")
class RedisSentinelIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final RedisConfig CONFIG =
      new RedisConfig(
          Duration.ofMillis(500),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
  private static final Path DIRECTORY = TemporaryFiles.directory("with-sentinels");
  private static RedisSentinels redis;
  private static ServiceProcess service;

  @BeforeAll
  static void start() {
    CompletableFuture<RedisSentinels> starting = CompletableFuture.supplyAsync(RedisSentinels::new);
    Stores.shared();
    redis = starting.join();
    service =
        ServiceProcess.start(
            DIRECTORY, RunningService.onSharedStores(Map.of("SHOPWIRE_REDIS_URI", redis.uri())));
  }

  @AfterAll
  static void stop() {
    service.close();
    redis.close();
    List<String> bugs = service.errors().stream().filter(line -> line.contains("Redis")).toList();
    TemporaryFiles.delete(DIRECTORY);
    assertEquals(List.of(), bugs, "an outage is not a bug");
  }

  @Test
  void theNewMasterIsFoundWhileEventsArrive() {
    Tenants tenants =
        new Tenants(service.consoleUrl(), service.httpUrl(), RunningService.ADMIN_TOKEN);
    Tenants.App app = tenants.app();
    Tenants.App other = tenants.app();
    RedisRequests.awaitRedis(service, List.of(app), TIMEOUT);
    RedisNode victim = redis.master();
    assertTrue(victim.info("db1").contains("keys="), "the keys are in the URI's database");
    RedisMetricValues before = RedisMetricValues.of(service);
    RedisTraffic traffic = new RedisTraffic(service, List.of(app, other));
    Poll.until(
        TIMEOUT,
        () -> "events arrive",
        () -> RedisMetricValues.of(service).since(before).known() > 50);
    Signals.kill(victim.pid());
    try (BlockingRedisLink direct = new BlockingRedisLink(redis.replicationUri(), CONFIG)) {
      long millis = RedisRequests.awaitRedis(service, List.of(app), TIMEOUT);
      System.out.println("RedisSentinelIT: Redis is used again " + millis + " ms after the kill");
      assertNotEquals(victim, redis.master());
      direct.awaitWritable();
    } finally {
      traffic.stopAndCompare(new Sql(Stores.shared().postgresUri()));
    }
    assertReturningMasterIsNotUsed(victim, app);
  }

  /** Until sentinels turn it into a replica, after about ten seconds, it claims to be a master. */
  private static void assertReturningMasterIsNotUsed(RedisNode killed, Tenants.App app) {
    int master = redis.master().port();
    killed.restart();
    RedisRequests.awaitRedis(service, List.of(app), TIMEOUT);
    String keys = killed.info("db1");
    assertTrue(keys.isEmpty() || killed.info("role").equals("slave"), () -> "it has " + keys);
    killed.call("REPLICAOF", "127.0.0.1", master);
    Poll.until(
        TIMEOUT,
        () -> "the killed master is a replica in sync",
        () -> killed.info("master_link_status").equals("up"));
    RedisRequests.awaitRedis(service, List.of(app), TIMEOUT);
  }

  @Test
  void aSentinelThatHangsDoesNotHideTheMaster() {
    long hanging = redis.sentinels().get(0).pid();
    Signals.freeze(hanging);
    try (BlockingRedisLink link = new BlockingRedisLink(redis.uri(), CONFIG)) {
      link.awaitWritable();
    } finally {
      Signals.thaw(hanging);
    }
  }

  @Test
  void withoutSentinelsTheMasterIsFoundAmongTheServers() {
    try (BlockingRedisLink link = new BlockingRedisLink(redis.replicationUri(), CONFIG)) {
      link.awaitWritable();
    }
  }
}
