package dev.shopwire.analytics.savedmetrics;

import dev.shopwire.analytics.query.ConsoleReads;
import dev.shopwire.analytics.reports.WindowFigures;
import dev.shopwire.common.contracts.AdminListRequest;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.AnalyticsContracts;
import dev.shopwire.common.contracts.JsonResponse;
import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Times;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The console's calls for saved metrics (docs/api/reads.md). For one event loop. */
public final class UsageMetricHandlers {
  private final Vertx vertx;
  private final ConsoleReads apps;
  private final UsageMetrics metrics;
  private final WindowFigures figures;
  private final InstantSource clock;

  public UsageMetricHandlers(
      Vertx vertx, ConsoleReads apps, SqlClient pool, WindowFigures figures, InstantSource clock) {
    this.vertx = vertx;
    this.apps = apps;
    this.metrics = new UsageMetrics(pool);
    this.figures = figures;
    this.clock = clock;
  }

  public Future<?> serve() {
    return Future.all(
        AnalyticsContracts.LIST_METRICS.serve(vertx, this::list),
        AnalyticsContracts.CREATE_METRIC.serve(vertx, this::create),
        AnalyticsContracts.SHOW_METRIC.serve(vertx, this::show),
        AnalyticsContracts.DELETE_METRIC.serve(vertx, this::delete));
  }

  private Future<JsonResponse> list(AdminListRequest call) {
    return apps.caller(call.id())
        .compose(caller -> metrics.list(caller.appId(), call.after(), call.take() + 1))
        .map(
            rows ->
                ListResponse.of(
                    "metrics",
                    rows.stream().map(UsageMetric::json).toList(),
                    call.take(),
                    last -> String.valueOf(last.get("id"))));
  }

  private Future<JsonResponse> create(AdminRequest call) {
    UsageMetricInput input = UsageMetricInput.read(call.body());
    return apps.caller(call.id())
        .compose(caller -> metrics.insert(caller, input))
        .map(
            made ->
                made.orElseThrow(
                    () ->
                        Failure.invalid(
                            "/name",
                            "name_taken",
                            "The app has a metric of the name " + input.name() + " already")))
        .map(metric -> JsonResponse.of(Map.of("metric", metric.json())));
  }

  private Future<JsonResponse> show(AdminRequest call) {
    return metrics
        .find(call.id())
        .map(found -> found.orElseThrow(() -> Failure.unknown("metric")))
        .compose(this::withValues);
  }

  private Future<JsonResponse> withValues(UsageMetric metric) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    MetricValues values = new MetricValues(now);
    return figures
        .read(metric.caller(), metric.eventName(), metric.measure(), values.windows())
        .map(
            read -> {
              Map<String, @Nullable Object> told = metric.json();
              told.put("values", values.json(read.values()));
              Map<String, @Nullable Object> json = new LinkedHashMap<>();
              json.put("metric", told);
              read.source().tell(json);
              read.asOf().ifPresent(moment -> json.put("asOf", Times.text(moment)));
              return JsonResponse.of(json);
            });
  }

  private Future<JsonResponse> delete(AdminRequest call) {
    return metrics
        .delete(call.id())
        .map(
            there -> {
              if (!there) {
                throw Failure.unknown("metric");
              }
              return JsonResponse.of(Map.of("success", true));
            });
  }
}
