package dev.shopwire.testing.redis;

import dev.shopwire.testing.FreePorts;
import dev.shopwire.testing.Poll;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A master with a replica, monitored by three sentinels without a password. Blocking. */
public final class RedisSentinels implements AutoCloseable {
  public static final String MASTER = "shopwire";
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final String PASSWORD = "sentinel-for-tests-alone";

  private final List<RedisNode> servers = new ArrayList<>();
  private final List<RedisNode> sentinels = new ArrayList<>();

  /** Returns when all sentinels know each other and the replica. */
  public RedisSentinels() {
    try {
      Map<String, String> settings = RedisNode.data(Map.of("masterauth", PASSWORD));
      for (int i = 0; i < 2; i++) {
        servers.add(
            RedisNode.launch(
                RedisNode.program(), FreePorts.nextForRedis(), PASSWORD, settings, List.of()));
      }
      servers.forEach(RedisNode::awaitReady);
      servers.get(1).call("REPLICAOF", "127.0.0.1", servers.get(0).port());
      Poll.until(
          TIMEOUT,
          () -> "the replica is in sync",
          () -> servers.get(1).info("master_link_status").equals("up"));
      for (int i = 0; i < 3; i++) {
        sentinels.add(sentinel());
      }
      sentinels.forEach(RedisNode::awaitReady);
      Poll.until(
          TIMEOUT,
          () -> "the sentinels know each other and the replica",
          () -> sentinels.stream().allMatch(RedisSentinels::isComplete));
    } catch (RuntimeException | AssertionError e) {
      close();
      throw e;
    }
  }

  private RedisNode sentinel() {
    int port = servers.get(0).port();
    // "monitor" must come first, but keys are written in sorted order: hence one multi-line value.
    String monitored =
        """
        monitor %1$s 127.0.0.1 %2$d 2
        sentinel auth-pass %1$s %3$s
        sentinel down-after-milliseconds %1$s 1000
        sentinel failover-timeout %1$s 5000"""
            .formatted(MASTER, port, PASSWORD);
    return RedisNode.launch(
        RedisNode.program(),
        FreePorts.nextForRedis(),
        "",
        Map.of("sentinel", monitored),
        List.of("--sentinel"));
  }

  private static boolean isComplete(RedisNode sentinel) {
    return ((List<?>) sentinel.call("SENTINEL", "SENTINELS", MASTER)).size() == 2
        && ((List<?>) sentinel.call("SENTINEL", "REPLICAS", MASTER)).size() == 1;
  }

  /** The value for {@code redis.uri}, with all three sentinels. */
  public String uri() {
    return "redis-sentinel://:%s@127.0.0.1:%d,127.0.0.1:%d,127.0.0.1:%d/1#%s"
        .formatted(
            PASSWORD,
            sentinels.get(0).port(),
            sentinels.get(1).port(),
            sentinels.get(2).port(),
            MASTER);
  }

  /** The value for {@code redis.uri}, with both servers instead of the sentinels. */
  public String replicationUri() {
    return "redis://:%s@127.0.0.1:%d,127.0.0.1:%d/1"
        .formatted(PASSWORD, servers.get(1).port(), servers.get(0).port());
  }

  public List<RedisNode> sentinels() {
    return sentinels;
  }

  /** The live server with the role master. */
  public RedisNode master() {
    return servers.stream()
        .filter(node -> node.isAlive() && node.info("role").equals("master"))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void close() {
    sentinels.forEach(RedisNode::close);
    servers.forEach(RedisNode::close);
  }
}
