package dev.shopwire.sources.lifecycle.store;

import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The table of transitions since the making of a connection that were stored once, whether a
 * message was written or not, so that none is announced twice. Methods run on the caller's event
 * loop.
 */
final class AnnouncementTable {
  private static final int DELETE_BATCH = 5_000;

  private static final String ADD =
      """
      insert into partner_announcements (app_id, transition_id)
      select $1, id from unnest($2::uuid[]) as n (id) order by id
      on conflict (app_id, transition_id) do nothing
      returning transition_id
      """;

  // Of an app that is connected, they stay.
  private static final String DELETE =
      """
      delete from partner_announcements where ctid = any (array(
        select ctid from partner_announcements
        where app_id = $1 and not exists (select from partner_connections where app_id = $1)
        limit $2))
      """;

  private static final String CUSTOMERS =
      """
      select s.shop, s.customer_id, c.domain, a.slug
      from unnest($3::text[]) as wanted (shop)
      cross join lateral (
        select p.shop, p.customer_id from partner_shops p
        where p.app_id = $1 and p.fetch_id = $2 and p.shop = wanted.shop limit 1
      ) s
      cross join lateral (
        select domain from tenancy_customers
        where workspace_id = $4 and id = s.customer_id offset 0
      ) c
      cross join (select slug from tenancy_apps where id = $1) a
      """;

  private AnnouncementTable() {}

  /**
   * The customer of a shop.
   *
   * @param slug of the app
   */
  record Named(long customerId, String domain, String slug) {}

  /** The customers of those of {@code shops} that are not hidden. */
  static Future<Map<String, Named>> customers(
      SqlClient client, FetchRef fetch, long workspaceId, Collection<String> shops) {
    return client
        .preparedQuery(CUSTOMERS)
        .execute(fetch.ids().addArrayOfString(shops.toArray(String[]::new)).addLong(workspaceId))
        .map(
            rows -> {
              Map<String, Named> customers = new HashMap<>();
              rows.forEach(
                  row ->
                      customers.put(
                          row.getString("shop"),
                          new Named(
                              row.getLong("customer_id"),
                              row.getString("domain"),
                              row.getString("slug"))));
              return customers;
            });
  }

  /** Adds those that are new, and returns them. */
  static Future<Set<UUID>> add(SqlClient client, long appId, Collection<UUID> transitions) {
    return transitions.isEmpty()
        ? Future.succeededFuture(Set.of())
        : client
            .preparedQuery(ADD)
            .execute(Tuple.of(appId).addArrayOfUUID(transitions.toArray(UUID[]::new)))
            .map(rows -> new HashSet<>(Rows.list(rows, row -> row.getUUID("transition_id"))));
  }

  /**
   * Deletes some of an app that is no longer connected.
   *
   * @return whether there may be more
   */
  static Future<Boolean> deleteSome(SqlClient client, long appId) {
    return client
        .preparedQuery(DELETE)
        .execute(Tuple.of(appId, DELETE_BATCH))
        .map(deleted -> deleted.rowCount() == DELETE_BATCH);
  }
}
