package dev.shopwire.sources.linked.runs;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the table of runs. Methods run on the caller's event loop. */
public final class RunReads {
  private static final String FIND =
      """
      select %s from linked_runs r
      join linked_queries q on q.workspace_id = r.workspace_id and q.id = r.query_id
      where r.workspace_id = $1 and r.id = $2
      """
          .formatted(LinkedRun.COLUMNS);
  private static final String LOCK = FIND + " for update of r";
  private static final String APPLIED =
      """
      select id, is_kept, is_dropped from linked_runs
      where workspace_id = $1 and query_id = $2 and status = 'applied' order by id desc limit $3
      """;

  private static final String UNDONE =
      """
      select coalesce(sum(customers), 0)::bigint as customers from linked_runs
      where workspace_id = $1 and query_id = $2 and status = 'applied' and id > $3
      """;

  private RunReads() {}

  /** How many customers the runs have changed that a rollback takes back. */
  static Future<Long> undone(SqlClient client, LinkedRun rollback) {
    return client
        .preparedQuery(UNDONE)
        .execute(Tuple.of(rollback.workspaceId(), rollback.queryId(), rollback.targetId()))
        .map(rows -> rows.iterator().next().getLong("customers"));
  }

  /** Fails with 404 if there is none. */
  public static Future<LinkedRun> require(SqlClient client, long workspaceId, long id) {
    return find(client, FIND, workspaceId, id);
  }

  /** The same in a transaction, until whose end nothing else changes it. */
  public static Future<LinkedRun> lock(SqlClient client, long workspaceId, long id) {
    return find(client, LOCK, workspaceId, id);
  }

  private static Future<LinkedRun> find(SqlClient client, String sql, long workspaceId, long id) {
    return client
        .preparedQuery(sql)
        .execute(Tuple.of(workspaceId, id))
        .map(
            rows ->
                Rows.first(rows, LinkedRun::read)
                    .orElseThrow(() -> Failure.notFound("linked run")));
  }

  /**
   * The run after which a rollback puts values back, 0 for before the first.
   *
   * @param wanted empty for the one before the last applied run
   * @return fails with 409 if there is nothing to roll back, or not all of it is kept
   */
  public static Future<Long> target(
      SqlClient client, long workspaceId, long queryId, Optional<Long> wanted) {
    return client
        .preparedQuery(APPLIED)
        .execute(Tuple.of(workspaceId, queryId, RunTable.KEPT + 1))
        .map(
            rows -> {
              List<Long> ids = new ArrayList<>();
              List<Boolean> dropped = new ArrayList<>();
              int undoable = 0;
              for (var row : rows) {
                ids.add(row.getLong("id"));
                dropped.add(row.getBoolean("is_dropped"));
                undoable += row.getBoolean("is_kept") ? 1 : 0;
              }
              int undone = wanted.map(ids::indexOf).orElse(1);
              if (undone < 1 || undone > undoable) {
                boolean isDropped = undone >= 1 && undoable < ids.size() && dropped.get(undoable);
                throw isDropped ? dropped() : nothing(wanted);
              }
              return undone < ids.size() ? ids.get(undone) : Long.valueOf(0);
            });
  }

  /** Refuses a rollback of runs whose differences were too large to be kept. */
  static Failure dropped() {
    return Failure.of(
        Code.CONFLICT,
        "nothing_to_roll_back",
        "Differences of runs that would be rolled back were dropped, the oldest first, because those"
            + " of the workspace are larger than what is kept");
  }

  private static Failure nothing(Optional<Long> wanted) {
    return Failure.of(
        Code.CONFLICT,
        "nothing_to_roll_back",
        wanted.isEmpty()
            ? "No run of the linked query has been applied"
            : "The linked query has no applied run of this id after which others were applied that"
                + " are still kept: those are the last "
                + RunTable.KEPT);
  }
}
