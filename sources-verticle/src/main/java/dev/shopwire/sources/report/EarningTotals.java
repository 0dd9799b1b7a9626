package dev.shopwire.sources.report;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.sources.earnings.EarningSql;
import dev.shopwire.sources.events.ShownRecords;
import dev.shopwire.sources.figures.Earning;
import dev.shopwire.sources.figures.FigureSweep;
import dev.shopwire.sources.figures.ReportBuckets;
import dev.shopwire.sources.records.Category;
import dev.shopwire.sources.report.ReportReads.Snapshot;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Iterator;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Adds up earnings in PostgreSQL: those of equal currency and category that are in the same bucket,
 * by their time and by the date of their payout, count as one. Of hours that lie in one bucket, the
 * stored sums are added; the few others are read earning by earning. Not thread-safe; use from one
 * event loop.
 */
final class EarningTotals {
  // $6: the end of the known time, $7: the hours in which a bucket begins or ends.
  private static final String SUMS =
      """
      select e.currency, e.category, e.is_named, min(e.at) as at, min(e.settled_on) as settled_on,
        sum(e.net)::text as net, sum(e.gross)::text as gross, sum(e.fee)::text as fee
      from (
        %s and h.hour < $6 and h.hour <> all ($7)
        union all
        select %s
        from unnest($7::timestamptz[]) as cut (hour) cross join lateral (
          select * from partner_records r
          where r.app_id = $1 and r.fetch_id = $2 and r.outcome = 'record' and r.at >= cut.hour
            and r.at < least(cut.hour + interval '1 hour', $6)
            and r.pass <= ($4::bigint[])[array_position($3::text[], r.stream)]
          offset 0
        ) r
        where %s
        union all
        %s and r.at < $6
      ) e
      group by e.currency, e.category, e.is_named, width_bucket(e.at, $8::timestamptz[]),
        width_bucket(e.settled_on, $9::date[])
      limit $10
      """
          .formatted(
              EarningSql.SUMMED, EarningSql.COLUMNS, EarningSql.IS_EARNING, EarningSql.UNSUMMED);

  /** About 60 MB. There are usually some for each bucket, of which a report has at most 1,100. */
  private static final int MAX_SUMS = 100_000;

  private final Vertx vertx;
  private final Snapshot snapshot;
  private final ReportBuckets buckets;
  private final OffsetDateTime[] times;
  private final OffsetDateTime[] cutHours;
  private final LocalDate[] dates;

  /**
   * @param buckets whose end of the known time is an instant
   */
  EarningTotals(Vertx vertx, Snapshot snapshot, ReportBuckets buckets) {
    this.vertx = vertx;
    this.snapshot = snapshot;
    this.buckets = buckets;
    TreeSet<Instant> bounds = new TreeSet<>(buckets.starts());
    bounds.addAll(buckets.ends());
    bounds.add(buckets.completeTo());
    this.times = bounds.stream().map(EarningTotals::utc).toArray(OffsetDateTime[]::new);
    this.cutHours =
        bounds.stream()
            .filter(at -> !at.equals(at.truncatedTo(ChronoUnit.HOURS)))
            .map(at -> at.truncatedTo(ChronoUnit.HOURS))
            .distinct()
            .map(EarningTotals::utc)
            .toArray(OffsetDateTime[]::new);
    this.dates =
        bounds.stream()
            .map(at -> LocalDate.ofInstant(at, buckets.zone()))
            .distinct()
            .toArray(LocalDate[]::new);
  }

  private static OffsetDateTime utc(Instant at) {
    return at.atOffset(ZoneOffset.UTC);
  }

  /** Adds the earnings of all apps to {@code sweep}. */
  Future<Void> addTo(FigureSweep sweep, ReportScope scope) {
    return next(sweep, scope.apps().iterator());
  }

  private Future<Void> next(FigureSweep sweep, Iterator<ShownRecords> apps) {
    return apps.hasNext()
        ? snapshot
            .connection()
            .preparedQuery(SUMS)
            .execute(parameters(apps.next()))
            .compose(rows -> add(sweep, rows))
            .compose(done -> next(sweep, apps))
        : Future.succeededFuture();
  }

  private Tuple parameters(ShownRecords app) {
    return EarningSql.parameters(
            app.appId(), app.fetchId(), app.streams(), app.earningsPasses(), app.passes())
        .addOffsetDateTime(utc(buckets.completeTo()))
        .addArrayOfOffsetDateTime(cutHours)
        .addArrayOfOffsetDateTime(times)
        .addArrayOfLocalDate(dates)
        .addInteger(MAX_SUMS + 1);
  }

  private Future<Void> add(FigureSweep sweep, RowSet<Row> rows) {
    return vertx
        .executeBlocking(
            () -> {
              snapshot.checkTime().run();
              addSums(sweep, rows);
              return true;
            },
            false)
        .mapEmpty();
  }

  private static void addSums(FigureSweep sweep, RowSet<Row> rows) {
    if (rows.size() > MAX_SUMS) {
      throw Failure.invalidParameter(
          "interval",
          "too_many_series",
          "The earnings have too many sums by bucket and date of payout; request fewer buckets");
    }
    rows.forEach(row -> sweep.addSum(earning(row), row.getBoolean("is_named")));
  }

  private static Earning earning(Row row) {
    return new Earning(
        "",
        row.getOffsetDateTime("at").toInstant(),
        Stream.ofNullable(row.getString("category"))
            .flatMap(category -> Category.of(category).stream())
            .findFirst()
            .orElse(Category.OTHER),
        row.getString("currency"),
        new BigDecimal(row.getString("net")),
        new BigDecimal(row.getString("gross")),
        new BigDecimal(row.getString("fee")),
        Optional.ofNullable(row.getLocalDate("settled_on")));
  }
}
