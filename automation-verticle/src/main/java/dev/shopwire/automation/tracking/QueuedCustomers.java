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
 * The table of customers to look at for one segment, apart from others. Methods run on the caller's
 * event loop.
 */
final class QueuedCustomers {
  private static final String MERGE =
      """
      on conflict (workspace_id, segment_id, customer_id) do update
      set cause = case when excluded.cause_at < q.cause_at then q.cause else excluded.cause end,
        app_id = case when excluded.cause_at < q.cause_at then q.app_id else excluded.app_id end,
        cause_at = greatest(q.cause_at, excluded.cause_at),
        chain = greatest(q.chain, excluded.chain), number = excluded.number
      """;
  private static final String ADD =
      """
      insert into segment_queue as q
        (workspace_id, segment_id, customer_id, cause, cause_at, app_id, chain, queued_at)
      select $1, segment_id, customer_id, cause, cause_at, app_id, chain, clock_timestamp()
      from unnest($2::bigint[], $3::bigint[], $4::text[], $5::timestamptz[], $6::bigint[],
        $7::int[]) as n (segment_id, customer_id, cause, cause_at, app_id, chain)
      order by segment_id, customer_id
      """
          + MERGE;

  /** For the parameters of a query of customers that are due. */
  private static final String ADD_DUE =
      """
      insert into segment_queue as q
        (workspace_id, segment_id, customer_id, cause, cause_at, queued_at)
      select %s, %s, customer_id, 'time', max(due_at), clock_timestamp() from (%s) d
      group by customer_id order by customer_id
      """
          + MERGE;

  private static final String READ =
      """
      select customer_id, cause, cause_at, app_id, chain, number from segment_queue
      where workspace_id = $1 and segment_id = $2
      order by queued_at limit $3
      """;
  private static final String DELETE =
      """
      delete from segment_queue where ctid = any(array(
        select d.place
        from unnest($3::bigint[], $4::bigint[]) as n (customer_id, number)
        cross join lateral (
          select ctid as place from segment_queue
          where workspace_id = $1 and segment_id = $2 and customer_id = n.customer_id
            and number = n.number
          for update skip locked
        ) d
      ))
      """;
  private static final String CLEAR =
      """
      delete from segment_queue q
      using (
        select customer_id from segment_queue where workspace_id = $1 and segment_id = $2
        order by customer_id limit $3
      ) step
      where q.workspace_id = $1 and q.segment_id = $2 and q.customer_id = step.customer_id
      """;

  // A row that is older than some seconds has no worker if the segment is not behind.
  private static final String FORGOTTEN =
      """
      select t.workspace_id, t.segment_id from segment_tracking t
      where t.status = 'current' and not t.behind and exists (
        select from segment_queue q
        where q.workspace_id = t.workspace_id and q.segment_id = t.segment_id
          and q.queued_at < now() - interval '3 seconds')
      """;

  private QueuedCustomers() {}

  /** A customer to be added. */
  record Addition(long segmentId, Look look) {}

  /**
   * A row.
   *
   * @param number changes with every addition of the customer
   */
  record Queued(Look look, long number) {
    static Queued read(Row row) {
      return new Queued(
          new Look(row.getLong("customer_id"), Cause.read(row)), row.getLong("number"));
    }
  }

  static Future<Void> add(SqlClient client, long workspaceId, List<Addition> additions) {
    if (additions.isEmpty()) {
      return Future.succeededFuture();
    }
    Tuple parameters =
        Tuple.of(workspaceId)
            .addArrayOfLong(Columns.of(additions, new Long[additions.size()], Addition::segmentId));
    return client
        .preparedQuery(ADD)
        .execute(Look.addTo(parameters, additions.stream().map(Addition::look).toList()))
        .mapEmpty();
  }

  /** Adds all customers that a query of {@code (customer_id, due_at)} finds. */
  static Future<Void> addDue(SqlClient client, SegmentScope segment, String due) {
    String sql = ADD_DUE.formatted(segment.workspace(), segment.id(), due);
    return client.preparedQuery(sql).execute(segment.parameters().tuple()).mapEmpty();
  }

  /** The rows that have waited longest. */
  static Future<List<Queued>> read(SqlClient client, TrackedKey segment, int limit) {
    return client
        .preparedQuery(READ)
        .execute(Tuple.of(segment.workspaceId(), segment.segmentId(), (long) limit))
        .map(rows -> Rows.list(rows, Queued::read));
  }

  /** Deletes rows that have not changed since they were read. */
  static Future<Void> delete(Pool pool, TrackedKey segment, List<Queued> done) {
    if (done.isEmpty()) {
      return Future.succeededFuture();
    }
    int size = done.size();
    Tuple parameters =
        Tuple.of(segment.workspaceId(), segment.segmentId())
            .addArrayOfLong(Columns.of(done, new Long[size], row -> row.look().customerId()))
            .addArrayOfLong(Columns.of(done, new Long[size], Queued::number));
    return Transactions.run(
        pool,
        connection -> {
          Evaluations.avoidScans(connection);
          return connection.preparedQuery(DELETE).execute(parameters).mapEmpty();
        });
  }

  /** Deletes up to {@code limit} rows; returns how many. */
  static Future<Integer> clear(SqlClient client, TrackedKey segment, int limit) {
    return client
        .preparedQuery(CLEAR)
        .execute(Tuple.of(segment.workspaceId(), segment.segmentId(), (long) limit))
        .map(rows -> rows.rowCount());
  }

  /** Segments that have rows although they are not behind: they were added as it caught up. */
  static Future<List<TrackedKey>> forgotten(SqlClient client) {
    return client.query(FORGOTTEN).execute().map(rows -> Rows.list(rows, TrackedKey::read));
  }
}
