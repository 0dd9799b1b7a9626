package dev.shopwire.automation.tracking;

import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;

/**
 * The table of workspaces with tracked segments, whose rows are locks: one round at a time
 * evaluates a workspace's pending customers. Methods run on the caller's event loop.
 */
final class RoundLocks {
  private static final String ADD =
      "insert into segment_rounds (workspace_id) values ($1) on conflict do nothing";

  // A round that read its snapshot before the last one was committed fails to lock the row. A plan
  // made while tables are small must not scan them completely once they have grown.
  private static final String TAKE =
      """
      update segment_rounds r set round = r.round + 1
      from (
        select workspace_id from segment_rounds where workspace_id = $1 for update skip locked
      ) l
      where r.workspace_id = l.workspace_id
      returning
      """
          + Moment.COLUMNS;

  // Those with pending customers, and those of which time is due.
  private static final String DUE =
      """
      select r.workspace_id from segment_rounds r
      where exists (select from segment_pending p where p.workspace_id = r.workspace_id)
        or exists (
          select from segment_tracking t
          where t.workspace_id = r.workspace_id and t.status = 'current' and not t.behind
            and t.time_due_at <= clock_timestamp())
      """;

  private RoundLocks() {}

  static Future<Void> add(SqlClient client, long workspaceId) {
    return client.preparedQuery(ADD).execute(Tuple.of(workspaceId)).mapEmpty();
  }

  /** The workspaces that a round has something to do for. */
  static Future<List<Long>> due(SqlClient client) {
    return client
        .query(DUE)
        .execute()
        .map(rows -> Rows.list(rows, row -> row.getLong("workspace_id")));
  }

  /**
   * Takes the workspace's lock until the end of the transaction, in its first statement.
   *
   * @return empty if another transaction has it
   */
  static Future<Optional<Moment>> take(SqlClient client, long workspaceId) {
    return client
        .preparedQuery(TAKE)
        .execute(Tuple.of(workspaceId))
        .map(rows -> Rows.first(rows, Moment::read));
  }
}
