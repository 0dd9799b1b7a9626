package dev.shopwire.analytics.savedmetrics;

import dev.shopwire.analytics.query.ReadHandler;
import dev.shopwire.analytics.reports.BucketedReport;
import dev.shopwire.common.contracts.JsonResponse;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.Query;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** The report of a saved metric, as the other vendor's clients ask for it. For one event loop. */
public final class MetricReport {
  private static final String ID = "[0-9]{1,18}";

  private final UsageMetrics metrics;
  private final BucketedReport report;

  public MetricReport(SqlClient pool, BucketedReport report) {
    this.metrics = new UsageMetrics(pool);
    this.report = report;
  }

  /**
   * @param id from the path, of a metric of the caller's app; any other is unknown (404)
   */
  public ReadHandler of(String id) {
    return (caller, query) -> answer(caller, query, id);
  }

  private Future<JsonResponse> answer(AppScope caller, Query query, String id) {
    if (!id.matches(ID)) {
      return Future.failedFuture(Failure.unknown("metric"));
    }
    BucketedReport.Asked asked = report.read(query);
    query.check();
    return metrics
        .find(Long.parseLong(id))
        .map(
            found ->
                found
                    .filter(metric -> metric.caller().equals(caller))
                    .orElseThrow(() -> Failure.unknown("metric")))
        .compose(metric -> report.answer(caller, metric.eventName(), metric.measure(), asked));
  }
}
