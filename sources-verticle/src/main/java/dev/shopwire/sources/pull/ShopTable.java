package dev.shopwire.sources.pull;

import dev.shopwire.common.postgres.Columns;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.tenancy.Shops;
import dev.shopwire.sources.connections.LifecycleChanges;
import dev.shopwire.sources.dialects.MappedNode;
import dev.shopwire.sources.pull.RecordTable.StreamRef;
import dev.shopwire.sources.records.ShopIdentity;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The tables of shops: of those of records that count, and of those of passes that are not
 * complete. The latest record that names a shop's domain decides it, in whatever order they arrive.
 * Methods run on the caller's event loop.
 */
final class ShopTable {
  private static final int CHUNK = 5_000;
  private static final int DELETE_BATCH = 5_000;

  // Only what is new: a shop that is known with this domain as of this time is not written.
  private static final String NOTE =
      """
      insert into partner_shop_changes as s (app_id, fetch_id, stream, shop, domain, name, at)
      select $1, $2, $3, n.shop, n.domain, n.name, n.at
      from unnest($4::text[], $5::text[], $6::text[], $7::timestamptz[]) as n (shop, domain, name, at)
      left join lateral (
        select * from partner_shops p
        where p.app_id = $1 and p.fetch_id = $2 and p.shop = n.shop limit 1
      ) p on true
      where p.shop is null
        or (n.domain is not null and (p.domain is null or (n.at, n.domain) > (p.at, p.domain)))
      order by n.shop
      on conflict (app_id, fetch_id, stream, shop) do update set
        domain = excluded.domain, name = coalesce(excluded.name, s.name), at = excluded.at
      where excluded.domain is not null
        and (s.domain is null or (excluded.at, excluded.domain) > (s.at, s.domain))
      """;

  // Ordered by domain, as registrations are: then two of them wait and don't deadlock.
  private static final String NEXT =
      """
      select shop, domain from partner_shop_changes
      where app_id = $1 and fetch_id = $2 and stream = $3 and domain is not null
        and (domain collate "C", shop collate "C") > ($4, $5)
      order by domain collate "C", shop collate "C" limit $6
      """;
  private static final String MERGE =
      """
      insert into partner_shops as p (app_id, fetch_id, shop, domain, name, at, customer_id)
      select c.app_id, c.fetch_id, c.shop, c.domain, c.name, c.at, n.customer_id
      from unnest($4::text[], $5::bigint[]) as n (shop, customer_id)
      join partner_shop_changes c
        on c.app_id = $1 and c.fetch_id = $2 and c.stream = $3 and c.shop = n.shop
      on conflict (app_id, fetch_id, shop) do update set
        domain = excluded.domain, name = coalesce(excluded.name, p.name), at = excluded.at,
        customer_id = excluded.customer_id
      where p.domain is null or (excluded.at, excluded.domain) > (p.at, p.domain)
      """;
  private static final String MERGE_HIDDEN =
      """
      insert into partner_shops (app_id, fetch_id, shop)
      select app_id, fetch_id, shop from partner_shop_changes
      where app_id = $1 and fetch_id = $2 and stream = $3 and domain is null
      on conflict (app_id, fetch_id, shop) do nothing
      """;
  private static final String DELETE_CHANGES =
      "delete from partner_shop_changes where app_id = $1 and fetch_id = $2 and stream = $3";
  private static final String DELETE_FETCH =
      """
      delete from partner_shops where ctid = any (array(
        select ctid from partner_shops where app_id = $1 and fetch_id = $2 limit $3))
      """;
  private static final String DELETE_FETCH_CHANGES =
      "delete from partner_shop_changes where app_id = $1 and fetch_id = $2";

  private ShopTable() {}

  /** A shop as one record names it. */
  private record Seen(ShopIdentity shop, Optional<Instant> at) {
    static final Comparator<Seen> LATEST =
        Comparator.comparing((Seen seen) -> seen.shop().domain().isPresent())
            .thenComparing(seen -> seen.at().orElse(Instant.EPOCH))
            .thenComparing(seen -> seen.shop().domain().orElse(""));

    String domain() {
      return shop.domain().orElse("");
    }
  }

  /** Notes the shops of records that don't count yet. */
  static Future<Void> note(SqlClient client, StreamRef stream, List<MappedNode> nodes) {
    Map<String, Seen> seen = new TreeMap<>();
    for (MappedNode node : nodes) {
      if (node.kind().isPresent()) {
        node.shop()
            .ifPresent(
                shop ->
                    seen.merge(
                        shop.key(),
                        new Seen(shop, node.at()),
                        (one, other) -> Seen.LATEST.compare(one, other) < 0 ? other : one));
      }
    }
    if (seen.isEmpty()) {
      return Future.succeededFuture();
    }
    List<Seen> shops = List.copyOf(seen.values());
    int count = shops.size();
    return client
        .preparedQuery(NOTE)
        .execute(
            stream
                .ids()
                .addArrayOfString(Columns.of(shops, new String[count], one -> one.shop().key()))
                .addArrayOfString(
                    Columns.of(shops, new String[count], one -> one.shop().domain().orElse(null)))
                .addArrayOfString(
                    Columns.of(shops, new String[count], one -> one.shop().name().orElse(null)))
                .addArrayOfOffsetDateTime(
                    Columns.of(
                        shops,
                        new OffsetDateTime[count],
                        one ->
                            one.domain().isEmpty()
                                ? null
                                : one.at().map(at -> at.atOffset(ZoneOffset.UTC)).orElse(null))))
        .mapEmpty();
  }

  /** Lets the noted shops count, and makes customers of those whose domain is known. */
  static Future<Void> merge(SqlConnection connection, StreamRef stream, long workspaceId) {
    return mergeNamed(connection, stream, workspaceId, new Noted("", ""))
        .compose(done -> connection.preparedQuery(MERGE_HIDDEN).execute(stream.ids()))
        .compose(done -> deleteChanges(connection, stream));
  }

  private record Noted(String shop, String domain) {}

  private static Future<Void> mergeNamed(
      SqlConnection connection, StreamRef stream, long workspaceId, Noted after) {
    return connection
        .preparedQuery(NEXT)
        .execute(stream.ids().addString(after.domain()).addString(after.shop()).addInteger(CHUNK))
        .map(
            rows ->
                Rows.list(rows, row -> new Noted(row.getString("shop"), row.getString("domain"))))
        .compose(
            noted -> {
              if (noted.isEmpty()) {
                return Future.succeededFuture();
              }
              return merge(connection, stream, workspaceId, noted)
                  .compose(
                      merged ->
                          noted.size() < CHUNK
                              ? Future.succeededFuture()
                              : mergeNamed(
                                  connection, stream, workspaceId, noted.get(noted.size() - 1)));
            });
  }

  private static Future<Void> merge(
      SqlConnection connection, StreamRef stream, long workspaceId, List<Noted> noted) {
    List<Shops.Shop> shops =
        noted.stream().map(one -> new Shops.Shop(workspaceId, one.domain())).toList();
    return Shops.register(connection, shops)
        .compose(
            ids -> {
              String[] keys = Columns.of(noted, new String[noted.size()], Noted::shop);
              Long[] customers =
                  Columns.of(
                      noted,
                      new Long[noted.size()],
                      one -> ids.get(new Shops.Shop(workspaceId, one.domain())));
              return LifecycleChanges.noteMoved(
                      connection, stream.appId(), stream.fetchId(), keys, customers)
                  .compose(
                      moved ->
                          connection
                              .preparedQuery(MERGE)
                              .execute(
                                  stream.ids().addArrayOfString(keys).addArrayOfLong(customers)));
            })
        .mapEmpty();
  }

  /** Deletes what passes have noted that were not completed. */
  static Future<Void> deleteChanges(SqlClient client, StreamRef stream) {
    return client.preparedQuery(DELETE_CHANGES).execute(stream.ids()).mapEmpty();
  }

  /**
   * Deletes some shops of what was dropped.
   *
   * @return whether there may be more
   */
  static Future<Boolean> deleteSome(SqlClient client, long appId, long fetchId) {
    return client
        .preparedQuery(DELETE_FETCH)
        .execute(Tuple.of(appId, fetchId, DELETE_BATCH))
        .compose(
            deleted ->
                deleted.rowCount() == DELETE_BATCH
                    ? Future.succeededFuture(true)
                    : client
                        .preparedQuery(DELETE_FETCH_CHANGES)
                        .execute(Tuple.of(appId, fetchId))
                        .map(false));
  }
}
