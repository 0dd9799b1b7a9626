package dev.shopwire.analytics.savedmetrics;

import dev.shopwire.analytics.query.ReadHandler;
import dev.shopwire.analytics.reports.BucketedReport;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.Query;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;

/**
 * Serves the report of a saved metric to the previous vendor's clients. Not thread-safe; use from
 * one event loop.
 */
public final class MetricReport {
  private final UsageMetrics metrics;
  private final BucketedReport report;

  public MetricReport(Pool pool, BucketedReport report) {
    this.metrics = new UsageMetrics(pool);
    this.report = report;
  }

  /**
   * @param id from the path; fails with 404 unless it is a metric of the caller's app
   */
  public ReadHandler handlerFor(String id) {
    return (app, query) -> handle(app, query, id);
  }

  private Future<JsonResponse> handle(AppScope app, Query query, String id) {
    long metricId = NumericId.parse(id).orElseThrow(() -> Failure.notFound("metric"));
    BucketedReport.Parameters parameters = report.read(query);
    query.throwIfInvalid();
    return metrics
        .find(metricId)
        .map(
            found ->
                found
                    .filter(metric -> metric.app().equals(app))
                    .orElseThrow(() -> Failure.notFound("metric")))
        .compose(metric -> report.run(app, metric.eventName(), metric.measure(), parameters));
  }
}
