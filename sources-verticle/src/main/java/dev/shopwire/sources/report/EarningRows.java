package dev.shopwire.sources.report;

import dev.shopwire.sources.earnings.EarningSql;
import dev.shopwire.sources.events.ShownRecords;
import dev.shopwire.sources.figures.Earning;
import dev.shopwire.sources.figures.Metric;
import dev.shopwire.sources.figures.PairHistory;
import dev.shopwire.sources.figures.ReportBuckets;
import dev.shopwire.sources.records.Category;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads the earnings that may be behind a figure of one bucket, in the order of apps and shops, and
 * of times within a shop. Not thread-safe; use from one event loop.
 */
final class EarningRows {
  private static final String COLUMNS =
      """
      select r.stream || ':' || r.key as id, r.at, r.shop, r.category, r.currency, r.net::text as net,
        coalesce(r.gross, r.net)::text as gross, coalesce(r.fee, 0)::text as fee, r.settled_on
      """;
  private static final String CONDITION =
      " where r.currency = $8 and r.at >= $6::text::timestamptz and r.at < $7 and "
          + EarningSql.IS_EARNING;
  private static final String ORDER =
      " order by r.shop, r.at, (r.stream || ':' || r.key) collate \"C\"";

  private static final String BY_TIME =
      COLUMNS
          + " from partner_records r"
          + CONDITION
          + """
          and r.app_id = $1 and r.fetch_id = $2 and r.outcome = 'record' and $4::bigint[] is not null
          and r.pass <= ($5::bigint[])[array_position($3::text[], r.stream)]
          """
          + ORDER;

  // The sums say in which hours there are such earnings.
  private static final String BY_PAYOUT =
      COLUMNS
          + """
          from (
            select r.*
            from (
              select distinct h.hour from partner_earning_hours h
              where h.app_id = $1 and h.fetch_id = $2 and h.earnings > 0 and h.currency = $8
                and h.hour < $7 and h.settled_on between $9::text::date and $10::text::date
            ) h cross join lateral (
              select * from partner_records r
              where r.app_id = $1 and r.fetch_id = $2 and r.outcome = 'record' and r.at >= h.hour
                and r.at < h.hour + interval '1 hour'
                and r.pass <= ($4::bigint[])[array_position($3::text[], r.stream)]
              offset 0
            ) r
            union all
            select r.* from
          """
          + EarningSql.RECORDS_UNSUMMED
          + ") r"
          + CONDITION
          + """
          and coalesce(r.settled_on, 'infinity') between $9::text::date and $10::text::date
          """
          + ORDER;

  /** Earnings of a shop are passed on in parts, so that any number of them is read. */
  private static final int PART = 1_000;

  private static final String INFINITY = "infinity";

  private final Vertx vertx;
  private final PortionReader portions;

  EarningRows(Vertx vertx, PortionReader portions) {
    this.vertx = vertx;
    this.portions = portions;
  }

  /**
   * Passes the earnings of each pair to {@code pairs}, on a worker thread, in any number of parts:
   * at least those that {@code metric} counts in the bucket.
   *
   * @param metric whose rows are earnings
   * @param bucket a report of one known bucket
   */
  Future<Void> read(
      ReportScope scope,
      Metric metric,
      String currency,
      ReportBuckets bucket,
      Consumer<PairHistory> pairs) {
    return next(scope.apps().iterator(), metric, currency, bucket, pairs);
  }

  private Future<Void> next(
      Iterator<ShownRecords> apps,
      Metric metric,
      String currency,
      ReportBuckets bucket,
      Consumer<PairHistory> pairs) {
    if (!apps.hasNext()) {
      return Future.succeededFuture();
    }
    ShownRecords app = apps.next();
    Parts parts = new Parts(app.appId(), pairs);
    return portions
        .read(
            isByPayout(metric) ? BY_PAYOUT : BY_TIME,
            parameters(app, metric, currency, bucket),
            rows -> rows.forEach(parts::add))
        .compose(
            read ->
                vertx.executeBlocking(
                    () -> {
                      parts.finish();
                      return true;
                    },
                    false))
        .compose(finished -> next(apps, metric, currency, bucket, pairs));
  }

  private static boolean isByPayout(Metric metric) {
    return metric == Metric.PAYOUTS || metric == Metric.UNSETTLED;
  }

  private static Tuple parameters(
      ShownRecords app, Metric metric, String currency, ReportBuckets bucket) {
    Instant start = bucket.starts().get(0);
    Instant end = bucket.ends().get(0);
    Tuple parameters =
        EarningSql.parameters(
            app.appId(), app.fetchId(), app.streams(), app.earningsPasses(), app.passes());
    if (!isByPayout(metric)) {
      return parameters.addString(start.toString()).addOffsetDateTime(utc(end)).addString(currency);
    }
    boolean isPaid = metric == Metric.PAYOUTS;
    LocalDate endDate = LocalDate.ofInstant(end, bucket.zone());
    return parameters
        .addString("-infinity")
        .addOffsetDateTime(utc(isPaid ? bucket.completeTo() : end))
        .addString(currency)
        .addString((isPaid ? LocalDate.ofInstant(start, bucket.zone()) : endDate).toString())
        .addString(isPaid ? endDate.minusDays(1).toString() : INFINITY);
  }

  private static OffsetDateTime utc(Instant at) {
    return at.atOffset(ZoneOffset.UTC);
  }

  /** Collects the earnings of one shop after the other. */
  private static final class Parts {
    private final long appId;
    private final Consumer<PairHistory> pairs;
    private final List<Earning> earnings = new ArrayList<>();
    private Optional<String> shop = Optional.empty();

    Parts(long appId, Consumer<PairHistory> pairs) {
      this.appId = appId;
      this.pairs = pairs;
    }

    void add(Row row) {
      Optional<String> key = Optional.ofNullable(row.getString("shop"));
      if (!key.equals(shop) || earnings.size() >= PART) {
        finish();
        shop = key;
      }
      earnings.add(earning(row));
    }

    void finish() {
      if (!earnings.isEmpty()) {
        pairs.accept(
            new PairHistory(
                appId, shop, Optional.empty(), List.of(), List.of(), List.copyOf(earnings)));
        earnings.clear();
      }
    }

    private static Earning earning(Row row) {
      return new Earning(
          row.getString("id"),
          row.getOffsetDateTime("at").toInstant(),
          Optional.ofNullable(row.getString("category"))
              .flatMap(Category::of)
              .orElse(Category.OTHER),
          row.getString("currency"),
          new BigDecimal(row.getString("net")),
          new BigDecimal(row.getString("gross")),
          new BigDecimal(row.getString("fee")),
          Optional.ofNullable(row.getLocalDate("settled_on")));
    }
  }
}
