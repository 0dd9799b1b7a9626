package dev.shopwire.automation.health;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Optional;

/**
 * Whether the flows of a workspace keep up.
 *
 * @param pendingCauses causes that no flow has decided about yet
 * @param oldestCauseSeconds how long the oldest of them waits; empty if there is none
 * @param dueSteps steps of runs whose time has come
 * @param oldestDueSeconds how long the oldest of them is due; empty if there is none
 * @param stuckRuns runs with a step that is overdue for no reason that they show
 */
record FlowHealth(
    long pendingCauses,
    Optional<Long> oldestCauseSeconds,
    long dueSteps,
    Optional<Long> oldestDueSeconds,
    long stuckRuns) {
  private static final FlowHealth IDLE =
      new FlowHealth(0, Optional.empty(), 0, Optional.empty(), 0);

  /** Of a workspace. There are no flows yet, so nothing waits. */
  static Future<FlowHealth> read(SqlClient client, long workspaceId) {
    return Future.succeededFuture(IDLE);
  }
}
