package dev.shopwire.sources.linked.runs;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads runs for callers of the console, for some of whom private fields don't exist. Methods run
 * on the caller's event loop.
 */
public final class ShownRuns {
  // The workspace is $1, and $2 whether the caller sees private fields. A run that has ended before
  // its fields were stored has those of its query. A deleted field may have been private.
  private static final String COLUMNS =
      LinkedRun.COLUMNS
          + """
          , not $2::boolean and exists (
              select from (
                select field_id from linked_run_fields o
                where o.workspace_id = r.workspace_id and o.run_id = r.id
                union all
                select field_id from linked_query_columns o
                where o.workspace_id = r.workspace_id and o.query_id = r.query_id
              ) f
              where f.field_id not in (
                select id from custom_field_definitions where workspace_id = $1 and not private)
            ) as is_restricted
          """;
  private static final String FIND =
      """
      select %s from linked_runs r
      join linked_queries q on q.workspace_id = r.workspace_id and q.id = r.query_id
      where r.workspace_id = $1 and r.id = $3
      """
          .formatted(COLUMNS);
  private static final String LAST =
      """
      select %1$s from unnest($3::bigint[]) as q (id) cross join lateral (
        select * from linked_runs r where r.workspace_id = $1 and r.query_id = q.id
        order by r.id desc limit 1) r
      union
      select %1$s from linked_runs r
      where r.workspace_id = $1 and r.query_id = any ($3) and r.status = 'held'
      """
          .formatted(COLUMNS);
  private static final String ALL =
      "select " + COLUMNS + " from linked_runs r where r.workspace_id = $1 and r.query_id = $3";
  private static final String ORDER = " order by r.id desc";
  private static final String LIST =
      ALL + " and ($4::bigint is null or r.id < $4)" + ORDER + " limit $5";

  private static final String FIELDS =
      """
      select field_id from linked_run_fields f where workspace_id = $1 and run_id = $3
        and ($2::boolean or field_id in (
          select id from custom_field_definitions where workspace_id = $1 and not private))
      order by position
      """;

  private ShownRuns() {}

  private static Tuple values(Caller caller) {
    return Tuple.of(caller.workspaceId(), caller.seesPrivateFields());
  }

  /** Fails with 404 if there is none. */
  public static Future<ShownRun> require(SqlClient client, Caller caller, long id) {
    return client
        .preparedQuery(FIND)
        .execute(values(caller).addLong(id))
        .map(
            rows ->
                Rows.first(rows, ShownRun::read).orElseThrow(() -> Failure.notFound("linked run")));
  }

  /** The last run of each query, and held ones. */
  public static Future<List<ShownRun>> last(SqlClient client, Caller caller, List<Long> queryIds) {
    return client
        .preparedQuery(LAST)
        .execute(values(caller).addArrayOfLong(queryIds.toArray(Long[]::new)))
        .map(rows -> Rows.list(rows, ShownRun::read));
  }

  /** The runs of a query, the newest first, before {@code before}. */
  public static Future<List<ShownRun>> list(
      SqlClient client, Caller caller, long queryId, @Nullable Long before, int limit) {
    return client
        .preparedQuery(LIST)
        .execute(values(caller).addLong(queryId).addLong(before).addInteger(limit))
        .map(rows -> Rows.list(rows, ShownRun::read));
  }

  /** All of them. */
  public static ExportSource.Rows all(Caller caller, long queryId) {
    return ExportSource.Rows.of(
        ALL + ORDER, values(caller).addLong(queryId), row -> ShownRun.read(row).json());
  }

  /** The ids of the fields that a run fills and that exist for the caller. */
  public static Future<List<Long>> fields(SqlClient client, Caller caller, LinkedRun run) {
    return client
        .preparedQuery(FIELDS)
        .execute(values(caller).addLong(run.id()))
        .map(rows -> Rows.list(rows, row -> row.getLong("field_id")));
  }
}
