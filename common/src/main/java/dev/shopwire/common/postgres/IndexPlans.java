package dev.shopwire.common.postgres;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/**
 * Plans statements for look-ups by indexes, whatever the planner knows of their tables: before a
 * table that grows quickly is analyzed, PostgreSQL takes it for small and would read all of it for
 * each row that is looked up, for as long as it keeps the plan. Methods run on the caller's event
 * loop.
 */
public final class IndexPlans {
  // Without sequential scans any plan may seem expensive enough to be compiled.
  private static final String REQUIRE =
      "select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)";

  private IndexPlans() {}

  /**
   * For the rest of the transaction that {@code client} is in. Precedes what is sent afterwards,
   * also without waiting for it: it is not prepared first.
   */
  public static Future<Void> require(SqlClient client) {
    return client.query(REQUIRE).execute().mapEmpty();
  }
}
