package dev.shopwire.sources.connections;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;

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

  private LifecycleChanges() {}

  /**
   * Joins {@code p.shop} of app {@code $1} to what a fetch says of its customer, as {@code
   * alias.customer_id} and {@code alias.shown}; null if the fetch has no lifecycle of it.
   */
  static String join(String fetchId, String alias) {
    return """
        left join lateral (
          select s.customer_id, row(%1$s) as shown
          from partner_shops s
          join partner_lifecycles l
            on l.app_id = s.app_id and l.fetch_id = s.fetch_id and l.shop = s.shop
          where s.app_id = $1 and s.fetch_id = %2$s and s.shop = p.shop and l.state is not null
          limit 1
        ) %3$s on true
        """
        .formatted(COLUMNS, fetchId, alias);
  }

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

  private static Tuple shown(Connection connection) {
    return Tuple.of(connection.workspaceId(), connection.appId(), connection.shownId());
  }
}
