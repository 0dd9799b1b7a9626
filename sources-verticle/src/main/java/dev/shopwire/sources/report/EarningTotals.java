package dev.shopwire.sources.report;

import dev.shopwire.common.failure.Failure;
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
import java.util.Iterator;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Adds up earnings in PostgreSQL: those of equal currency and category that are in the same bucket,
 * by their time and by the date of their payout, count as one. Not thread-safe; use from one event
 * loop.
 */
final class EarningTotals {
  // Hundreds of thousands of rows are grouped, and there is one report at a time.
  private static final String SETTINGS =
      "set local max_parallel_workers_per_gather = 2; set local work_mem = '32MB'";

  private static final String EARNINGS =
      """
      from partner_records r
      where r.app_id = $1 and r.fetch_id = $2 and r.at < $3 and r.outcome = 'record'
        and r.kind = 'earning' and not r.is_test and r.net is not null and r.currency is not null
        and r.pass <= ($4::bigint[])[array_position($5::text[], r.stream)]
      """;
  private static final String SUMS =
      """
      select r.currency, r.category, r.shop is not null as is_named, min(r.at) as at,
        min(r.settled_on) as settled_on, sum(r.net)::text as net,
        sum(coalesce(r.gross, r.net))::text as gross, sum(coalesce(r.fee, 0))::text as fee
      """
          + EARNINGS
          + """
      group by r.currency, r.category, r.shop is not null, width_bucket(r.at, $6::timestamptz[]),
        width_bucket(r.settled_on, $7::date[])
      limit $8
      """;
  private static final String SHOPS =
      """
      select f.currency, min(f.at) as at, count(*) as count
      from (
        select r.shop, r.currency, min(r.at) as at
      """
          + EARNINGS
          + """
          and r.shop is not null
        group by r.shop, r.currency
      ) f
      group by f.currency, width_bucket(f.at, $6::timestamptz[])
      """;

  /** About 60 MB. There are usually some for each bucket, of which a report has at most 1,100. */
  private static final int MAX_SUMS = 100_000;

  private final Vertx vertx;
  private final Snapshot snapshot;
  private final ReportBuckets buckets;
  private final OffsetDateTime[] times;
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
    this.times =
        bounds.stream().map(at -> at.atOffset(ZoneOffset.UTC)).toArray(OffsetDateTime[]::new);
    this.dates =
        bounds.stream()
            .map(at -> LocalDate.ofInstant(at, buckets.zone()))
            .distinct()
            .toArray(LocalDate[]::new);
  }

  /** Adds the earnings of all apps to {@code sweep}. */
  Future<Void> addTo(FigureSweep sweep, ReportScope scope) {
    return snapshot
        .connection()
        .query(SETTINGS)
        .execute()
        .compose(set -> next(sweep, scope.apps().iterator()));
  }

  private Future<Void> next(FigureSweep sweep, Iterator<ShownRecords> apps) {
    if (!apps.hasNext()) {
      return Future.succeededFuture();
    }
    ShownRecords app = apps.next();
    Tuple sums = parameters(app).addArrayOfLocalDate(dates).addInteger(MAX_SUMS + 1);
    return read(SUMS, sums, rows -> addSums(sweep, rows))
        .compose(done -> read(SHOPS, parameters(app), rows -> addShops(sweep, rows)))
        .compose(done -> next(sweep, apps));
  }

  /** Without a cursor, of which PostgreSQL would read the rows without parallel workers. */
  private Future<Void> read(String sql, Tuple parameters, Consumer<RowSet<Row>> work) {
    return snapshot
        .connection()
        .preparedQuery(sql)
        .execute(parameters)
        .compose(
            rows ->
                vertx.executeBlocking(
                    () -> {
                      snapshot.checkTime().run();
                      work.accept(rows);
                      return true;
                    },
                    false))
        .mapEmpty();
  }

  private Tuple parameters(ShownRecords app) {
    return PairReader.parameters(app, buckets.completeTo()).addArrayOfOffsetDateTime(times);
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

  private static void addShops(FigureSweep sweep, RowSet<Row> rows) {
    rows.forEach(row -> sweep.addShops(row.getString("currency"), at(row), row.getLong("count")));
  }

  private static Instant at(Row row) {
    return row.getOffsetDateTime("at").toInstant();
  }

  private static Earning earning(Row row) {
    return new Earning(
        "",
        at(row),
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
