package dev.shopwire.sources.connections;

import dev.shopwire.common.background.Repeat;
import dev.shopwire.common.postgres.IndexPlans;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;

/**
 * The table of fetches: what was fetched for a connection under one configuration. Methods run on
 * the caller's event loop.
 */
public final class FetchTable {
  private static final String ADD = "insert into partner_fetches (app_id) values ($1) returning id";
  private static final String DROP =
      """
      update partner_fetches f set dropped = true
      where f.app_id = $1 and not f.dropped
        and not exists (select from partner_connections c where c.app_id = f.app_id
          and f.id in (c.fetch_id, c.shown_id))
      """;
  private static final String HIDE =
      """
      update partner_fetches f set unnoted_after = '' from partner_connections c
      where c.app_id = $1 and f.app_id = c.app_id and f.id = c.shown_id and f.id <> $2
      """;
  private static final String UNNOTED =
      """
      select app_id, id from partner_fetches where unnoted_after is not null
      order by app_id, id limit 100
      """;

  // Another process that does the same waits for the row, and then continues after its last shop.
  private static final String NOTE_SOME =
      """
      with hidden as materialized (
        select f.app_id, f.id, f.unnoted_after, a.workspace_id,
          (select shown_id from partner_connections c where c.app_id = f.app_id) as shown_id
        from partner_fetches f join tenancy_apps a on a.id = f.app_id
        where f.app_id = $1 and f.id = $2 and f.unnoted_after is not null
        for update of f
      ), portion as materialized (
        select s.shop
        from hidden cross join lateral (
          (select shop from partner_shops
           where app_id = $1 and fetch_id = $2 and shop > hidden.unnoted_after
           order by shop limit $3)
          union
          (select shop from partner_shops
           where app_id = $1 and fetch_id = hidden.shown_id and shop > hidden.unnoted_after
           order by shop limit $3)
          order by shop limit $3
        ) s
      ), noted as (
        update partner_fetches f
        set unnoted_after = (select max(shop) from portion)
        from hidden where f.app_id = hidden.app_id and f.id = hidden.id
      )
      select record_lifecycle_changes(hidden.workspace_id, hidden.app_id, array(
        select distinct customer.id
        from portion p
      %s%s  cross join lateral (values (before.customer_id), (after.customer_id)) as customer (id)
        where before.shown is distinct from after.shown and customer.id is not null))
      from hidden
      """
          .formatted(
              LifecycleChanges.join("$2", "before"),
              LifecycleChanges.join("hidden.shown_id", "after"));
  private static final String DROPPED =
      """
      select app_id, id from partner_fetches where dropped and unnoted_after is null
      order by app_id, id limit 10
      """;
  private static final String DELETE =
      "delete from partner_fetches where app_id = $1 and id = $2 and dropped";

  /** No fetch has this id. */
  private static final long NONE = 0;

  /** Shops of a transaction. */
  private static final int SHOPS = 2_000;

  private FetchTable() {}

  /** The key of a fetch. */
  public record Fetch(long appId, long fetchId) {
    private Tuple ids() {
      return Tuple.of(appId, fetchId);
    }
  }

  /** The id of what is fetched from now on. */
  public static Future<Long> add(SqlClient client, long appId) {
    return client
        .preparedQuery(ADD)
        .execute(Tuple.of(appId))
        .map(rows -> rows.iterator().next().getLong("id"));
  }

  /** Marks what no longer belongs to the app's connection. */
  public static Future<Void> drop(SqlClient client, long appId) {
    return client.preparedQuery(DROP).execute(Tuple.of(appId)).mapEmpty();
  }

  /**
   * Marks what the connection shows as not shown any more, so that its customers are noted. To be
   * called before the connection is deleted.
   */
  static Future<Void> hide(SqlClient client, long appId) {
    return replace(client, appId, NONE);
  }

  /**
   * Has customers noted of whom the connection is about to show something else. To be called before
   * it shows {@code fetchId}, which may be what it shows already.
   */
  public static Future<Void> replace(SqlClient client, long appId, long fetchId) {
    return client.preparedQuery(HIDE).execute(Tuple.of(appId, fetchId)).mapEmpty();
  }

  /**
   * Lets segments and flows look again at the customers of fetches that are not shown any more: at
   * those of whom something else is shown now, or nothing. Each transaction notes those of some
   * thousand shops, and how far it is: if the process ends, or another one does the same, the next
   * one continues there. Connections take turns, so that a large one doesn't keep others waiting;
   * one that fails is tried again by the next call.
   */
  public static Future<Void> noteHidden(Pool pool) {
    return Repeat.<Boolean>until(
            () ->
                list(pool, UNNOTED)
                    .compose(
                        unnoted ->
                            unnoted.isEmpty()
                                ? Future.succeededFuture(Optional.of(true))
                                : noteSomeOfEach(pool, unnoted).map(Optional.empty())))
        .mapEmpty();
  }

  /** Fails if one of them does, after all the others. */
  private static Future<Void> noteSomeOfEach(Pool pool, List<Fetch> fetches) {
    Future<Void> done = Future.succeededFuture();
    for (Fetch fetch : fetches) {
      Future<Void> before = done;
      done = before.transform(ended -> noteSome(pool, fetch).compose(noted -> before));
    }
    return done;
  }

  private static Future<Void> noteSome(Pool pool, Fetch fetch) {
    return Transactions.run(
        pool,
        client ->
            IndexPlans.require(client)
                .compose(
                    required ->
                        client
                            .preparedQuery(NOTE_SOME)
                            .execute(fetch.ids().addInteger(SHOPS))
                            .mapEmpty()));
  }

  /** Some of what was dropped, and whose customers were noted. */
  public static Future<List<Fetch>> dropped(SqlClient client) {
    return list(client, DROPPED);
  }

  private static Future<List<Fetch>> list(SqlClient client, String sql) {
    return client
        .preparedQuery(sql)
        .execute()
        .map(rows -> Rows.list(rows, row -> new Fetch(row.getLong("app_id"), row.getLong("id"))));
  }

  /** Ends the deletion of what was dropped. */
  public static Future<Void> delete(SqlClient client, Fetch dropped) {
    return client.preparedQuery(DELETE).execute(dropped.ids()).mapEmpty();
  }
}
