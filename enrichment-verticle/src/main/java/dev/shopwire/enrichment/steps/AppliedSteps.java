package dev.shopwire.enrichment.steps;

import dev.shopwire.common.contracts.StepContracts.Change;
import dev.shopwire.common.contracts.StepContracts.Result;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.function.Supplier;

/**
 * The table of changes that were made for steps of flows. Methods run on the caller's event loop.
 */
public final class AppliedSteps {
  private static final int BATCH = 2_000;

  private static final String FIND =
      """
      select outcome, detail from applied_flow_steps
      where workspace_id = $1 and run_id = $2 and step = $3
      """;
  private static final String ADD =
      """
      insert into applied_flow_steps (workspace_id, run_id, step, outcome, detail)
      values ($1, $2, $3, $4, $5)
      """;

  /** Triggers read it: a change that a flow made may start flows, but not without end. */
  private static final String SET_CHAIN =
      "select set_config('shopwire.flow_chain', $1::int::text, true)";

  private static final String PURGE =
      """
      with expired as (
        select workspace_id, run_id, step from applied_flow_steps
        where applied_at < now() - interval '30 days'
        order by applied_at limit %d for update skip locked
      )
      delete from applied_flow_steps a using expired e
      where (a.workspace_id, a.run_id, a.step) = (e.workspace_id, e.run_id, e.step)
      """
          .formatted(BATCH);

  private AppliedSteps() {}

  /**
   * Makes a change unless that was done before, and remembers what came of it.
   *
   * @param connection with a transaction that has locked the customer
   * @param work makes the change in that transaction
   */
  public static Future<Result> once(
      SqlConnection connection, long workspaceId, Change change, Supplier<Future<Result>> work) {
    Tuple key = Tuple.of(workspaceId, change.runId(), change.step());
    return connection
        .preparedQuery(FIND)
        .execute(key)
        .map(
            rows ->
                Rows.first(
                    rows,
                    row -> new Result(row.getString("outcome"), row.getString("detail"), false)))
        .compose(
            before ->
                before
                    .map(Future::succeededFuture)
                    .orElseGet(() -> make(connection, workspaceId, change, work)));
  }

  private static Future<Result> make(
      SqlConnection connection, long workspaceId, Change change, Supplier<Future<Result>> work) {
    return connection
        .preparedQuery(SET_CHAIN)
        .execute(Tuple.of(change.chain()))
        .compose(set -> work.get())
        .compose(
            result ->
                connection
                    .preparedQuery(ADD)
                    .execute(
                        Tuple.of(workspaceId, change.runId(), change.step(), result.outcome())
                            .addString(result.detail()))
                    .map(result));
  }

  /**
   * Deletes some of the rows that are past their 30 days.
   *
   * @return whether there may be more
   */
  public static Future<Boolean> purge(SqlClient client) {
    return client.preparedQuery(PURGE).execute().map(rows -> rows.rowCount() == BATCH);
  }
}
