package dev.shopwire.webhook.delivery;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Endpoints that wait for something, each once: workspaces take turns, and within one its endpoints
 * do. For one event loop.
 */
final class RoundRobin {
  private final ArrayDeque<Integer> workspaces = new ArrayDeque<>();
  private final Map<Integer, ArrayDeque<EndpointQueue>> waiting = new HashMap<>();
  private final Set<EndpointQueue> members = new HashSet<>();

  /** Behind the others of its workspace; nothing if it waits already. */
  void add(EndpointQueue queue) {
    if (members.add(queue)) {
      waiting.computeIfAbsent(queue.endpoint().workspaceId(), this::begin).add(queue);
    }
  }

  private ArrayDeque<EndpointQueue> begin(int workspaceId) {
    workspaces.add(workspaceId);
    return new ArrayDeque<>();
  }

  /** Takes the next one of a workspace that {@code may}; null if there is none. */
  @Nullable EndpointQueue next(IntPredicate may) {
    for (int left = workspaces.size(); left > 0; left--) {
      int workspaceId = workspaces.remove();
      ArrayDeque<EndpointQueue> queues = waiting.get(workspaceId);
      if (queues == null || queues.isEmpty()) {
        waiting.remove(workspaceId);
        continue;
      }
      workspaces.add(workspaceId);
      if (may.test(workspaceId)) {
        EndpointQueue queue = queues.remove();
        members.remove(queue);
        return queue;
      }
    }
    return null;
  }

  void remove(EndpointQueue queue) {
    if (members.remove(queue)) {
      ArrayDeque<EndpointQueue> queues = waiting.get(queue.endpoint().workspaceId());
      if (queues != null) {
        queues.remove(queue);
      }
    }
  }

  boolean isEmpty() {
    return members.isEmpty();
  }
}
