package dev.shopwire.testing.redis;

import dev.shopwire.testing.FreePorts;
import dev.shopwire.testing.Poll;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A Redis Cluster of six processes: three masters with one replica each. Blocking. */
public final class RedisCluster implements AutoCloseable {
  public static final int SLOTS = 16_384;
  private static final int MASTERS = 3;
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final String PASSWORD = "cluster-for-tests-alone";

  private final List<RedisNode> nodes = new ArrayList<>();

  /** Starts and joins all nodes; returns when every slot is served and has a replica. */
  public RedisCluster() {
    try {
      Map<String, String> settings =
          RedisNode.data(
              Map.of(
                  "cluster-enabled", "yes",
                  "cluster-node-timeout", "1000",
                  "cluster-replica-validity-factor", "0",
                  "masterauth", PASSWORD));
      for (int i = 0; i < 2 * MASTERS; i++) {
        nodes.add(
            RedisNode.launch(
                RedisNode.program(), FreePorts.nextForRedis(), PASSWORD, settings, List.of()));
      }
      nodes.forEach(RedisNode::awaitReady);
      join();
    } catch (RuntimeException | AssertionError e) {
      close();
      throw e;
    }
  }

  private void join() {
    for (int i = 0; i < MASTERS; i++) {
      List<Object> command = new ArrayList<>(List.of("CLUSTER", "ADDSLOTS"));
      IntStream.range(SLOTS * i / MASTERS, SLOTS * (i + 1) / MASTERS).forEach(command::add);
      nodes.get(i).call(command.toArray());
    }
    nodes.forEach(node -> node.call("CLUSTER", "MEET", "127.0.0.1", nodes.get(0).port()));
    until("all nodes know each other", node -> count(node, "") == 2 * MASTERS);
    for (int i = 0; i < MASTERS; i++) {
      RedisNode replica = nodes.get(MASTERS + i);
      replica.call("CLUSTER", "REPLICATE", id(nodes.get(i)));
    }
    until("replicas are known", node -> count(node, "slave") == MASTERS);
    until("the cluster is complete", RedisCluster::isComplete);
    Poll.until(
        TIMEOUT,
        () -> "replicas are in sync",
        () ->
            nodes.subList(MASTERS, 2 * MASTERS).stream()
                .allMatch(replica -> replica.info("master_link_status").equals("up")));
  }

  private void until(String what, java.util.function.Predicate<RedisNode> condition) {
    Poll.until(
        TIMEOUT,
        () -> what + "; " + liveNodes().get(0).call("CLUSTER", "NODES"),
        () -> liveNodes().stream().allMatch(condition));
  }

  private List<RedisNode> liveNodes() {
    return nodes.stream().filter(RedisNode::isAlive).toList();
  }

  private static boolean isComplete(RedisNode node) {
    return node.call("CLUSTER", "INFO").toString().contains("cluster_state:ok");
  }

  private static long count(RedisNode node, String flag) {
    return node.call("CLUSTER", "NODES")
        .toString()
        .lines()
        .filter(line -> !line.contains("handshake") && line.contains(flag))
        .count();
  }

  private static String id(RedisNode node) {
    return node.call("CLUSTER", "MYID").toString();
  }

  /** The value for {@code redis.uri}, with two of the nodes. */
  public String uri() {
    return "redis-cluster://:%s@127.0.0.1:%d,127.0.0.1:%d"
        .formatted(PASSWORD, nodes.get(0).port(), nodes.get(1).port());
  }

  public List<RedisNode> nodes() {
    return nodes;
  }

  /** The live nodes with the role master. */
  public List<RedisNode> masters() {
    return liveNodes().stream().filter(node -> node.info("role").equals("master")).toList();
  }

  /** The slot of a key, as computed by Redis. */
  public int slot(String key) {
    return Integer.parseInt(liveNodes().get(0).call("CLUSTER", "KEYSLOT", key).toString());
  }

  /** The master that owns {@code slot} according to a live node. */
  public RedisNode owner(int slot) {
    RedisNode node = liveNodes().get(0);
    for (Object range : (List<?>) node.call("CLUSTER", "SLOTS")) {
      List<?> parts = (List<?>) range;
      if ((Long) parts.get(0) <= slot && slot <= (Long) parts.get(1)) {
        long port = (Long) ((List<?>) parts.get(2)).get(1);
        return nodes.stream().filter(each -> each.port() == port).findFirst().orElseThrow();
      }
    }
    throw new IllegalStateException("no node has slot " + slot);
  }

  /** Waits until every slot is served by live nodes. */
  public void awaitComplete() {
    until("the cluster is complete", RedisCluster::isComplete);
  }

  /** Starts moving a slot: the old owner now redirects missing keys to the new one (ASK). */
  public void beginMove(int slot, RedisNode from, RedisNode to) {
    to.call("CLUSTER", "SETSLOT", slot, "IMPORTING", id(from));
    from.call("CLUSTER", "SETSLOT", slot, "MIGRATING", id(to));
  }

  /** Moves the slot's keys and finishes the move: the old owner now replies MOVED. */
  public void endMove(int slot, RedisNode from, RedisNode to) {
    List<?> keys = (List<?>) from.call("CLUSTER", "GETKEYSINSLOT", slot, 1_000);
    for (Object key : keys) {
      from.call("MIGRATE", "127.0.0.1", to.port(), key, 0, 1_000, "REPLACE", "AUTH", PASSWORD);
    }
    to.call("CLUSTER", "SETSLOT", slot, "NODE", id(to));
    from.call("CLUSTER", "SETSLOT", slot, "NODE", id(to));
  }

  @Override
  public void close() {
    nodes.forEach(RedisNode::close);
  }
}
