package dev.shopwire.sources.linked.runs;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;

/** A run by its ids. */
record RunKey(long workspaceId, long id, long queryId) {
  static RunKey of(LinkedRun run) {
    return new RunKey(run.workspaceId(), run.id(), run.queryId());
  }

  static RunKey read(Row row) {
    return new RunKey(row.getLong("workspace_id"), row.getLong("id"), row.getLong("query_id"));
  }

  /** Its workspace and id, as parameters. */
  Tuple tuple() {
    return Tuple.of(workspaceId, id);
  }
}
