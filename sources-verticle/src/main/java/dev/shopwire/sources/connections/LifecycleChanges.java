package dev.shopwire.sources.connections;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lets segments and flows look again at customers of whom {@code customer_lifecycles} shows
 * something else after the caller's transaction. Methods run on the caller's event loop.
 */
public final class LifecycleChanges {
  private static final String OF_SHOPS =
      """
      select record_lifecycle_changes($1, $2, array(
        select distinct s.customer_id
        from unnest($4::text[]) as wanted (shop) cross join lateral (
          select customer_id from partner_shops
          where app_id = $2 and fetch_id = $3 and shop = wanted.shop limit 1
        ) s
        where s.customer_id is not null))
      """;
  private static final String OF_MOVED =
      """
      select record_lifecycle_changes(c.workspace_id, c.app_id, array(
        select distinct customer.id
        from unnest($3::text[], $4::bigint[]) as n (shop, customer_id) cross join lateral (
          select customer_id from partner_shops
          where app_id = $1 and fetch_id = $2 and shop = n.shop limit 1
        ) s
        cross join lateral (values (s.customer_id), (n.customer_id)) as customer (id)
        where s.customer_id is distinct from n.customer_id and customer.id is not null))
      from partner_connections c where c.app_id = $1 and c.shown_id = $2
      """;

  /** Of lifecycles {@code l} and shops {@code s}: all that the view shows and conditions read. */
  private static final String COLUMNS =
      """
      s.customer_id, l.state, l.since, l.plan, l.is_test, l.is_frozen, l.is_paying, l.price, l.currency,
        l.billing, l.activated_at, l.installed_at, l.uninstalled_at, l.reinstalled_at, l.paying_at,
        l.trial_at, l.trial_ends_at, l.cancel_at, l.canceled_at
      """;

  private static final String ROW =
      """
      left join lateral (
        select s.customer_id, row(%1$s) as shown
        from partner_shops s
        join partner_lifecycles l
          on l.app_id = s.app_id and l.fetch_id = s.fetch_id and l.shop = s.shop
        where s.app_id = $2 and s.fetch_id = %2$s and s.shop = p.shop and l.state is not null limit 1
      ) %3$s on true
      """;

  /** The next shops, and those of their customers of whom the two fetches say different things. */
  private static final String OF_SHOWN =
      """
      with portion as materialized (
        (select shop from partner_shops where app_id = $2 and fetch_id = $3 and shop > $5
         order by shop limit $6)
        union
        (select shop from partner_shops where app_id = $2 and fetch_id = $4 and shop > $5
         order by shop limit $6)
        order by shop limit $6
      )
      select (select max(shop) from portion) as last, record_lifecycle_changes($1, $2, array(
        select distinct customer.id
        from portion p
      %s%s  cross join lateral (values (one.customer_id), (other.customer_id)) as customer (id)
        where one.shown is distinct from other.shown and customer.id is not null))
      """
          .formatted(ROW.formatted(COLUMNS, "$3", "one"), ROW.formatted(COLUMNS, "$4", "other"));

  /** Shops of a statement. */
  private static final int SHOPS = 2_000;

  private LifecycleChanges() {}

  /** Lifecycles of these shops change. */
  public static Future<Void> note(SqlClient client, Connection connection, List<String> shops) {
    return client
        .preparedQuery(OF_SHOPS)
        .execute(shown(connection).addArrayOfString(shops.toArray(String[]::new)))
        .mapEmpty();
  }

  /**
   * Shops will belong to these customers, some of them to others than before. To be called before.
   * The arrays are parallel.
   */
  public static Future<Void> noteMoved(
      SqlClient client, long appId, long fetchId, String[] shops, Long[] customers) {
    return client
        .preparedQuery(OF_MOVED)
        .execute(Tuple.of(appId, fetchId).addArrayOfString(shops).addArrayOfLong(customers))
        .mapEmpty();
  }

  /** What was fetched as {@code fetchId} takes the place of what is shown. */
  public static Future<Void> noteShown(SqlClient client, Connection connection, long fetchId) {
    return fetchId == connection.shownId()
        ? Future.succeededFuture()
        : noteShown(client, connection, fetchId, "");
  }

  private static Future<Void> noteShown(
      SqlClient client, Connection connection, long fetchId, String after) {
    return client
        .preparedQuery(OF_SHOWN)
        .execute(shown(connection).addLong(fetchId).addString(after).addInteger(SHOPS))
        .compose(
            rows -> {
              @Nullable String last = rows.iterator().next().getString("last");
              return last == null
                  ? Future.succeededFuture()
                  : noteShown(client, connection, fetchId, last);
            });
  }

  private static Tuple shown(Connection connection) {
    return Tuple.of(connection.workspaceId(), connection.appId(), connection.shownId());
  }
}
