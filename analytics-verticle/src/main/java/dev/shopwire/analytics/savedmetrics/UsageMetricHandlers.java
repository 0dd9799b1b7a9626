package dev.shopwire.analytics.savedmetrics;

import dev.shopwire.analytics.query.AsOf;
import dev.shopwire.analytics.query.ConsoleReads;
import dev.shopwire.analytics.query.ListExport;
import dev.shopwire.analytics.reports.WindowAggregates;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminListRequest;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.AnalyticsContracts;
import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.failure.Failure;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Handles the console's requests for saved metrics (docs/api/reads.md). Not thread-safe; use from
 * one event loop.
 */
public final class UsageMetricHandlers {
  private final ConsoleReads console;
  private final UsageMetrics metrics;
  private final WindowAggregates windowValues;
  private final InstantSource clock;

  public UsageMetricHandlers(
      ConsoleReads console, Pool pool, WindowAggregates windowValues, InstantSource clock) {
    this.console = console;
    this.metrics = new UsageMetrics(pool);
    this.windowValues = windowValues;
    this.clock = clock;
  }

  public Future<?> serve() {
    return Future.all(
        console.serveRequests(AnalyticsContracts.LIST_METRICS, this::list),
        console.serveRequests(AnalyticsContracts.CREATE_METRIC, this::create),
        console.serveRequests(AnalyticsContracts.SHOW_METRIC, this::show),
        console.serveRequests(AnalyticsContracts.DELETE_METRIC, this::delete));
  }

  /** The complete list of an app. */
  public static ListExport export() {
    return (app, query, snapshot) -> Future.succeededFuture(UsageMetrics.rows(app));
  }

  private Future<JsonResponse> list(AdminListRequest request) {
    return console
        .appScope(request.id())
        .compose(app -> metrics.list(app.appId(), request.after(), request.rows()))
        .map(
            rows ->
                ListResponse.ofObjects(
                    "metrics", rows.stream().map(UsageMetric::json).toList(), request.take()));
  }

  private Future<JsonResponse> create(AdminRequest request) {
    UsageMetricInput input = UsageMetricInput.read(request.body());
    return console
        .appScope(request.id())
        .compose(app -> metrics.insert(request.caller(), app, input))
        .map(
            inserted ->
                inserted.orElseThrow(
                    () ->
                        Failure.invalid(
                            "/name",
                            "name_taken",
                            "The app already has a metric named " + input.name())))
        .map(metric -> JsonResponse.of(Map.of("metric", metric.json())));
  }

  private Future<JsonResponse> show(AdminRequest request) {
    return metrics
        .find(request.id())
        .map(found -> found.orElseThrow(() -> Failure.notFound("metric")))
        .compose(this::withValues);
  }

  private Future<JsonResponse> withValues(UsageMetric metric) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    MetricWindows values = new MetricWindows(now);
    return windowValues
        .read(metric.app(), metric.eventName(), metric.measure(), values.windows())
        .map(
            read -> {
              Map<String, @Nullable Object> fields = metric.json();
              fields.put("values", values.json(read.values()));
              Map<String, @Nullable Object> json = new LinkedHashMap<>();
              json.put("metric", fields);
              read.source().addTo(json);
              AsOf.addTo(json, read.asOf());
              return JsonResponse.of(json);
            });
  }

  private Future<JsonResponse> delete(AdminRequest request) {
    return metrics
        .delete(request.caller(), request.id())
        .map(
            deleted -> {
              if (!deleted) {
                throw Failure.notFound("metric");
              }
              return JsonResponse.success();
            });
  }
}
