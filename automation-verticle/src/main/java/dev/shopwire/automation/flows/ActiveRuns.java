package dev.shopwire.automation.flows;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Counts the active runs of flows. Runs on the caller's event loop. */
final class ActiveRuns {
  private static final String ACTIVE =
      "sum(case when kind in ('entered', 'joined') then count else -count end)::bigint";
  private static final String OF_FLOWS =
      """
      select flow_id, %s as active from flow_counts
      where workspace_id = $1 and flow_id = any($2)
        and kind in ('entered', 'joined', 'left', 'ended')
      group by 1
      """
          .formatted(ACTIVE);
  private static final String OF_VERSIONS =
      """
      select version, %s as active from flow_counts
      where workspace_id = $1 and flow_id = $2 and kind in ('entered', 'joined', 'left', 'ended')
      group by 1
      """
          .formatted(ACTIVE);

  private ActiveRuns() {}

  /** Those of each of the flows that has some. */
  static Future<Map<Long, Long>> ofFlows(
      SqlClient client, long workspaceId, Collection<Long> flows) {
    return client
        .preparedQuery(OF_FLOWS)
        .execute(Tuple.of(workspaceId).addArrayOfLong(flows.toArray(Long[]::new)))
        .map(
            rows -> {
              Map<Long, Long> active = new HashMap<>();
              rows.forEach(row -> active.put(row.getLong("flow_id"), row.getLong("active")));
              return active;
            });
  }

  /** Those of each version of a flow that has some. */
  static Future<Map<Integer, Long>> ofVersions(SqlClient client, FlowKey key) {
    return client
        .preparedQuery(OF_VERSIONS)
        .execute(key.tuple())
        .map(
            rows -> {
              Map<Integer, Long> active = new HashMap<>();
              rows.forEach(row -> active.put(row.getInteger("version"), row.getLong("active")));
              return active;
            });
  }
}
