package dev.shopwire.automation.tracking;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/**
 * Finds out whether transactions that had written something at a moment are still open. Methods run
 * on the caller's event loop.
 */
public final class OpenTransactions {
  private static final String NOW = "select pg_snapshot_xmax(pg_current_snapshot())::text as now";

  // Builds, which may be long, change nothing that conditions read. They hold a lock of their own.
  private static final String OPEN =
      """
      select exists (
        select from pg_snapshot_xip(pg_current_snapshot()) as x (id)
        where x.id < $1::text::xid8 and x.id::xid <> all(array(
          select t.transactionid from pg_locks t
          where t.locktype = 'transactionid' and t.mode = 'ExclusiveLock' and t.granted
            and t.pid in (
              select b.pid from pg_locks b
              where b.locktype = 'advisory' and b.classid = hashtext('segment_builds')::oid
                and b.database = (select oid from pg_database where datname = current_database()))))
      ) as open
      """;

  private OpenTransactions() {}

  /** A moment, for {@link #areOpen}. */
  public static Future<String> now(SqlClient client) {
    return client.query(NOW).execute().map(rows -> rows.iterator().next().getString("now"));
  }

  /**
   * Whether transactions are open that were so at a moment; those of builds don't count.
   *
   * @param moment the first transaction id after it
   */
  public static Future<Boolean> areOpen(SqlClient client, String moment) {
    return client
        .preparedQuery(OPEN)
        .execute(Tuple.of(moment))
        .map(rows -> rows.iterator().next().getBoolean("open"));
  }
}
