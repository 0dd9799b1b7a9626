package dev.shopwire.webhook.delivery;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Holds waiting endpoints, each once: workspaces take turns, and so do the endpoints of each. Not
 * thread-safe; use from one event loop.
 */
final class RoundRobin {
  private final ArrayDeque<Long> workspaces = new ArrayDeque<>();
  private final Map<Long, ArrayDeque<EndpointQueue>> waiting = new HashMap<>();
  private final Set<EndpointQueue> present = new HashSet<>();

  /** Adds an endpoint after the others of its workspace, unless it is waiting already. */
  void add(EndpointQueue queue) {
    if (present.add(queue)) {
      waiting.computeIfAbsent(queue.endpoint().workspaceId(), this::addWorkspace).add(queue);
    }
  }

  private ArrayDeque<EndpointQueue> addWorkspace(Long workspaceId) {
    workspaces.add(workspaceId);
    return new ArrayDeque<>();
  }

  /** Removes and returns the next endpoint of an allowed workspace; null if there is none. */
  @Nullable EndpointQueue next(LongPredicate allowed) {
    for (int left = workspaces.size(); left > 0; left--) {
      Long workspaceId = workspaces.remove();
      ArrayDeque<EndpointQueue> queues = waiting.get(workspaceId);
      if (queues == null || queues.isEmpty()) {
        waiting.remove(workspaceId);
        continue;
      }
      workspaces.add(workspaceId);
      if (allowed.test(workspaceId)) {
        EndpointQueue queue = queues.remove();
        present.remove(queue);
        return queue;
      }
    }
    return null;
  }

  void remove(EndpointQueue queue) {
    if (present.remove(queue)) {
      ArrayDeque<EndpointQueue> queues = waiting.get(queue.endpoint().workspaceId());
      if (queues != null) {
        queues.remove(queue);
      }
    }
  }

  boolean isEmpty() {
    return present.isEmpty();
  }
}
