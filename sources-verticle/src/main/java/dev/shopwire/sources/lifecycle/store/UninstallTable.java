package dev.shopwire.sources.lifecycle.store;

import dev.shopwire.common.postgres.Columns;
import dev.shopwire.sources.lifecycle.store.ShopFold.Computed;
import dev.shopwire.sources.lifecycle.store.ShopFold.Uninstall;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** The table of uninstalls that count. Methods run on the caller's event loop. */
final class UninstallTable {
  private static final int DELETE_BATCH = 5_000;

  // Each shop is looked up in the primary key, whatever PostgreSQL knows of the table.
  private static final String DELETE_OTHERS =
      """
      delete from partner_uninstalls where ctid = any (array(
        select u.place from unnest($3::text[]) as computed (shop) cross join lateral (
          select ctid as place, shop, at from partner_uninstalls
          where app_id = $1 and fetch_id = $2 and shop = computed.shop order by at offset 0
        ) u
        where (u.shop, u.at) not in (
          select found.shop, found.at
          from unnest($4::text[], $5::timestamptz[]) as found (shop, at))))
      """;
  private static final String STORE =
      """
      insert into partner_uninstalls as u (app_id, fetch_id, shop, at, reason, note)
      select $1, $2, n.shop, n.at, n.reason, n.note
      from unnest($3::text[], $4::timestamptz[], $5::text[], $6::text[]) as n (shop, at, reason, note)
      left join lateral (
        select * from partner_uninstalls k
        where k.app_id = $1 and k.fetch_id = $2 and k.shop = n.shop and k.at = n.at limit 1
      ) known on true
      where known.shop is null or (known.reason, known.note) is distinct from (n.reason, n.note)
      on conflict (app_id, fetch_id, shop, at) do update set
        reason = excluded.reason, note = excluded.note
      """;
  private static final String DELETE_FETCH =
      """
      delete from partner_uninstalls where ctid = any (array(
        select ctid from partner_uninstalls where app_id = $1 and fetch_id = $2 limit $3))
      """;

  private UninstallTable() {}

  private record Of(String shop, Uninstall uninstall) {
    OffsetDateTime at() {
      return uninstall.at().atOffset(ZoneOffset.UTC);
    }
  }

  /** Makes the uninstalls of the shops those that were computed; writes only what differs. */
  static Future<Void> store(SqlClient client, FetchRef fetch, List<Computed> computed) {
    String[] shops = computed.stream().map(Computed::shop).toArray(String[]::new);
    List<Of> all = new ArrayList<>();
    computed.forEach(each -> each.uninstalls().forEach(one -> all.add(new Of(each.shop(), one))));
    int count = all.size();
    String[] names = Columns.of(all, new String[count], Of::shop);
    OffsetDateTime[] times = Columns.of(all, new OffsetDateTime[count], Of::at);
    return client
        .preparedQuery(DELETE_OTHERS)
        .execute(
            fetch
                .ids()
                .addArrayOfString(shops)
                .addArrayOfString(names)
                .addArrayOfOffsetDateTime(times))
        .compose(
            deleted ->
                count == 0
                    ? Future.succeededFuture()
                    : client
                        .preparedQuery(STORE)
                        .execute(
                            fetch
                                .ids()
                                .addArrayOfString(names)
                                .addArrayOfOffsetDateTime(times)
                                .addArrayOfString(
                                    Columns.of(
                                        all,
                                        new String[count],
                                        one -> one.uninstall().reason().orElse(null)))
                                .addArrayOfString(
                                    Columns.of(
                                        all,
                                        new String[count],
                                        one -> one.uninstall().note().orElse(null))))
                        .mapEmpty());
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
