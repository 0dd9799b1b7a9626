package dev.shopwire.common.redis;

import io.vertx.redis.client.Response;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Maps slots to masters, as reported by a cluster node. Not thread-safe; use from one event loop.
 */
final class SlotMap {
  private final @Nullable HostPort[] owners = new HostPort[RedisKeys.SLOTS];
  private final Set<HostPort> masters = new LinkedHashSet<>();
  private final Set<HostPort> nodes = new LinkedHashSet<>();

  /**
   * Parses the reply to {@code CLUSTER SLOTS}.
   *
   * @param sender the node that sent it, which an omitted host stands for
   */
  static SlotMap of(Response ranges, HostPort sender) {
    SlotMap map = new SlotMap();
    for (Response range : ranges) {
      HostPort master = address(range.get(2), sender);
      map.masters.add(master);
      for (int slot = range.get(0).toInteger(); slot <= range.get(1).toInteger(); slot++) {
        map.owners[slot] = master;
      }
      for (int index = 2; index < range.size(); index++) {
        map.nodes.add(address(range.get(index), sender));
      }
    }
    return map;
  }

  private static HostPort address(Response node, HostPort sender) {
    Response host = node.get(0);
    String name = host == null ? "" : host.toString();
    return new HostPort(
        name.isEmpty() || name.equals("?") ? sender.host() : name, node.get(1).toInteger());
  }

  /** Null if no node has it, or no map was read yet. */
  @Nullable HostPort owner(int slot) {
    return owners[slot];
  }

  /** Records that a node reported the slot as moved. */
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
