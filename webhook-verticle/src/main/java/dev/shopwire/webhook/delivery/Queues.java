package dev.shopwire.webhook.delivery;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The queues of the endpoints that this worker delivers for. Not thread-safe; use from one event
 * loop.
 */
final class Queues {
  private final MessageMemory memory = new MessageMemory();
  private final Map<Long, EndpointQueue> byEndpoint = new HashMap<>();

  Optional<EndpointQueue> find(long endpointId) {
    return Optional.ofNullable(byEndpoint.get(endpointId));
  }

  /** Returns the existing queue if there is one. */
  EndpointQueue add(EndpointStates.Read read) {
    return byEndpoint.computeIfAbsent(
        read.endpoint().id(), id -> new EndpointQueue(read.endpoint(), read.health(), memory));
  }

  void remove(long endpointId) {
    byEndpoint.remove(endpointId);
  }

  void removeOf(Set<Integer> lanes) {
    byEndpoint.values().removeIf(queue -> lanes.contains(queue.endpoint().lane()));
  }

  Collection<EndpointQueue> all() {
    return byEndpoint.values();
  }

  List<EndpointQueue> of(Set<Integer> lanes) {
    List<EndpointQueue> found = new ArrayList<>();
    for (EndpointQueue queue : byEndpoint.values()) {
      if (lanes.contains(queue.endpoint().lane())) {
        found.add(queue);
      }
    }
    return found;
  }
}
