package dev.shopwire.sources.report;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.sources.figures.FigureRow;
import dev.shopwire.sources.figures.FigureRows;
import dev.shopwire.sources.figures.ReportBuckets;
import dev.shopwire.sources.lifecycle.Fraction;
import dev.shopwire.sources.report.PairCustomers.Pair;
import dev.shopwire.sources.report.ReportReads.Snapshot;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the rows behind a figure in one snapshot. Not thread-safe; use from one event loop. */
final class RowReader {
  private static final int DIGITS = 6;

  private final Vertx vertx;
  private final Snapshot snapshot;

  RowReader(Vertx vertx, Snapshot snapshot) {
    this.vertx = vertx;
    this.snapshot = snapshot;
  }

  /**
   * @param after reads only rows after this one
   * @param take how many at most
   * @param maxBytes how much memory they may take
   */
  Future<RowList> read(
      ReportScope scope,
      RowsRequest request,
      Optional<RowPosition> after,
      int take,
      long maxBytes) {
    ReportBuckets bucket = request.bucket(scope.end());
    if (bucket.known() == 0) {
      return Future.succeededFuture(RowList.NONE);
    }
    if (request.metric().hasCurrency() && request.currency().isEmpty()) {
      throw Failure.invalidParameter(
          "currency",
          "missing_currency",
          "currency is required, since the metric has a value for each");
    }
    FigureRows rows = new FigureRows(request.metric(), request.currency(), bucket);
    RowPage page = new RowPage(rows, after, take, maxBytes);
    return new PairReader(vertx, snapshot.portions(vertx))
        .all(scope, page::add)
        .compose(read -> vertx.executeBlocking(() -> divisor(rows), false))
        .compose(divisor -> shown(scope, page, divisor));
  }

  private static Optional<Fraction> divisor(FigureRows rows) {
    if (!rows.hasSeries()) {
      throw Failure.invalidParameter(
          "currency", "unknown_currency", "The report has no series in this currency");
    }
    return rows.divisor();
  }

  private Future<RowList> shown(ReportScope scope, RowPage page, Optional<Fraction> divisor) {
    List<FigureRow> rows = page.rows(divisor);
    Optional<RowPosition> next = page.next();
    return new Workspaces(snapshot.connection())
        .slugs(scope.workspaceId())
        .compose(
            slugs ->
                customers(scope, rows)
                    .map(
                        customers ->
                            new RowList(
                                rows.stream().map(row -> json(row, slugs, customers)).toList(),
                                page.total(divisor).map(RowReader::text),
                                divisor.isPresent() ? page.count() : 0,
                                divisor.flatMap(any -> next))));
  }

  /** The customers of the shops of {@code rows} that are known. */
  private Future<Map<Pair, Map<String, String>>> customers(
      ReportScope scope, List<FigureRow> rows) {
    return PairCustomers.find(
        snapshot.connection(), scope, rows.stream().flatMap(row -> pair(row).stream()).toList());
  }

  private static Optional<Pair> pair(FigureRow row) {
    return Pair.of(row.appId(), row.shop());
  }

  private static Map<String, @Nullable Object> json(
      FigureRow row, Map<Long, String> slugs, Map<Pair, Map<String, String>> customers) {
    Map<String, Object> app = new LinkedHashMap<>();
    app.put("id", Long.toString(row.appId()));
    app.put("slug", slugs.getOrDefault(row.appId(), ""));
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("app", app);
    json.put("customer", pair(row).map(customers::get).orElse(null));
    json.put("value", text(row.value()));
    json.put("events", row.recordIds());
    return json;
  }

  private static String text(Fraction value) {
    return value.round(DIGITS).toPlainString();
  }
}
