package dev.shopwire.automation.flows;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;

/** A flow of a workspace. */
public record FlowKey(long workspaceId, long flowId) {
  static FlowKey read(Row row) {
    return new FlowKey(row.getLong("workspace_id"), row.getLong("id"));
  }

  /** The first two parameters of statements. */
  Tuple tuple() {
    return Tuple.of(workspaceId, flowId);
  }
}
