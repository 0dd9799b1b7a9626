package dev.shopwire.sources.lifecycle.store;

import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The table of lifecycles, one row a shop. Methods run on the caller's event loop. */
final class LifecycleTable {
  private static final int DELETE_BATCH = 5_000;

  private static final String FIND =
      """
      select l.shop, %s
      from unnest($3::text[]) as wanted (shop) cross join lateral (
        select * from partner_lifecycles l
        where l.app_id = $1 and l.fetch_id = $2 and l.shop = wanted.shop limit 1
      ) l
      """
          .formatted(LifecycleRow.READ);
  private static final String DUE =
      """
      select shop from partner_lifecycles
      where app_id = $1 and fetch_id = $2 and next_at < $3 order by next_at limit $4
      """;
  private static final String STORE =
      """
      insert into partner_lifecycles (app_id, fetch_id, shop, %s)
      select $1, $2, shop, %s from %s
      on conflict (app_id, fetch_id, shop) do update set %s
      """
          .formatted(
              LifecycleColumns.NAMES,
              LifecycleColumns.VALUES,
              LifecycleColumns.ARRAYS,
              LifecycleColumns.ASSIGNMENTS);
  private static final String DELETE =
      """
      delete from partner_lifecycles where app_id = $1 and fetch_id = $2 and shop = any ($3)
      """;
  private static final String DELETE_FETCH =
      """
      delete from partner_lifecycles where ctid = any (array(
        select ctid from partner_lifecycles where app_id = $1 and fetch_id = $2 limit $3))
      """;

  private LifecycleTable() {}

  /** The rows of those of {@code shops} that have one. */
  static Future<Map<String, StoredLifecycle>> find(
      SqlClient client, FetchRef fetch, List<String> shops) {
    return client
        .preparedQuery(FIND)
        .execute(fetch.ids().addArrayOfString(shops.toArray(String[]::new)))
        .map(
            rows -> {
              Map<String, StoredLifecycle> found = new HashMap<>();
              rows.forEach(row -> found.put(row.getString("shop"), LifecycleRow.read(row)));
              return found;
            });
  }

  /** Shops that change by themselves, or have records that begin to count, before {@code until}. */
  static Future<List<String>> due(SqlClient client, FetchRef fetch, Instant until, int limit) {
    return client
        .preparedQuery(DUE)
        .execute(fetch.ids().addOffsetDateTime(until.atOffset(ZoneOffset.UTC)).addInteger(limit))
        .map(rows -> Rows.list(rows, row -> row.getString("shop")));
  }

  /** Adds or replaces rows. */
  static Future<Void> store(SqlClient client, FetchRef fetch, List<StoredLifecycle> rows) {
    return rows.isEmpty()
        ? Future.succeededFuture()
        : client.preparedQuery(STORE).execute(LifecycleColumns.of(fetch.ids(), rows)).mapEmpty();
  }

  static Future<Void> delete(SqlClient client, FetchRef fetch, List<String> shops) {
    return shops.isEmpty()
        ? Future.succeededFuture()
        : client
            .preparedQuery(DELETE)
            .execute(fetch.ids().addArrayOfString(shops.toArray(String[]::new)))
            .mapEmpty();
  }

  /**
   * Deletes some rows of what was dropped.
   *
   * @return whether there may be more
   */
  static Future<Boolean> deleteSome(SqlClient client, FetchRef fetch) {
    return client
        .preparedQuery(DELETE_FETCH)
        .execute(Tuple.of(fetch.appId(), fetch.fetchId(), DELETE_BATCH))
        .map(deleted -> deleted.rowCount() == DELETE_BATCH);
  }
}
