package dev.shopwire.sources.linked.queries;

import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/**
 * Accesses the linked queries that were deleted and of which something is left. Methods run on the
 * caller's event loop.
 */
public final class DroppedQueryTable {
  private static final String INSERT =
      "insert into linked_dropped_queries (workspace_id, query_id) values ($1, $2)";

  // Flows that start by a run read its differences after it was applied.
  private static final String SOME =
      """
      select workspace_id, query_id as id from linked_dropped_queries d
      where not exists (
        select from linked_runs_for_flows f
        join linked_runs r on r.workspace_id = f.workspace_id and r.id = f.run_id
        where f.workspace_id = d.workspace_id and r.query_id = d.query_id)
      limit 10
      """;
  private static final String DELETE =
      "delete from linked_dropped_queries where workspace_id = $1 and query_id = $2";

  private DroppedQueryTable() {}

  static Future<Void> add(SqlClient client, QueryKey key) {
    return client.preparedQuery(INSERT).execute(Tuple.of(key.workspaceId(), key.id())).mapEmpty();
  }

  /** Some of those of which nothing is needed any more. */
  public static Future<List<QueryKey>> some(SqlClient client) {
    return client.preparedQuery(SOME).execute().map(rows -> Rows.list(rows, QueryKey::read));
  }

  /** Removes one of which nothing is left. */
  public static Future<Void> remove(SqlClient client, QueryKey key) {
    return client.preparedQuery(DELETE).execute(Tuple.of(key.workspaceId(), key.id())).mapEmpty();
  }
}
