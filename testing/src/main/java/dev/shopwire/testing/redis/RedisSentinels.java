package dev.shopwire.testing.redis;

import dev.shopwire.testing.Poll;
import dev.shopwire.testing.TemporaryFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A master with a replica, watched by three sentinels that know no password. Blocking. */
public final class RedisSentinels implements AutoCloseable {
  public static final String MASTER = "shopwire";
  private static final Duration TIME = Duration.ofSeconds(30);
  private static final String PASSWORD = "sentinel-for-tests-alone";

  // A path of the program with "redis-sentinel" in it would make all of them sentinels.
  private final Path directory = TemporaryFiles.directory("watched-redis");
  private final List<RedisNode> servers = new ArrayList<>();
  private final List<RedisNode> sentinels = new ArrayList<>();

  /** Returns when all sentinels know each other and the replica. */
  public RedisSentinels() {
    try {
      Path program = RedisNode.program(directory);
      Map<String, String> settings = RedisNode.data(Map.of("masterauth", PASSWORD));
      for (int i = 0; i < 2; i++) {
        servers.add(RedisNode.launch(program, RedisNode.freePort(), PASSWORD, settings, List.of()));
      }
      servers.forEach(RedisNode::awaitReady);
      servers.get(1).ask("REPLICAOF", "127.0.0.1", servers.get(0).port());
      Poll.until(
          TIME,
          () -> "the replica is in step",
          () -> servers.get(1).info("master_link_status").equals("up"));
      for (int i = 0; i < 3; i++) {
        sentinels.add(sentinel(program));
      }
      sentinels.forEach(RedisNode::awaitReady);
      Poll.until(
          TIME,
          () -> "the sentinels know each other and the replica",
          () -> sentinels.stream().allMatch(RedisSentinels::isComplete));
    } catch (RuntimeException | AssertionError e) {
      close();
      throw e;
    }
  }

  private RedisNode sentinel(Path program) {
    int port = servers.get(0).port();
    // In the file's order of keys "monitor" must come first: hence one value of several lines.
    String monitored =
        """
        monitor %1$s 127.0.0.1 %2$d 2
        sentinel auth-pass %1$s %3$s
        sentinel down-after-milliseconds %1$s 1000
        sentinel failover-timeout %1$s 5000"""
            .formatted(MASTER, port, PASSWORD);
    return RedisNode.launch(
        program, RedisNode.freePort(), "", Map.of("sentinel", monitored), List.of("--sentinel"));
  }

  private static boolean isComplete(RedisNode sentinel) {
    return ((List<?>) sentinel.ask("SENTINEL", "SENTINELS", MASTER)).size() == 2
        && ((List<?>) sentinel.ask("SENTINEL", "REPLICAS", MASTER)).size() == 1;
  }

  /** By all three sentinels, as {@code redis.uri} has it. */
  public String uri() {
    return "redis-sentinel://:%s@127.0.0.1:%d,127.0.0.1:%d,127.0.0.1:%d/1#%s"
        .formatted(
            PASSWORD,
            sentinels.get(0).port(),
            sentinels.get(1).port(),
            sentinels.get(2).port(),
            MASTER);
  }

  /** By both servers, without the sentinels. */
  public String replicationUri() {
    return "redis://:%s@127.0.0.1:%d,127.0.0.1:%d/1"
        .formatted(PASSWORD, servers.get(1).port(), servers.get(0).port());
  }

  public List<RedisNode> sentinels() {
    return sentinels;
  }

  /** The one that says so of itself, and lives. */
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
    TemporaryFiles.delete(directory);
  }
}
