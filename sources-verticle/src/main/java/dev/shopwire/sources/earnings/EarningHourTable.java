package dev.shopwire.sources.earnings;

import dev.shopwire.sources.lifecycle.store.FetchRef;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/**
 * The table of earnings added up by the hour: those of passes up to the one that the stream names.
 * Methods run on the caller's event loop.
 */
public final class EarningHourTable {
  private static final int DELETE_BATCH = 5_000;

  private static final String SUMS =
      """
      date_trunc('hour', r.at, 'UTC') as hour, r.currency, coalesce(r.category, 'other') as category,
      r.shop is not null as is_named, coalesce(r.settled_on, 'infinity') as settled_on,
      count(*) as earnings, sum(r.net) as net, sum(coalesce(r.gross, r.net)) as gross,
      sum(coalesce(r.fee, 0)) as fee
      """;

  // The outcome is compared so that the index by time does not fit, but that by pass.
  private static final String ADD =
      """
      insert into partner_earning_hours as h
        (app_id, fetch_id, hour, currency, category, is_named, settled_on, earnings, net, gross, fee)
      select r.app_id, r.fetch_id, %s
      from partner_records r
      where r.app_id = $1 and r.fetch_id = $2 and r.stream = $3 and r.pass > $4 and r.pass <= $5
        and r.pass > 0 and r.outcome || '' = 'record' and %s
      group by 1, 2, 3, 4, 5, 6, 7
      on conflict (app_id, fetch_id, hour, currency, category, is_named, settled_on) do update set
        earnings = h.earnings + excluded.earnings, net = h.net + excluded.net,
        gross = h.gross + excluded.gross, fee = h.fee + excluded.fee
      """
          .formatted(SUMS, EarningSql.IS_EARNING);
  private static final String SUBTRACT =
      """
      update partner_earning_hours h set earnings = h.earnings - gone.earnings,
        net = h.net - gone.net, gross = h.gross - gone.gross, fee = h.fee - gone.fee
      from (
        select %s
        from partner_changes c cross join lateral (
          select * from partner_records r
          where r.app_id = $1 and r.fetch_id = $2 and r.stream = $3 and r.key = c.key limit 1
        ) r
        where c.app_id = $1 and c.fetch_id = $2 and c.stream = $3 and r.outcome = 'record'
          and r.pass <= (
            select s.earnings_pass from partner_streams s
            where s.app_id = $1 and s.fetch_id = $2 and s.name = $3)
          and %s
        group by 1, 2, 3, 4, 5
      ) gone
      where h.app_id = $1 and h.fetch_id = $2 and h.hour = gone.hour and h.currency = gone.currency
        and h.category = gone.category and h.is_named = gone.is_named
        and h.settled_on = gone.settled_on
      """
          .formatted(SUMS, EarningSql.IS_EARNING);
  private static final String DELETE_EMPTY =
      "delete from partner_earning_hours where app_id = $1 and fetch_id = $2 and earnings = 0";
  private static final String DELETE_FETCH =
      """
      delete from partner_earning_hours where ctid = any (array(
        select ctid from partner_earning_hours where app_id = $1 and fetch_id = $2 limit $3))
      """;

  private EarningHourTable() {}

  /** Adds the earnings of the passes after {@code after} up to {@code pass}. */
  static Future<Void> add(SqlClient client, FetchRef fetch, String stream, long after, long pass) {
    return client
        .preparedQuery(ADD)
        .execute(ids(fetch).addString(stream).addLong(after).addLong(pass))
        .mapEmpty();
  }

  /**
   * Subtracts records whose changes are about to replace them, if they are added up. What they
   * become belongs to a later pass, and is added with it.
   */
  public static Future<Void> subtractChanged(SqlClient client, FetchRef fetch, String stream) {
    return client
        .preparedQuery(SUBTRACT)
        .execute(ids(fetch).addString(stream))
        .compose(
            subtracted ->
                subtracted.rowCount() == 0
                    ? Future.succeededFuture()
                    : client.preparedQuery(DELETE_EMPTY).execute(ids(fetch)).mapEmpty());
  }

  /**
   * Deletes some rows of what was dropped.
   *
   * @return whether there may be more
   */
  public static Future<Boolean> deleteSome(SqlClient client, FetchRef fetch) {
    return client
        .preparedQuery(DELETE_FETCH)
        .execute(ids(fetch).addInteger(DELETE_BATCH))
        .map(deleted -> deleted.rowCount() == DELETE_BATCH);
  }

  private static Tuple ids(FetchRef fetch) {
    return Tuple.of(fetch.appId(), fetch.fetchId());
  }
}
