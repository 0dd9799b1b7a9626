package dev.shopwire.automation.tracking;

import dev.shopwire.common.postgres.Columns;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/**
 * The table of customers to look at, which triggers fill in the transactions of the changes.
 * Methods run on the caller's event loop.
 */
final class PendingCustomers {
  private static final String READ =
      """
      select customer_id, cause, lane, segments, cause_at, app_id, chain, number,
        (extract(epoch from clock_timestamp() - queued_at) * 1000)::bigint as waited_millis
      from segment_pending where workspace_id = $1
      order by queued_at limit $2
      """;

  // Rows that an open transaction is changing are skipped: they will have another number.
  private static final String DELETE =
      """
      delete from segment_pending where ctid = any(array(
        select d.place
        from unnest($2::bigint[], $3::text[], $4::int[], $5::bigint[])
          as n (customer_id, cause, lane, number)
        cross join lateral (
          select ctid as place from segment_pending
          where workspace_id = $1 and customer_id = n.customer_id and cause = n.cause
            and lane = n.lane and number = n.number
          for update skip locked
        ) d
      ))
      """;

  private PendingCustomers() {}

  /**
   * A row.
   *
   * @param lane distinguishes rows of transactions that were open at once
   * @param segments for which to look at the customer
   * @param number changes with every change of the customer
   * @param waitedMillis since the first of the changes
   */
  record Pending(
      long customerId, Cause cause, int lane, List<Long> segments, long number, long waitedMillis) {
    static Pending read(Row row) {
      return new Pending(
          row.getLong("customer_id"),
          Cause.read(row),
          row.getInteger("lane"),
          List.of(row.getArrayOfLongs("segments")),
          row.getLong("number"),
          row.getLong("waited_millis"));
    }
  }

  /** The rows that have waited longest. */
  static Future<List<Pending>> read(SqlClient client, long workspaceId, int limit) {
    return client
        .preparedQuery(READ)
        .execute(Tuple.of(workspaceId, (long) limit))
        .map(rows -> Rows.list(rows, Pending::read));
  }

  /** Deletes rows that have not changed since they were read. */
  static Future<Void> delete(Pool pool, long workspaceId, List<Pending> done) {
    if (done.isEmpty()) {
      return Future.succeededFuture();
    }
    int size = done.size();
    Tuple parameters =
        Tuple.of(workspaceId)
            .addArrayOfLong(Columns.of(done, new Long[size], Pending::customerId))
            .addArrayOfString(Columns.of(done, new String[size], row -> row.cause().type()))
            .addArrayOfInteger(Columns.of(done, new Integer[size], Pending::lane))
            .addArrayOfLong(Columns.of(done, new Long[size], Pending::number));
    return Transactions.run(
        pool,
        connection -> {
          Evaluations.avoidScans(connection);
          return connection.preparedQuery(DELETE).execute(parameters).mapEmpty();
        });
  }
}
