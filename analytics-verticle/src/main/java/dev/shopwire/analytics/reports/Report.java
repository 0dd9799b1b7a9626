package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.query.AsOf;
import dev.shopwire.analytics.query.ReadHandler;
import dev.shopwire.analytics.reports.ReportReader.RangeValues;
import dev.shopwire.analytics.reports.ReportReader.Result;
import dev.shopwire.analytics.rollups.AggregateReads;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.events.PropertyPath;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.time.Buckets;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.math.BigDecimal;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Serves {@code GET /v1/usage_events/report} (docs/api/reads.md). Not thread-safe; use from one
 * event loop.
 */
public final class Report implements ReadHandler {
  /** Up to this many points are written on the event loop. */
  private static final long FEW_POINTS = 5_000;

  private final Vertx vertx;
  private final ReportReader reader;
  private final InstantSource clock;

  public Report(Vertx vertx, AggregateReads reads, InstantSource clock) {
    this.vertx = vertx;
    this.reader = new ReportReader(reads);
    this.clock = clock;
  }

  @Override
  public Future<JsonResponse> handle(AppScope app, Query query) {
    ReportRequest request = ReportRequest.read(query, clock.instant());
    query.throwIfInvalid();
    return reader
        .read(app, request)
        .compose(
            result ->
                points(result) > FEW_POINTS
                    ? vertx.executeBlocking(() -> JsonResponse.of(json(request, result)), false)
                    : Future.succeededFuture(JsonResponse.of(json(request, result))));
  }

  private static long points(Result result) {
    return (1L + result.values().groups().size()) * result.values().buckets().size();
  }

  private static Map<String, @Nullable Object> json(ReportRequest request, Result result) {
    RangeValues values = result.values();
    Map<String, @Nullable Object> report = new LinkedHashMap<>();
    report.put("eventName", request.eventName().orElse(null));
    report.put("calculation", request.measure().calculation().apiName());
    report.put(
        "overProperty", request.measure().overProperty().map(PropertyPath::text).orElse(null));
    report.put("period", request.period().name().orElse(null));
    report.put("interval", values.window().interval().apiName());
    report.put("timezone", values.window().range().zone().getId());
    report.putAll(range(values));
    report.putAll(series(values.buckets(), values.total()));
    if (request.groupBy().isPresent()) {
      report.put(
          "groups", values.groups().stream().map(group -> json(values.buckets(), group)).toList());
    }
    result
        .previous()
        .ifPresent(
            before -> {
              Map<String, @Nullable Object> previous = range(before);
              previous.putAll(series(before.buckets(), before.total()));
              report.put("previous", previous);
            });
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("report", report);
    result.source().addTo(json);
    AsOf.addTo(json, result.asOf());
    return json;
  }

  private static Map<String, @Nullable Object> json(Buckets buckets, Group group) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    group
        .key()
        .ifPresentOrElse(
            key -> json.put("group", GroupValue.json(key)), () -> json.put("rest", true));
    json.putAll(series(buckets, group.series()));
    return json;
  }

  static Map<String, @Nullable Object> range(RangeValues values) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("startDate", values.window().range().startDate());
    json.put("endDate", values.window().range().endDate());
    return json;
  }

  private static Map<String, @Nullable Object> series(Buckets buckets, Series series) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("value", number(series.value()));
    json.put("data", data(buckets, series));
    return json;
  }

  /** One point of a series. */
  record Point(String date, @Nullable BigDecimal value) {}

  static List<Point> data(Buckets buckets, Series series) {
    List<Point> points = new ArrayList<>(buckets.size());
    for (int i = 0; i < buckets.size(); i++) {
      points.add(new Point(buckets.labels().get(i), number(series.points().get(i))));
    }
    return points;
  }

  static @Nullable BigDecimal number(@Nullable BigDecimal value) {
    return Optional.ofNullable(value).map(ReportNumbers::of).orElse(null);
  }
}
