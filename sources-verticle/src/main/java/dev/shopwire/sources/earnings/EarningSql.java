package dev.shopwire.sources.earnings;

import io.vertx.sqlclient.Tuple;
import java.util.List;

/**
 * Parts of statements that read the earnings that count, added up or not. All have the parameters
 * of {@link #parameters} first, and the columns {@code at, currency, category, is_named,
 * settled_on, net, gross, fee}, of which all but {@code settled_on} are never null.
 */
public final class EarningSql {
  /** Whether the record {@code r} is an earning and no test. */
  public static final String IS_EARNING =
      """
      r.kind = 'earning' and not r.is_test and r.net is not null and r.currency is not null
      """;

  /** Sums of an hour each, whose {@code at} is the start of the hour. */
  public static final String SUMMED =
      """
      select h.hour as at, h.currency, h.category, h.is_named,
        nullif(h.settled_on, 'infinity') as settled_on, h.net, h.gross, h.fee
      from partner_earning_hours h
      where h.app_id = $1 and h.fetch_id = $2 and h.earnings > 0
      """;

  /** The columns, of the record {@code r}. */
  public static final String COLUMNS =
      """
      r.at, r.currency, coalesce(r.category, 'other') as category, r.shop is not null as is_named,
      r.settled_on, r.net, coalesce(r.gross, r.net) as gross, coalesce(r.fee, 0) as fee
      """;

  /** Rows of the records {@code r} of complete passes whose earnings are not added up yet. */
  // The outcome is compared so that the index by time does not fit, but that by pass.
  public static final String RECORDS_UNSUMMED =
      """
      unnest($3::text[], $4::bigint[], $5::bigint[]) as s (stream, summed, pass) cross join lateral (
        select * from partner_records r
        where r.app_id = $1 and r.fetch_id = $2 and r.stream = s.stream and r.pass > s.summed
          and r.pass <= s.pass and r.pass > 0 and r.outcome || '' = 'record'
        offset 0
      ) r
      """;

  /** Earnings that are not added up yet, one by one. */
  public static final String UNSUMMED =
      "select " + COLUMNS + " from " + RECORDS_UNSUMMED + " where " + IS_EARNING;

  private EarningSql() {}

  /**
   * The parameters $1 to $5.
   *
   * @param summed up to which pass the earnings of each stream are added up
   * @param passes the last complete pass of each stream
   */
  public static Tuple parameters(
      long appId, long fetchId, List<String> streams, List<Long> summed, List<Long> passes) {
    return Tuple.of(appId, fetchId)
        .addArrayOfString(streams.toArray(String[]::new))
        .addArrayOfLong(summed.toArray(Long[]::new))
        .addArrayOfLong(passes.toArray(Long[]::new));
  }
}
