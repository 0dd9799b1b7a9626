package dev.shopwire.webhook.delivery;

import java.util.HashMap;
import java.util.Map;

/**
 * Divides a limited resource among workspaces: a workspace may acquire more while it holds less
 * than is free. So a workspace alone gets half; of n that want all they can get, each gets one part
 * in n + 1, and one part stays free for the next. Not thread-safe; use from one event loop.
 */
final class FairShares {
  private final long capacity;
  private long used;
  private final Map<Long, Long> byWorkspace = new HashMap<>();

  FairShares(long capacity) {
    this.capacity = capacity;
  }

  boolean canAcquire(long workspaceId) {
    return byWorkspace.getOrDefault(workspaceId, 0L) < capacity - used;
  }

  void acquire(long workspaceId, long amount) {
    used += amount;
    byWorkspace.merge(workspaceId, amount, Long::sum);
  }

  void release(long workspaceId, long amount) {
    used -= amount;
    long left = byWorkspace.getOrDefault(workspaceId, 0L) - amount;
    if (left > 0) {
      byWorkspace.put(workspaceId, left);
    } else {
      byWorkspace.remove(workspaceId);
    }
  }

  long used() {
    return used;
  }
}
