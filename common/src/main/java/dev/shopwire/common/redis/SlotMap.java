package dev.shopwire.common.redis;

import io.vertx.redis.client.Response;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which master has which slot, as a node of the cluster said it. For one event loop. */
final class SlotMap {
  private final @Nullable HostPort[] owners = new HostPort[RedisKeys.SLOTS];
  private final Set<HostPort> masters = new LinkedHashSet<>();
  private final Set<HostPort> nodes = new LinkedHashSet<>();

  /**
   * Reads the answer to {@code CLUSTER SLOTS}.
   *
   * @param asked stands in for a host that was left out: the node itself
   */
  static SlotMap of(Response ranges, HostPort asked) {
    SlotMap map = new SlotMap();
    for (Response range : ranges) {
      HostPort master = address(range.get(2), asked);
      map.masters.add(master);
      for (int slot = range.get(0).toInteger(); slot <= range.get(1).toInteger(); slot++) {
        map.owners[slot] = master;
      }
      for (int place = 2; place < range.size(); place++) {
        map.nodes.add(address(range.get(place), asked));
      }
    }
    return map;
  }

  private static HostPort address(Response node, HostPort asked) {
    Response host = node.get(0);
    String name = host == null ? "" : host.toString();
    return new HostPort(
        name.isEmpty() || name.equals("?") ? asked.host() : name, node.get(1).toInteger());
  }

  /** Null if nobody has it, or nothing is known yet. */
  @Nullable HostPort owner(int slot) {
    return owners[slot];
  }

  /** A node said that the slot has moved. */
  void move(int slot, HostPort to) {
    owners[slot] = to;
    masters.add(to);
  }

  Set<HostPort> masters() {
    return masters;
  }

  /** Masters and replicas. */
  Set<HostPort> nodes() {
    return nodes;
  }
}
