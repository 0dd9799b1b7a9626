package dev.shopwire.webhook.delivery;

import java.util.HashMap;
import java.util.Map;

/**
 * Divides something limited among workspaces: one may take more as long as it holds less than what
 * is free. So a workspace alone gets half, and of n that want all they can get each gets one part
 * in n + 1, and as much stays free for the next. For one event loop.
 */
final class FairShares {
  private final long most;
  private long used;
  private final Map<Integer, Long> byWorkspace = new HashMap<>();

  FairShares(long most) {
    this.most = most;
  }

  boolean mayTake(int workspaceId) {
    return byWorkspace.getOrDefault(workspaceId, 0L) < most - used;
  }

  void take(int workspaceId, long amount) {
    used += amount;
    byWorkspace.merge(workspaceId, amount, Long::sum);
  }

  void giveBack(int workspaceId, long amount) {
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
