package dev.shopwire.analytics.savedmetrics;

import dev.shopwire.analytics.reports.Calculation;
import dev.shopwire.analytics.reports.Measure;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.events.PropertyPath;
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

  AuditEntry created() {
    return AuditEntry.created("usage_metric.created", auditObject(), fields());
  }

  AuditEntry deleted() {
    return AuditEntry.deleted("usage_metric.deleted", auditObject(), fields());
  }

  private AuditObject auditObject() {
    return new AuditObject("usage_metric", Long.toString(id), name);
  }

  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", Long.toString(id));
    json.putAll(fields());
    return json;
  }

  private Map<String, @Nullable Object> fields() {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("name", name);
    fields.put("eventName", eventName);
    fields.put("calculation", measure.calculation().apiName());
    fields.put("overProperty", measure.overProperty().map(PropertyPath::text).orElse(null));
    return fields;
  }
}
