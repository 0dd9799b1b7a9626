package dev.shopwire.sources.linked.runs;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Accesses the table of rows of runs that could not be used. Methods run on the caller's event
 * loop.
 */
public final class BadRowTable {
  private static final int MAX = 10_000;

  private static final String COUNT =
      """
      select code, count(*) as rows from linked_run_rows
      where workspace_id = $1 and run_id = $2 and code is not null group by code order by code
      """;
  private static final String INSERT =
      """
      insert into linked_bad_rows (workspace_id, run_id, row, key, column_name, code, message)
      select workspace_id, run_id, row, coalesce(shown, key), column_name, code, message
      from linked_run_rows
      where workspace_id = $1 and run_id = $2 and code is not null order by row limit $3
      """;
  // $3: whether the reader sees private fields. For others, rows are left out that are bad by a
  // value of a private field; older runs have no names of columns, so that any may be private.
  private static final String ALL =
      """
      select row, key, column_name, code, message from linked_bad_rows b
      where workspace_id = $1 and run_id = $2
        and ($3::boolean or column_name is null or not exists (
          select from linked_run_fields f
          where f.workspace_id = $1 and f.run_id = $2
            and coalesce(f.column_name, b.column_name) = b.column_name and f.field_id not in (
              select id from custom_field_definitions where workspace_id = $1 and not private)))
      """;
  private static final String ORDER = " order by row";
  private static final String LIST = ALL + " and row > $4" + ORDER + " limit $5";
  private static final String DELETE =
      "delete from linked_bad_rows where workspace_id = $1 and run_id = $2";

  private BadRowTable() {}

  /** Keeps the first ones of a run; returns the numbers of all by code. */
  static Future<Map<String, Long>> keep(SqlClient client, LinkedRun run) {
    return client
        .preparedQuery(INSERT)
        .execute(Tuple.of(run.workspaceId(), run.id(), MAX))
        .compose(kept -> client.preparedQuery(COUNT).execute(Tuple.of(run.workspaceId(), run.id())))
        .map(
            rows -> {
              Map<String, Long> counts = new LinkedHashMap<>();
              rows.forEach(row -> counts.put(row.getString("code"), row.getLong("rows")));
              return counts;
            });
  }

  /**
   * A row that could not be used.
   *
   * @param row its number in the query's order, from 1
   * @param key as the database has it
   * @param column whose value is the problem
   */
  public record BadRow(
      long row, @Nullable String key, @Nullable String column, String code, String message) {
    private static BadRow read(Row row) {
      return new BadRow(
          row.getLong("row"),
          row.getString("key"),
          row.getString("column_name"),
          row.getString("code"),
          row.getString("message"));
    }

    /** As in the API. */
    public Map<String, @Nullable Object> json() {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("row", row);
      json.put("key", key);
      json.put("column", column);
      json.put("code", code);
      json.put("message", message);
      return json;
    }
  }

  /** In the query's order, after a row. */
  public static Future<List<BadRow>> list(
      SqlClient client, Caller caller, LinkedRun run, long after, int limit) {
    return client
        .preparedQuery(LIST)
        .execute(Tuple.of(run.workspaceId(), run.id(), caller.seesPrivateFields(), after, limit))
        .map(rows -> Rows.list(rows, BadRow::read));
  }

  /** All of that. */
  public static ExportSource.Rows all(Caller caller, LinkedRun run) {
    return ExportSource.Rows.of(
        ALL + ORDER,
        Tuple.of(run.workspaceId(), run.id(), caller.seesPrivateFields()),
        row -> BadRow.read(row).json());
  }

  /** Deletes those of a run. */
  static Future<Void> delete(SqlClient client, RunKey run) {
    return client.preparedQuery(DELETE).execute(run.tuple()).mapEmpty();
  }
}
