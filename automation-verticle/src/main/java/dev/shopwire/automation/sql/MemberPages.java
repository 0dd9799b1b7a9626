package dev.shopwire.automation.sql;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;

/**
 * Reads the customers that satisfy a condition, as there is no table of them. Several reads agree
 * if their transaction sees one snapshot. Immutable; runs on the caller's event loop.
 */
public final class MemberPages {
  /**
   * Begins a transaction that sees one snapshot; memory and workers for sets of a million
   * customers.
   */
  public static final String SNAPSHOT =
      """
      set transaction isolation level repeatable read, read only;
      set local work_mem = '64MB';
      set local max_parallel_workers_per_gather = 2
      """;

  // A plan without the values may scan an index for most of a table, which takes four times as
  // long.
  private static final String PLANNING_WITH_VALUES =
      "set local plan_cache_mode = force_custom_plan";
  private static final String DEFAULT_PLANNING = "set local plan_cache_mode = auto";

  private final SqlScope scope;
  private final Condition condition;

  /**
   * @param scope its parameters are not used: each statement has its own
   */
  public MemberPages(SqlScope scope, Condition condition) {
    this.scope = scope;
    this.condition = condition;
  }

  /**
   * How many customers there are, and the first ones.
   *
   * @param sample ids in ascending order
   */
  public record Preview(long count, List<Long> sample) {
    public Preview {
      sample = List.copyOf(sample);
    }
  }

  /** How many customers satisfy the condition. */
  public Future<Long> count(SqlConnection connection) {
    SqlScope statement = scope.fresh();
    String sql = ConditionSql.count(statement, condition);
    return readSet(connection, sql, statement).map(rows -> rows.iterator().next().getLong("count"));
  }

  /** The number of customers and up to {@code take} of them. */
  public Future<Preview> preview(SqlConnection connection, int take) {
    return count(connection)
        .compose(
            count ->
                (count == 0 || take == 0
                        ? Future.succeededFuture(List.<Long>of())
                        : page(connection, 0, (int) Math.min(take, count)))
                    .map(sample -> new Preview(count, sample)));
  }

  /**
   * The first customers whose ids are greater than {@code after}, in ascending order.
   *
   * @param take how many at most; ask for one more to know whether there are others
   */
  public Future<List<Long>> page(SqlConnection connection, long after, int take) {
    return new MemberWalk(connection, scope, condition, take).find(after);
  }

  /** The same from the set of all members, which takes as long as {@link #count}. */
  static Future<List<Long>> pageOfSet(
      SqlConnection connection, SqlScope scope, Condition condition, long after, int take) {
    SqlScope statement = scope.fresh();
    String sql =
        "select customer_id as id from (%s) m where customer_id > %s order by customer_id limit %s"
            .formatted(
                ConditionSql.members(statement, condition),
                statement.add(after) + "::bigint",
                statement.add((long) take));
    return readSet(connection, sql, statement)
        .map(rows -> Rows.list(rows, row -> row.getLong("id")));
  }

  /** Reads sets of all customers: planning takes little of the time. */
  private static Future<RowSet<Row>> readSet(
      SqlConnection connection, String sql, SqlScope statement) {
    connection.query(PLANNING_WITH_VALUES).execute();
    Future<RowSet<Row>> rows =
        connection.preparedQuery(sql).execute(statement.parameters().tuple());
    connection.query(DEFAULT_PLANNING).execute();
    return rows;
  }
}
