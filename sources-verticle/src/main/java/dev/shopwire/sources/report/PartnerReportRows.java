package dev.shopwire.sources.report;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import dev.shopwire.sources.report.ReportReads.Snapshot;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Serves the rows behind a figure of the partner report (docs/api/partner.md). Not thread-safe; use
 * from one event loop.
 */
public final class PartnerReportRows {
  /** What the rows of a page may take. */
  private static final long MAX_BYTES = 32L << 20;

  private final Vertx vertx;
  private final ReportReads reads;
  private final CursorSigner signer;

  PartnerReportRows(Vertx vertx, ReportReads reads, CursorSigner signer) {
    this.vertx = vertx;
    this.reads = reads;
    this.signer = signer;
  }

  /** A page of the rows of an app. Fails with 404 if it has no connection. */
  public Future<JsonResponse> ofApp(AdminQuery request) {
    return page(request, "app", ReportScope.ofApp(request.id()));
  }

  /** A page of the rows of a workspace's apps. Fails with 404 if none has a connection. */
  public Future<JsonResponse> ofWorkspace(AdminQuery request) {
    return page(request, "workspace", ReportScope.ofWorkspace(request.id()));
  }

  private Future<JsonResponse> page(AdminQuery request, String of, ReportScope.Finder finder) {
    Query query = new Query(request.parameters(), signer);
    int take = query.pageSize("take");
    RowsRequest rows = RowsRequest.read(query);
    List<String> criteria = new ArrayList<>(List.of("partner_report_rows", of));
    criteria.addAll(RowsRequest.criteria(query));
    PageCursors cursors = query.cursors(new AppScope(0, request.id()), criteria);
    Optional<RowPosition> after = RowPosition.read(query, cursors);
    return finder
        .find(reads.pool())
        .compose(
            known ->
                reads.run(
                    known.workspaceId(),
                    snapshot ->
                        finder
                            .find(snapshot.connection())
                            .compose(
                                scope ->
                                    new RowReader(vertx, snapshot)
                                        .page(scope, rows, after, take, MAX_BYTES))))
        .map(list -> response(list, cursors));
  }

  private static JsonResponse response(RowList list, PageCursors cursors) {
    Map<String, @Nullable Object> page = new LinkedHashMap<>();
    page.put("rows", list.rows());
    page.put("total", list.total().orElse(null));
    page.put("cursor", list.next().map(last -> last.encode(cursors)).orElse(null));
    page.put("hasNextPage", list.next().isPresent());
    return JsonResponse.of(page);
  }

  /** The complete list of an app. */
  public ExportSource exportOfApp() {
    return (request, snapshot) -> export(request, snapshot, "app", ReportScope::ofApp);
  }

  /** The complete list of a workspace's apps. */
  public ExportSource exportOfWorkspace() {
    return (request, snapshot) -> export(request, snapshot, "workspace", ReportScope::ofWorkspace);
  }

  private Future<ExportSource.Rows> export(
      OpenRequest request,
      SqlConnection connection,
      String of,
      LongFunction<ReportScope.Finder> finder) {
    RowsRequest rows = RowsRequest.read(new Query(request.parameters()));
    long id = NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound(of));
    Snapshot snapshot = new Snapshot(connection, reads.timeLimit());
    return finder
        .apply(id)
        .find(connection)
        .compose(scope -> new RowFiles(vertx, snapshot, scope, rows).rows());
  }
}
