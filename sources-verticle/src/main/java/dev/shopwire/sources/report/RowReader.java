package dev.shopwire.sources.report;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.sources.events.ShownRecords;
import dev.shopwire.sources.figures.FigureRow;
import dev.shopwire.sources.figures.FigureRows;
import dev.shopwire.sources.figures.Metric;
import dev.shopwire.sources.figures.PairHistory;
import dev.shopwire.sources.figures.ReportBuckets;
import dev.shopwire.sources.lifecycle.Fraction;
import dev.shopwire.sources.report.ReportReads.Snapshot;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the rows behind a figure in one snapshot. Not thread-safe; use from one event loop. */
final class RowReader {
  private final Vertx vertx;
  private final Snapshot snapshot;

  RowReader(Vertx vertx, Snapshot snapshot) {
    this.vertx = vertx;
    this.snapshot = snapshot;
  }

  /**
   * Reads a page. Stored histories and sums say which rows there are and what they add up to; only
   * the records of the page's shops are read, or the earnings that are the rows themselves.
   *
   * @param after reads only rows after this one
   * @param take how many at most
   * @param maxBytes how much memory they may take
   */
  Future<RowList> page(
      ReportScope scope,
      RowsRequest request,
      Optional<RowPosition> after,
      int take,
      long maxBytes) {
    ReportBuckets bucket = request.bucket(scope.end());
    if (bucket.known() == 0) {
      return Future.succeededFuture(RowList.NONE);
    }
    checkCurrency(request);
    FigureRows rows = new FigureRows(request.metric(), request.currency(), bucket);
    RowPage page = new RowPage(rows, after, take, maxBytes);
    return FigureRows.areEarnings(request.metric())
        ? earnings(scope, request, bucket, after, take, page)
        : pairs(scope, request, bucket, rows, page);
  }

  /**
   * What a file of the rows must know before the first one.
   *
   * @param count of rows; 0 where they are earnings, which are counted otherwise
   * @param divisor what the values of rows are divided by; empty where the figure has no value
   */
  record Counted(long count, Optional<Fraction> divisor) {}

  /** Counts the rows, from stored histories and sums. */
  Future<Counted> counted(ReportScope scope, RowsRequest request) {
    ReportBuckets bucket = request.bucket(scope.end());
    if (bucket.known() == 0) {
      return Future.succeededFuture(new Counted(0, Optional.empty()));
    }
    checkCurrency(request);
    if (FigureRows.areEarnings(request.metric())) {
      return total(scope, request, bucket)
          .map(total -> new Counted(0, total.map(any -> Fraction.of(BigDecimal.ONE))));
    }
    FigureRows rows = new FigureRows(request.metric(), request.currency(), bucket);
    RowPage page = new RowPage(rows, Optional.empty(), 0, 0);
    return new EarningTotals(vertx, snapshot, bucket)
        .addTo(rows.sweep(), scope)
        .compose(added -> storedPairs().all(scope, page::add))
        .compose(read -> vertx.executeBlocking(() -> divisor(rows), false))
        .map(divisor -> new Counted(divisor.isPresent() ? page.count() : 0, divisor));
  }

  private PairReader pairs() {
    return new PairReader(vertx, snapshot.portions(vertx));
  }

  private StoredPairs storedPairs() {
    return new StoredPairs(snapshot.portions(vertx), pairs());
  }

  private static void checkCurrency(RowsRequest request) {
    if (request.metric().hasCurrency() && request.currency().isEmpty()) {
      throw Failure.invalidParameter(
          "currency",
          "missing_currency",
          "currency is required, since the metric has a value for each");
    }
  }

  /** Rows that are earnings, of which those of the page are read; the sums have their total. */
  private Future<RowList> earnings(
      ReportScope scope,
      RowsRequest request,
      ReportBuckets bucket,
      Optional<RowPosition> after,
      int take,
      RowPage page) {
    Optional<Fraction> one = Optional.of(Fraction.of(BigDecimal.ONE));
    EarningRows rows =
        new EarningRows(
            snapshot.portions(vertx),
            request.metric(),
            request.currency().orElseThrow(),
            bucket,
            after,
            take);
    return total(scope, request, bucket)
        .compose(
            total ->
                rows.read(scope, page::add)
                    .compose(read -> shown(scope, page, page.rows(one), total)));
  }

  /** Whether there is a series is known from the sums, and if not, from what shops pay. */
  private Future<Optional<Fraction>> total(
      ReportScope scope, RowsRequest request, ReportBuckets bucket) {
    FigureRows rows = new FigureRows(request.metric(), request.currency(), bucket);
    return new EarningTotals(vertx, snapshot, bucket)
        .addTo(rows.sweep(), scope)
        .compose(
            added ->
                rows.hasSeries()
                    ? Future.succeededFuture()
                    : storedPairs()
                        .all(scope, pair -> rows.sweep().add(pair.history(), pair.firstEarnings())))
        .compose(
            added ->
                vertx.executeBlocking(() -> divisor(rows).flatMap(any -> rows.total()), false));
  }

  /** Rows that are pairs or their transitions. */
  private Future<RowList> pairs(
      ReportScope scope, RowsRequest request, ReportBuckets bucket, FigureRows rows, RowPage page) {
    return new EarningTotals(vertx, snapshot, bucket)
        .addTo(rows.sweep(), scope)
        .compose(added -> storedPairs().inOrder(scope, page::add))
        .compose(read -> vertx.executeBlocking(() -> divisor(rows), false))
        .compose(
            divisor ->
                divisor.isEmpty()
                    ? shown(scope, page, List.of(), Optional.empty())
                    : complete(scope, request, bucket, page)
                        .compose(
                            complete ->
                                shown(
                                    scope,
                                    page,
                                    complete.stream()
                                        .map(row -> row.dividedBy(divisor.get()))
                                        .toList(),
                                    request.metric() == Metric.LTV
                                        ? rows.total()
                                        : page.total(divisor))));
  }

  /** The kept rows, from the records of their shops. */
  private Future<List<FigureRow>> complete(
      ReportScope scope, RowsRequest request, ReportBuckets bucket, RowPage page) {
    Map<RowPosition, FigureRow> complete = new HashMap<>();
    Future<Void> read = Future.succeededFuture();
    for (ShownRecords app : scope.apps()) {
      List<String> shops =
          page.positions().stream()
              .filter(at -> at.appId() == app.appId())
              .flatMap(at -> at.shop().stream())
              .distinct()
              .toList();
      read =
          read.compose(
              before ->
                  pairs()
                      .ofShops(
                          app, shops, scope.end(), pair -> add(complete, request, bucket, pair)));
    }
    return read.map(done -> page.positions().stream().map(at -> find(complete, at)).toList());
  }

  private static void add(
      Map<RowPosition, FigureRow> complete,
      RowsRequest request,
      ReportBuckets bucket,
      PairHistory pair) {
    FigureRows rows = new FigureRows(request.metric(), request.currency(), bucket);
    rows.add(pair);
    List<FigureRow> own = rows.take();
    for (int i = 0; i < own.size(); i++) {
      complete.put(new RowPosition(pair.appId(), pair.shop(), i), own.get(i));
    }
  }

  private static FigureRow find(Map<RowPosition, FigureRow> rows, RowPosition position) {
    FigureRow found = rows.get(position);
    if (found == null) {
      throw new IllegalStateException("The records of a shop lack a row that its history has");
    }
    return found;
  }

  private static Optional<Fraction> divisor(FigureRows rows) {
    if (!rows.hasSeries()) {
      throw Failure.invalidParameter(
          "currency", "unknown_currency", "The report has no series in this currency");
    }
    return rows.divisor();
  }

  /**
   * @param total empty where the figure has no value
   */
  private Future<RowList> shown(
      ReportScope scope, RowPage page, List<FigureRow> rows, Optional<Fraction> total) {
    Optional<RowPosition> next = page.next();
    return RowJson.of(snapshot.connection(), scope, rows)
        .map(
            json ->
                new RowList(
                    json,
                    total.map(RowJson::text),
                    total.isPresent() ? page.count() : 0,
                    total.flatMap(any -> next)));
  }
}
