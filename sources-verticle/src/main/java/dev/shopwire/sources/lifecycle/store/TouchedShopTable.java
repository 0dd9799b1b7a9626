package dev.shopwire.sources.lifecycle.store;

import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Set;

/**
 * The table of shops whose lifecycles are to be computed again. They are noted in the transaction
 * that stores their records, so that a kill loses none. Methods run on the caller's event loop.
 */
public final class TouchedShopTable {
  private static final int DELETE_BATCH = 5_000;

  private static final String NOTE =
      """
      insert into partner_touched_shops (app_id, fetch_id, shop, is_quiet)
      select $1, $2, shop, $4 from unnest($3::text[]) as touched (shop)
      on conflict (app_id, fetch_id, shop) do nothing
      """;
  private static final String NEXT =
      """
      select shop, is_quiet from partner_touched_shops where app_id = $1 and fetch_id = $2
      order by shop limit $3
      """;

  // By their places, since without statistics all rows of the fetch would be read for some of them.
  // They are never updated.
  private static final String DELETE =
      """
      delete from partner_touched_shops where ctid = any (array(
        select t.place from unnest($3::text[]) as computed (shop) cross join lateral (
          select ctid as place from partner_touched_shops
          where app_id = $1 and fetch_id = $2 and shop = computed.shop limit 1
        ) t))
      """;
  private static final String DELETE_FETCH =
      """
      delete from partner_touched_shops where ctid = any (array(
        select ctid from partner_touched_shops where app_id = $1 and fetch_id = $2 limit $3))
      """;

  private TouchedShopTable() {}

  /**
   * @param isQuiet whether a backfill has touched it, which announces nothing
   */
  record Touched(String shop, boolean isQuiet) {}

  /**
   * Notes shops of records that were stored or changed. That the pass is not complete yet does not
   * matter, since nothing is computed before.
   */
  public static Future<Void> note(
      SqlClient client, FetchRef fetch, Set<String> shops, boolean isQuiet) {
    return shops.isEmpty()
        ? Future.succeededFuture()
        : client
            .preparedQuery(NOTE)
            .execute(fetch.ids().addArrayOfString(shops.toArray(String[]::new)).addBoolean(isQuiet))
            .mapEmpty();
  }

  static Future<List<Touched>> next(SqlClient client, FetchRef fetch, int limit) {
    return client
        .preparedQuery(NEXT)
        .execute(fetch.ids().addInteger(limit))
        .map(
            rows ->
                Rows.list(
                    rows, row -> new Touched(row.getString("shop"), row.getBoolean("is_quiet"))));
  }

  static Future<Void> delete(SqlClient client, FetchRef fetch, List<String> shops) {
    return client
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
