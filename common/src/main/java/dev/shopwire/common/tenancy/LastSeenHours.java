package dev.shopwire.common.tenancy;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/**
 * The index by the hour in which customers were last seen, and the rows that an earlier version has
 * written without this hour. Methods run on the caller's event loop.
 */
public final class LastSeenHours {
  static final String INDEX = "customers_by_last_seen";

  private static final String EXISTS =
      """
      select exists (
        select from pg_index i join pg_class c on c.oid = i.indexrelid
        where c.relname = $1 and i.indisvalid and pg_table_is_visible(c.oid)) as found
      """;
  private static final int BATCH = 2_000;

  private LastSeenHours() {}

  /** Fills the hours of all customers, some at a time. */
  static Future<Void> fill(SqlClient client) {
    Promise<Void> filled = Promise.promise();
    fill(client, Long.MIN_VALUE, filled);
    return filled.future();
  }

  private static void fill(SqlClient client, long after, Promise<Void> filled) {
    Shops.fillLastSeenHours(client, after, BATCH)
        .onComplete(
            last -> last.ifPresentOrElse(id -> fill(client, id, filled), filled::complete),
            filled::fail);
  }

  /** Whether the index exists, and so all customers have their hour. */
  public static Future<Boolean> areIndexed(SqlClient client) {
    return client
        .preparedQuery(EXISTS)
        .execute(Tuple.of(INDEX))
        .map(rows -> rows.iterator().next().getBoolean("found"));
  }
}
