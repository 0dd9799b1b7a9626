package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.filters.PropertyPath;
import dev.shopwire.analytics.query.ReadHandler;
import dev.shopwire.analytics.query.Reads;
import dev.shopwire.analytics.reports.ReportReader.Answer;
import dev.shopwire.analytics.reports.ReportReader.Told;
import dev.shopwire.analytics.rollups.Rollups;
import dev.shopwire.analytics.time.Buckets;
import dev.shopwire.common.contracts.JsonResponse;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.Query;
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

/** {@code GET /v1/usage_events/report} (docs/api/reads.md). For one event loop. */
public final class Report implements ReadHandler {
  /** So many are written on the event loop. */
  private static final long FEW_POINTS = 5_000;

  private final Vertx vertx;
  private final ReportReader reader;
  private final InstantSource clock;

  public Report(Vertx vertx, Reads reads, Rollups rollups, InstantSource clock) {
    this.vertx = vertx;
    this.reader = new ReportReader(reads, rollups);
    this.clock = clock;
  }

  @Override
  public Future<JsonResponse> answer(AppScope caller, Query query) {
    ReportRequest request = ReportRequest.read(query, clock.instant());
    query.check();
    return reader
        .read(caller, request)
        .compose(
            answer ->
                points(answer) > FEW_POINTS
                    ? vertx.executeBlocking(() -> JsonResponse.of(json(request, answer)), false)
                    : Future.succeededFuture(JsonResponse.of(json(request, answer))));
  }

  private static long points(Answer answer) {
    return (1L + answer.told().groups().size()) * answer.told().buckets().size();
  }

  private static Map<String, @Nullable Object> json(ReportRequest request, Answer answer) {
    Told told = answer.told();
    Map<String, @Nullable Object> report = new LinkedHashMap<>();
    report.put("eventName", request.eventName().orElse(null));
    report.put("calculation", request.measure().calculation().word());
    report.put("overProperty", request.measure().over().map(PropertyPath::text).orElse(null));
    report.put("period", request.period().word().orElse(null));
    report.put("interval", told.window().interval().word());
    report.put("timezone", told.window().range().zone().getId());
    report.putAll(range(told));
    report.putAll(values(told.buckets(), told.total()));
    if (request.groupBy().isPresent()) {
      report.put(
          "groups", told.groups().stream().map(group -> json(told.buckets(), group)).toList());
    }
    answer
        .previous()
        .ifPresent(
            before -> {
              Map<String, @Nullable Object> previous = range(before);
              previous.putAll(values(before.buckets(), before.total()));
              report.put("previous", previous);
            });
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("report", report);
    answer.source().tell(json);
    answer.asOf().ifPresent(moment -> json.put("asOf", Times.text(moment)));
    return json;
  }

  private static Map<String, @Nullable Object> json(Buckets buckets, Group group) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    group
        .key()
        .ifPresentOrElse(
            key -> json.put("group", GroupValue.json(key)), () -> json.put("rest", true));
    json.putAll(values(buckets, group.series()));
    return json;
  }

  static Map<String, @Nullable Object> range(Told told) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("startDate", told.window().range().startDate());
    json.put("endDate", told.window().range().endDate());
    return json;
  }

  private static Map<String, @Nullable Object> values(Buckets buckets, Series series) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("value", number(series.value()));
    json.put("data", data(buckets, series));
    return json;
  }

  /** One point of a line. */
  record Point(String date, @Nullable BigDecimal value) {}

  static List<Point> data(Buckets buckets, Series series) {
    List<Point> points = new ArrayList<>(buckets.size());
    for (int i = 0; i < buckets.size(); i++) {
      points.add(new Point(buckets.labels().get(i), number(series.points().get(i))));
    }
    return points;
  }

  private static @Nullable BigDecimal number(@Nullable BigDecimal value) {
    return Optional.ofNullable(value).map(Figure::of).orElse(null);
  }
}
