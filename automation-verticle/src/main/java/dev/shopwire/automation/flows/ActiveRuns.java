package dev.shopwire.automation.flows;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Collection;
import java.util.Map;

/** Counts the active runs of flows: there are none yet. Runs on the caller's event loop. */
final class ActiveRuns {
  private ActiveRuns() {}

  /** Those of each of the flows that has some. */
  static Future<Map<Long, Long>> ofFlows(
      SqlClient client, long workspaceId, Collection<Long> flows) {
    return Future.succeededFuture(Map.of());
  }

  /** Those of each version of a flow that has some. */
  static Future<Map<Integer, Long>> ofVersions(SqlClient client, FlowKey key) {
    return Future.succeededFuture(Map.of());
  }
}
