package dev.shopwire.sources.linked.runs;

import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.sources.linked.queries.QueryKey;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/**
 * Accesses the tables of the customers that a query's rows name: those of which an applied run took
 * a good row, and how each run changes them. A run's changes are made after it was applied, before
 * the next one is compared. Methods run on the caller's event loop.
 */
final class CustomerSets {
  private static final String COMPARE =
      """
      insert into linked_run_customers (workspace_id, run_id, customer_id, is_added)
      select $1, $2, r.customer_id, true from linked_run_rows r
      where r.workspace_id = $1 and r.run_id = $2 and r.code is null and not exists (
        select from linked_query_customers q where q.workspace_id = $1 and q.query_id = $3
          and q.customer_id = r.customer_id)
      union all
      select $1, $2, q.customer_id, false from linked_query_customers q
      where q.workspace_id = $1 and q.query_id = $3 and not exists (
        select from linked_run_rows r where r.workspace_id = $1 and r.run_id = $2
          and r.customer_id = q.customer_id)
      """;
  private static final String RESTORE =
      """
      insert into linked_run_customers (workspace_id, run_id, customer_id, is_added)
      select distinct on (c.customer_id) $1::bigint, $2::bigint, c.customer_id, not c.is_added
      from linked_run_customers c
      where c.workspace_id = $1 and c.run_id = any (array(
        select id from linked_runs where workspace_id = $1 and query_id = $3
          and status = 'applied' and id > $4))
      order by c.customer_id, c.run_id
      """;
  private static final String REMOVED =
      """
      select count(*) as removed from linked_run_customers
      where workspace_id = $1 and run_id = $2 and not is_added
      """;
  private static final String ADD =
      """
      insert into linked_query_customers (workspace_id, query_id, customer_id)
      select workspace_id, $3, customer_id from linked_run_customers
      where workspace_id = $1 and run_id = $2 and is_added
      on conflict do nothing
      """;
  private static final String REMOVE =
      """
      delete from linked_query_customers q using linked_run_customers c
      where c.workspace_id = $1 and c.run_id = $2 and not c.is_added
        and q.workspace_id = $1 and q.query_id = $3 and q.customer_id = c.customer_id
      """;
  private static final String DELETE_SOME =
      """
      delete from linked_run_customers where (workspace_id, run_id, customer_id) in (
        select workspace_id, run_id, customer_id from linked_run_customers
        where workspace_id = $1 and run_id = $2 limit 20000)
      """;
  private static final String DELETE_SOME_OF_QUERY =
      """
      delete from linked_query_customers where (workspace_id, query_id, customer_id) in (
        select workspace_id, query_id, customer_id from linked_query_customers
        where workspace_id = $1 and query_id = $2 limit 20000)
      """;

  private CustomerSets() {}

  /** Finds whom a run adds and removes; returns how many it removes. */
  static Future<Long> compare(SqlClient client, LinkedRun run) {
    return change(client, run, COMPARE, Tuple.of(run.workspaceId(), run.id(), run.queryId()));
  }

  /** The same of a rollback. */
  static Future<Long> restore(SqlClient client, LinkedRun run) {
    return change(
        client, run, RESTORE, Tuple.of(run.workspaceId(), run.id(), run.queryId(), run.targetId()));
  }

  private static Future<Long> change(SqlClient client, LinkedRun run, String sql, Tuple values) {
    return client
        .preparedQuery(sql)
        .execute(values)
        .compose(
            done -> client.preparedQuery(REMOVED).execute(Tuple.of(run.workspaceId(), run.id())))
        .map(rows -> rows.iterator().next().getLong("removed"));
  }

  /** Makes the changes of the runs of a query that were applied before. */
  static Future<Void> settle(SqlClient client, LinkedRun run) {
    return RunTable.unsettled(client, run).compose(runs -> settle(client, runs));
  }

  /** The same of all queries. */
  static Future<Void> settleAll(Pool pool) {
    return Transactions.run(
        pool, client -> RunTable.unsettled(client).compose(runs -> settle(client, runs)));
  }

  private static Future<Void> settle(SqlClient client, List<RunKey> runs) {
    Future<Void> done = Future.succeededFuture();
    for (RunKey run : runs) {
      done = done.compose(before -> settle(client, run));
    }
    return done;
  }

  private static Future<Void> settle(SqlClient client, RunKey run) {
    Tuple values = Tuple.of(run.workspaceId(), run.id(), run.queryId());
    return client
        .preparedQuery(REMOVE)
        .execute(values)
        .compose(removed -> client.preparedQuery(ADD).execute(values))
        .compose(added -> RunTable.settled(client, run));
  }

  /**
   * Deletes some of the changes that a run makes.
   *
   * @return whether there may be more
   */
  static Future<Boolean> deleteSome(SqlClient client, RunKey run) {
    return client.preparedQuery(DELETE_SOME).execute(run.tuple()).map(rows -> rows.rowCount() > 0);
  }

  /** The same of the set of a deleted query. */
  static Future<Boolean> deleteSomeOfQuery(SqlClient client, QueryKey query) {
    return client
        .preparedQuery(DELETE_SOME_OF_QUERY)
        .execute(Tuple.of(query.workspaceId(), query.id()))
        .map(rows -> rows.rowCount() > 0);
  }
}
