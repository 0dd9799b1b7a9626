package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.query.ConsoleReads;
import dev.shopwire.analytics.rollups.AggregateReads;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.contracts.CsvResponse;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.Query;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Serves reports as CSV, each with a row in the audit log. Not thread-safe; use from one event
 * loop.
 */
public final class ReportExport {
  private static final AuditObject REPORT = new AuditObject("export", "getUsageReport", null);
  private static final String FORMAT = "format";

  private final Vertx vertx;
  private final ConsoleReads console;
  private final SqlClient pool;
  private final ReportReader reader;
  private final InstantSource clock;

  /**
   * @param pool writes the audit log
   */
  public ReportExport(
      Vertx vertx,
      ConsoleReads console,
      SqlClient pool,
      AggregateReads reads,
      InstantSource clock) {
    this.vertx = vertx;
    this.console = console;
    this.pool = pool;
    this.reader = new ReportReader(reads);
    this.clock = clock;
  }

  public Future<CsvResponse> handle(AdminQuery request) {
    return console
        .appScope(request.id())
        .compose(app -> csv(app, new Query(request.parameters())))
        .compose(
            csv ->
                AuditLog.write(pool, request.caller(), finished(request.parameters(), csv))
                    .map(new CsvResponse(csv.text())));
  }

  private Future<ReportCsv> csv(AppScope app, Query query) {
    ReportRequest report = ReportRequest.read(query, clock.instant());
    query.throwIfInvalid();
    return reader
        .read(app, report)
        .compose(
            result ->
                vertx.executeBlocking(
                    () -> ReportCsv.of(result.values(), report.groupBy().isPresent()), false));
  }

  private static AuditEntry finished(Map<String, String> parameters, ReportCsv csv) {
    Map<String, @Nullable Object> filter = new LinkedHashMap<>(parameters);
    filter.remove(FORMAT);
    Map<String, @Nullable Object> details = new LinkedHashMap<>();
    details.put(FORMAT, "csv");
    details.put("rows", csv.rows());
    details.put("filter", filter);
    return AuditEntry.of("export.finished", REPORT, details);
  }
}
