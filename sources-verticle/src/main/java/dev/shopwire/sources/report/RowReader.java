package dev.shopwire.sources.report;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.sources.events.ShownRecords;
import dev.shopwire.sources.figures.FigureRow;
import dev.shopwire.sources.figures.FigureRows;
import dev.shopwire.sources.figures.ReportBuckets;
import dev.shopwire.sources.lifecycle.Fraction;
import dev.shopwire.sources.report.ReportReads.Snapshot;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the rows behind a figure in one snapshot. Not thread-safe; use from one event loop. */
final class RowReader {
  private static final int DIGITS = 6;

  // One look-up in the primary key for each.
  private static final String CUSTOMERS =
      """
      select wanted.app_id, wanted.shop, c.id, c.domain
      from unnest($1::bigint[], $2::bigint[], $3::text[]) as wanted (app_id, fetch_id, shop)
      cross join lateral (
        select s.customer_id from partner_shops s
        where s.app_id = wanted.app_id and s.fetch_id = wanted.fetch_id and s.shop = wanted.shop limit 1
      ) s
      join tenancy_customers c on c.workspace_id = $4 and c.id = s.customer_id
      """;

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
    Map<Long, Long> fetches =
        scope.apps().stream().collect(Collectors.toMap(ShownRecords::appId, ShownRecords::fetchId));
    List<Pair> pairs = rows.stream().flatMap(row -> Pair.of(row).stream()).distinct().toList();
    if (pairs.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    Tuple parameters =
        Tuple.tuple()
            .addArrayOfLong(column(pairs, Pair::appId))
            .addArrayOfLong(column(pairs, pair -> fetches.getOrDefault(pair.appId(), 0L)))
            .addArrayOfString(pairs.stream().map(Pair::shop).toArray(String[]::new))
            .addLong(scope.workspaceId());
    return snapshot
        .connection()
        .preparedQuery(CUSTOMERS)
        .execute(parameters)
        .map(
            found -> {
              Map<Pair, Map<String, String>> customers = new HashMap<>();
              found.forEach(row -> customers.put(Pair.read(row), customer(row)));
              return customers;
            });
  }

  private static Long[] column(List<Pair> pairs, Function<Pair, Long> value) {
    return pairs.stream().map(value).toArray(Long[]::new);
  }

  private record Pair(long appId, String shop) {
    static Optional<Pair> of(FigureRow row) {
      return row.shop().map(shop -> new Pair(row.appId(), shop));
    }

    static Pair read(Row row) {
      return new Pair(row.getLong("app_id"), row.getString("shop"));
    }
  }

  private static Map<String, String> customer(Row row) {
    Map<String, String> json = new LinkedHashMap<>();
    json.put("id", CustomerId.of(row.getLong("id")));
    json.put("myplatformDomain", row.getString("domain"));
    return json;
  }

  private static Map<String, @Nullable Object> json(
      FigureRow row, Map<Long, String> slugs, Map<Pair, Map<String, String>> customers) {
    Map<String, Object> app = new LinkedHashMap<>();
    app.put("id", Long.toString(row.appId()));
    app.put("slug", slugs.getOrDefault(row.appId(), ""));
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("app", app);
    json.put("customer", Pair.of(row).map(customers::get).orElse(null));
    json.put("value", text(row.value()));
    json.put("events", row.recordIds());
    return json;
  }

  private static String text(Fraction value) {
    return value.round(DIGITS).toPlainString();
  }
}
