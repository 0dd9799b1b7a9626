package dev.shopwire.analytics.savedmetrics;

import dev.shopwire.analytics.filters.PropertyPath;
import dev.shopwire.analytics.reports.Calculation;
import dev.shopwire.analytics.reports.Measure;
import dev.shopwire.common.query.AppScope;
import io.vertx.sqlclient.Row;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A saved report definition. */
record UsageMetric(long id, AppScope app, String name, String eventName, Measure measure) {

  static UsageMetric read(Row row) {
    return new UsageMetric(
        row.getLong("id"),
        new AppScope(row.getLong("workspace_id"), row.getLong("app_id")),
        row.getString("name"),
        row.getString("event_name"),
        new Measure(
            Calculation.of(row.getString("calculation")),
            Optional.ofNullable(row.getString("over_property")).map(PropertyPath::of)));
  }

  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", Long.toString(id));
    json.put("name", name);
    json.put("eventName", eventName);
    json.put("calculation", measure.calculation().apiName());
    json.put("overProperty", measure.overProperty().map(PropertyPath::text).orElse(null));
    return json;
  }
}
