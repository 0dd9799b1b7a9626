package dev.shopwire.sources.linked.runs;

import dev.shopwire.common.postgres.Rows;
import dev.shopwire.sources.linked.queries.QueryKey;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/**
 * Finds runs that are over and of which something is to be deleted, and deletes their rows. Methods
 * run on the caller's event loop.
 */
final class EndedRunTable {
  private static final String KEYS = "select workspace_id, id, query_id from linked_runs r ";

  // Flows that start by the run read its differences after it was applied.
  private static final String IS_DONE_WITH =
      """
       and not exists (
        select from linked_runs_for_flows f where f.workspace_id = r.workspace_id and f.run_id = r.id)
      """;
  private static final String TO_CLEAN =
      KEYS
          + """
        where not is_kept and not is_cleaned and status not in ('reading', 'applying', 'held')
          and (is_settled or status <> 'applied')
        """
          + IS_DONE_WITH
          + "order by id limit 20";

  // The last applied run of each query comes last.
  private static final String DROP =
      """
      with kept as (
        select workspace_id, id, status, bytes, sum(bytes) over (partition by workspace_id) as total,
          status = 'applied' and id = max(id) filter (where status = 'applied')
            over (partition by workspace_id, query_id) as is_last
        from linked_runs where status in ('applied', 'held') and is_kept
      ), ordered as (
        select workspace_id, id, total - sum(bytes) over (
            partition by workspace_id order by is_last, id rows unbounded preceding) + bytes as rest
        from kept where status = 'applied' and total > $1::bigint
      ), chosen as (
        select r.workspace_id, r.id from linked_runs r
        join ordered o on o.workspace_id = r.workspace_id and o.id = r.id
        where o.rest > $1::bigint and r.status = 'applied' and r.is_kept for update of r skip locked
      )
      update linked_runs r set is_kept = false, is_dropped = true from chosen c
      where c.workspace_id = r.workspace_id and c.id = r.id
      """;
  private static final String CLEANED =
      "update linked_runs set is_cleaned = true where workspace_id = $1 and id = $2";
  private static final String OLD =
      KEYS + "where is_cleaned and finished_at < now() - interval '90 days' limit 200";
  private static final String OF_QUERY =
      KEYS + "where workspace_id = $1 and query_id = $2 limit 200";
  private static final String DELETE =
      "delete from linked_runs where workspace_id = $1 and id = $2";

  private EndedRunTable() {}

  /** Some runs of which something is to be deleted. */
  static Future<List<RunKey>> toClean(SqlClient client) {
    return client.preparedQuery(TO_CLEAN).execute().map(rows -> Rows.list(rows, RunKey::read));
  }

  /**
   * Drops differences of applied runs, the oldest first, of workspaces of which more are kept.
   *
   * @param bytes of the differences of a workspace
   */
  static Future<Void> dropBeyond(SqlClient client, long bytes) {
    return client.preparedQuery(DROP).execute(Tuple.of(bytes)).mapEmpty();
  }

  static Future<Void> cleaned(SqlClient client, RunKey run) {
    return client.preparedQuery(CLEANED).execute(run.tuple()).mapEmpty();
  }

  /** Some runs that were over 90 days ago and can't be rolled back. */
  static Future<List<RunKey>> old(SqlClient client) {
    return client.preparedQuery(OLD).execute().map(rows -> Rows.list(rows, RunKey::read));
  }

  /** Some runs of a query. */
  static Future<List<RunKey>> ofQuery(SqlClient client, QueryKey query) {
    return client
        .preparedQuery(OF_QUERY)
        .execute(Tuple.of(query.workspaceId(), query.id()))
        .map(rows -> Rows.list(rows, RunKey::read));
  }

  static Future<Void> delete(SqlClient client, RunKey run) {
    return client.preparedQuery(DELETE).execute(run.tuple()).mapEmpty();
  }
}
