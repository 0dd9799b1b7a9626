package dev.shopwire.sources.report;

import dev.shopwire.common.json.Times;
import dev.shopwire.sources.figures.Figures;
import dev.shopwire.sources.figures.Metric;
import dev.shopwire.sources.figures.Point;
import dev.shopwire.sources.figures.Series;
import dev.shopwire.sources.figures.Unit;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shows a report as the API does: money as texts, counts and ratios as numbers. */
final class ReportJson {
  private ReportJson() {}

  /**
   * @param redactedShops how many shops never showed their domain
   */
  static Map<String, @Nullable Object> of(
      ReportRequest request, ReportScope scope, Figures figures, long redactedShops) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("interval", request.interval().apiName());
    json.put("timezone", request.range().zone().getId());
    json.put("startDate", request.range().startDate());
    json.put("endDate", request.range().endDate());
    json.put("completeTo", scope.completeTo().map(Times::format).orElse(null));
    Map<String, Long> excluded = new LinkedHashMap<>();
    excluded.put("test", scope.tests());
    excluded.put("redactedShops", redactedShops);
    excluded.put("unpriced", figures.unpriced());
    excluded.put("unknownInterval", figures.unknownInterval());
    json.put("excluded", excluded);
    json.put(
        "metrics",
        request.metrics().stream().map(metric -> json(request, figures, metric)).toList());
    Map<String, @Nullable Object> report = new LinkedHashMap<>();
    report.put("report", json);
    return report;
  }

  private static Map<String, @Nullable Object> json(
      ReportRequest request, Figures figures, Metric metric) {
    boolean byPlan = request.byPlan() && metric.hasPlan();
    List<Map<String, @Nullable Object>> series = new ArrayList<>();
    for (Series each : figures.series(metric)) {
      Map<String, @Nullable Object> one = new LinkedHashMap<>();
      one.put("currency", each.key().currency().orElse(null));
      if (byPlan) {
        one.put("plan", each.key().plan().orElse(null));
      }
      one.put("data", each.points().stream().map(point -> json(metric, point)).toList());
      series.add(one);
    }
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("metric", metric.id());
    json.put("unit", metric.unit().id());
    json.put("formula", metric.formula());
    json.put("series", series);
    return json;
  }

  private static Map<String, @Nullable Object> json(Metric metric, Point point) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("date", point.date());
    json.put("value", point.value().map(value -> value(metric.unit(), value)).orElse(null));
    json.put("provisional", point.provisional());
    return json;
  }

  private static Object value(Unit unit, BigDecimal value) {
    return switch (unit) {
      case COUNT -> value.longValueExact();
      case MONEY -> value.toPlainString();
      case RATIO -> withoutZeros(value);
    };
  }

  private static BigDecimal withoutZeros(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }
}
