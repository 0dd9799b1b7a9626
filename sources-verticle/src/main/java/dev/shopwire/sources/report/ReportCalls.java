package dev.shopwire.sources.report;

import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.contracts.PartnerContracts;
import dev.shopwire.common.exports.ExportServer;
import dev.shopwire.common.query.CursorSigner;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;

/** Serves the calls of the partner report. Not thread-safe; use from one event loop. */
public final class ReportCalls {
  private final Vertx vertx;
  private final PartnerReports reports;
  private final PartnerReportRows rows;
  private final PartnerDifferences differences;

  /**
   * @param pool has more connections than reports may run at once
   */
  public ReportCalls(Vertx vertx, Pool pool, ReportLimits limits, CursorSigner signer) {
    this.vertx = vertx;
    ReportReads reads = new ReportReads(vertx, pool, limits);
    this.reports = new PartnerReports(vertx, reads, InstantSource.system());
    this.rows = new PartnerReportRows(vertx, reads, signer);
    this.differences = new PartnerDifferences(vertx, reads, signer);
  }

  /** Completes when the addresses are registered. */
  public Future<?> serve() {
    return Future.all(
        List.of(
            serve(PartnerContracts.REPORT, reports::ofApp),
            serve(PartnerContracts.WORKSPACE_REPORT, reports::ofWorkspace),
            serve(PartnerContracts.REPORT_ROWS, rows::ofApp),
            serve(PartnerContracts.WORKSPACE_REPORT_ROWS, rows::ofWorkspace),
            serve(PartnerContracts.DIFFERENCES, differences::page)));
  }

  private Future<Void> serve(
      Contract<AdminQuery, JsonResponse> contract,
      Function<AdminQuery, Future<JsonResponse>> handler) {
    return contract.serve(vertx, handler);
  }

  /** Adds the lists that can be exported. */
  public ExportServer addExports(ExportServer exports) {
    return exports
        .list("listPartnerReportRows", rows.exportOfApp())
        .list("listWorkspacePartnerReportRows", rows.exportOfWorkspace())
        .list("listPartnerDifferences", differences.export());
  }
}
