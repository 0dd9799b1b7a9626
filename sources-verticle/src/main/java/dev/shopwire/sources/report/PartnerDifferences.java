package dev.shopwire.sources.report;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import dev.shopwire.sources.figures.Difference;
import dev.shopwire.sources.figures.Differences;
import dev.shopwire.sources.report.DifferencePairs.Counted;
import dev.shopwire.sources.report.PairCustomers.Pair;
import dev.shopwire.sources.report.ReportReads.Snapshot;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lists what does not fit together between the subscriptions of shops and their earnings, in the
 * order of shops (docs/api/partner.md). Not thread-safe; use from one event loop.
 */
public final class PartnerDifferences {
  /** What the rows of a page may take. */
  private static final long MAX_BYTES = 32L << 20;

  private static final String SHOPS =
      """
      select e.shop from unnest($1::text[]) with ordinality as e (shop, place) order by e.place
      """;

  private final Vertx vertx;
  private final ReportReads reads;
  private final CursorSigner signer;

  PartnerDifferences(Vertx vertx, ReportReads reads, CursorSigner signer) {
    this.vertx = vertx;
    this.reads = reads;
    this.signer = signer;
  }

  /** A page. Fails with 404 if the app has no connection. */
  public Future<JsonResponse> page(AdminQuery request) {
    Query query = new Query(request.parameters(), signer);
    int take = query.pageSize("take");
    PageCursors cursors =
        query.cursors(new AppScope(0, request.id()), List.of("partner_differences"));
    Optional<RowPosition> after = RowPosition.read(query, cursors);
    query.throwIfInvalid();
    ReportScope.Finder finder = ReportScope.ofApp(request.id());
    return finder
        .find(reads.pool())
        .compose(
            known ->
                reads.run(known.workspaceId(), snapshot -> list(snapshot, finder, after, take)))
        .map(list -> response(list, cursors));
  }

  private static JsonResponse response(RowList list, PageCursors cursors) {
    Map<String, @Nullable Object> page = new LinkedHashMap<>();
    page.put("differences", list.rows());
    page.put("cursor", list.next().map(last -> last.encode(cursors)).orElse(null));
    page.put("hasNextPage", list.next().isPresent());
    return JsonResponse.of(page);
  }

  private Future<RowList> list(
      Snapshot snapshot, ReportScope.Finder finder, Optional<RowPosition> after, int take) {
    PairPage<Difference> page = new PairPage<>(after, take, MAX_BYTES, PartnerDifferences::bytes);
    return finder
        .find(snapshot.connection())
        .compose(
            scope ->
                scope.completeTo().isEmpty()
                    ? Future.succeededFuture(RowList.NONE)
                    : pairs(snapshot, scope)
                        .read(
                            after.flatMap(RowPosition::shop),
                            pair -> page.add(pair, Differences.of(pair, scope.end())),
                            page::hasMore)
                        .compose(read -> shown(snapshot, scope, page)));
  }

  private static long bytes(Difference difference) {
    return difference.recordIds().stream().mapToLong(id -> 60L + id.length()).sum();
  }

  private DifferencePairs pairs(Snapshot snapshot, ReportScope scope) {
    return new DifferencePairs(vertx, snapshot, scope.apps().get(0), scope.end());
  }

  private static Future<RowList> shown(
      Snapshot snapshot, ReportScope scope, PairPage<Difference> page) {
    List<Difference> differences = page.rows();
    List<Shown> shown = new ArrayList<>();
    for (int i = 0; i < differences.size(); i++) {
      RowPosition at = page.positions().get(i);
      shown.add(new Shown(new Pair(at.appId(), at.shop().orElseThrow()), differences.get(i)));
    }
    return json(snapshot.connection(), scope, shown)
        .map(rows -> new RowList(rows, Optional.empty(), page.count(), page.next()));
  }

  /** A difference of a shop. */
  private record Shown(Pair pair, Difference difference) {}

  private static Future<List<Map<String, @Nullable Object>>> json(
      SqlConnection connection, ReportScope scope, List<Shown> shown) {
    return PairCustomers.find(connection, scope, shown.stream().map(Shown::pair).toList())
        .map(
            customers ->
                shown.stream()
                    .map(
                        each ->
                            json(
                                each.difference(), Optional.ofNullable(customers.get(each.pair()))))
                    .toList());
  }

  private static Map<String, @Nullable Object> json(
      Difference difference, Optional<Map<String, String>> customer) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("kind", difference.kind().id());
    json.put("customer", customer.orElse(null));
    json.put("at", Times.format(difference.at()));
    json.put("currency", difference.currency().orElse(null));
    json.put("expected", difference.expected().map(BigDecimal::toPlainString).orElse(null));
    json.put("found", difference.found().map(BigDecimal::toPlainString).orElse(null));
    json.put("events", difference.recordIds());
    return json;
  }

  /** The complete list. */
  public ExportSource export() {
    return this::export;
  }

  private Future<ExportSource.Rows> export(OpenRequest request, SqlConnection connection) {
    new Query(request.parameters()).throwIfInvalid();
    long appId = NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("app"));
    Snapshot snapshot = new Snapshot(connection, reads.timeLimit());
    return ReportScope.ofApp(appId)
        .find(connection)
        .compose(
            scope ->
                scope.completeTo().isEmpty()
                    ? Future.succeededFuture(file(scope, new Counted(List.of(), 0)))
                    : pairs(snapshot, scope).count().map(counted -> file(scope, counted)));
  }

  /** The shops with differences are known; their records are read while the file is sent. */
  private ExportSource.Rows file(ReportScope scope, Counted counted) {
    return ExportSource.Rows.counted(
        counted.count(),
        SHOPS,
        Tuple.tuple().addArrayOfString(counted.shops().toArray(String[]::new)),
        ExportSource.Rows.SMALL_ROWS,
        (rows, connection) -> rows(scope, rows, connection));
  }

  private Future<List<Map<String, @Nullable Object>>> rows(
      ReportScope scope, List<Row> rows, SqlConnection connection) {
    List<Shown> shown = new ArrayList<>();
    return new PairReader(vertx, new Snapshot(connection, () -> {}).portions(vertx))
        .ofShops(
            scope.apps().get(0),
            rows.stream().map(row -> row.getString("shop")).toList(),
            scope.end(),
            pair ->
                Differences.of(pair, scope.end())
                    .forEach(
                        difference ->
                            shown.add(new Shown(Pair.of(pair).orElseThrow(), difference))))
        .compose(read -> json(connection, scope, shown));
  }
}
