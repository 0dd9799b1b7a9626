package dev.shopwire.automation.dryruns;

import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.postgres.SqlParameters;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/**
 * The table of customers of dry runs that have causes, in portions that fit into memory. Methods
 * run on the caller's event loop.
 */
final class DryRunCustomers {
  /** Of one customer; those with more are left out. */
  static final int MAX_EVENTS = 10_000;

  /**
   * Conditions are evaluated at each event that they read, with a statement each: more would occupy
   * connections of other workspaces' reads for long.
   */
  static final int MAX_EVENTS_OF_CONDITIONS = 1_000;

  static final int MAX_BYTES = 16 << 20;
  private static final int PORTION_CUSTOMERS = 500;
  private static final int PORTION_EVENTS = 4_000;
  private static final int PORTION_BYTES = 4 << 20;
  private static final int DELETED_AT_ONCE = 5_000;

  // %s: a query of customer_id, events and bytes.
  private static final String ADD =
      """
      with found as materialized (%s), added as (
        insert into flow_dry_run_customers (workspace_id, dry_run_id, customer_id, events, bytes)
        select %s, %s, customer_id, events, bytes from found where events <= %s and bytes <= %s
      )
      select count(*) filter (where events > %s or bytes > %s) as left_out from found
      """;

  // The first one fits in any case.
  private static final String PORTION =
      """
      select customer_id from (
        select customer_id, row_number() over w as number, sum(events) over w as events,
          sum(bytes) over w as bytes
        from (
          select customer_id, events, bytes from flow_dry_run_customers
          where workspace_id = $1 and dry_run_id = $2 and customer_id > $3
          order by customer_id limit $4
        ) c
        window w as (order by customer_id)
      ) k
      where number = 1 or (events <= $5 and bytes <= $6)
      order by customer_id
      """;
  private static final String DELETE =
      """
      delete from flow_dry_run_customers where (workspace_id, dry_run_id, customer_id) in (
        select workspace_id, dry_run_id, customer_id from flow_dry_run_customers
        where workspace_id = $1 and dry_run_id = $2 limit $3)
      """;

  private DryRunCustomers() {}

  /**
   * Adds the customers.
   *
   * @param query of {@code customer_id}, {@code events} and {@code bytes}, with these parameters
   * @param maxEvents customers with more events are left out
   * @return how many are left out as they have too many events
   */
  static Future<Long> add(
      SqlClient client, DryRunKey key, String query, SqlParameters parameters, int maxEvents) {
    String events = parameters.add((long) maxEvents);
    String bytes = parameters.add((long) MAX_BYTES);
    String sql =
        ADD.formatted(
            query,
            parameters.add(key.workspaceId()),
            parameters.add(key.id()),
            events,
            bytes,
            events,
            bytes);
    return client
        .preparedQuery(sql)
        .execute(parameters.tuple())
        .map(rows -> rows.iterator().next().getLong("left_out"));
  }

  /**
   * The next customers; none if all are done.
   *
   * @param maxEvents of all of them, unless the first one has more
   */
  static Future<List<Long>> next(SqlClient client, DryRunKey key, long after, int maxEvents) {
    return client
        .preparedQuery(PORTION)
        .execute(
            key.tuple()
                .addLong(after)
                .addLong((long) PORTION_CUSTOMERS)
                .addLong((long) Math.min(PORTION_EVENTS, maxEvents))
                .addLong((long) PORTION_BYTES))
        .map(rows -> Rows.list(rows, row -> row.getLong("customer_id")));
  }

  /** Deletes some; returns whether there may be more. */
  static Future<Boolean> delete(SqlClient client, DryRunKey key) {
    return client
        .preparedQuery(DELETE)
        .execute(key.tuple().addLong((long) DELETED_AT_ONCE))
        .map(rows -> rows.rowCount() == DELETED_AT_ONCE);
  }
}
