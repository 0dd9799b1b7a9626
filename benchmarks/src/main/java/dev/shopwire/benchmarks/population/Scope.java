package dev.shopwire.benchmarks.population;

import io.vertx.sqlclient.Row;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the statements of the generator refer to by placeholders such as {@code {workspace}}.
 *
 * @param firstCustomer the id of shop 0; those of the others follow
 * @param from where the events start
 * @param until where they end: when generation began
 */
record Scope(
    long workspace,
    long app,
    long firstCustomer,
    OffsetDateTime from,
    OffsetDateTime until,
    Amounts amounts) {

  static Scope read(Row row, Amounts amounts) {
    return new Scope(
        row.getLong("workspace_id"),
        row.getLong("app_id"),
        row.getLong("first_customer"),
        row.getOffsetDateTime("from_at"),
        row.getOffsetDateTime("until_at"),
        amounts);
  }

  /** The last day (UTC) with events. */
  LocalDate lastDay() {
    return until.withOffsetSameInstant(ZoneOffset.UTC).toLocalDate();
  }

  /** Replaces the placeholders that all statements share. */
  String fill(String sql) {
    return fill(sql, Map.of());
  }

  /** The same with more of them. */
  String fill(String sql, Map<String, ?> more) {
    Map<String, Object> values = new LinkedHashMap<>(more);
    values.put("workspace", workspace);
    values.put("app", app);
    values.put("customer", firstCustomer);
    values.put("customers", amounts.customers());
    values.put("from", "timestamptz '" + from + "'");
    values.put("until", "timestamptz '" + until + "'");
    String filled = sql;
    for (Map.Entry<String, Object> value : values.entrySet()) {
      filled = filled.replace("{" + value.getKey() + "}", String.valueOf(value.getValue()));
    }
    return filled;
  }
}
