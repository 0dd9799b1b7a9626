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
import dev.shopwire.sources.report.PairCustomers.Pair;
import dev.shopwire.sources.report.ReportReads.Snapshot;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
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
  /** What the rows of a page or a file may take. */
  private static final long MAX_BYTES = 32L << 20;

  private static final int MAX_EXPORTED = 1_000_000;

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
                    : new PairReader(vertx, snapshot.portions(vertx))
                        .all(scope, pair -> page.add(pair, Differences.of(pair, scope.end())))
                        .compose(read -> shown(snapshot, scope, page)));
  }

  private static long bytes(Difference difference) {
    return difference.recordIds().stream().mapToLong(id -> 60L + id.length()).sum();
  }

  private static Future<RowList> shown(
      Snapshot snapshot, ReportScope scope, PairPage<Difference> page) {
    List<Difference> differences = page.rows();
    List<Optional<Pair>> pairs =
        page.positions().stream().map(at -> Pair.of(at.appId(), at.shop())).toList();
    return PairCustomers.find(
            snapshot.connection(), scope, pairs.stream().flatMap(Optional::stream).toList())
        .map(
            customers -> {
              List<Map<String, @Nullable Object>> rows = new ArrayList<>();
              for (int i = 0; i < pairs.size(); i++) {
                rows.add(json(differences.get(i), pairs.get(i).map(customers::get)));
              }
              return new RowList(rows, Optional.empty(), page.count(), page.next());
            });
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
    return list(
            new Snapshot(connection, reads.timeLimit()),
            ReportScope.ofApp(appId),
            Optional.empty(),
            request.countOnly() ? 0 : MAX_EXPORTED)
        .compose(
            list -> vertx.executeBlocking(() -> ComputedRows.of(list.rows(), list.count()), false));
  }
}
