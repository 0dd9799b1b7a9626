package dev.shopwire.analytics.filters;

import dev.shopwire.analytics.query.CustomerFilter;
import dev.shopwire.common.compat.VendorNames;
import dev.shopwire.common.events.PropertyCondition;
import dev.shopwire.common.postgres.SqlParameters;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.time.Bounds;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Selects an app's events by customer, name, time range, session, path and properties. All given
 * conditions must hold.
 */
public record EventFilter(
    CustomerFilter customer,
    Optional<String> eventName,
    Bounds bounds,
    Optional<String> sessionKey,
    Optional<String> path,
    List<PropertyCondition> properties) {
  private static final int MAX_NAME = 1_000;
  private static final int MAX_KEY = 1_000;
  private static final int MAX_PATH = 100_000;
  private static final List<String> PARAMETERS =
      List.of("eventName", "startDate", "endDate", "timezone", "period", "sessionKey", "path");

  public EventFilter {
    properties = List.copyOf(properties);
  }

  /**
   * Reads the parameters; validation errors are recorded in {@code query}.
   *
   * @param bounds of the time, already read by the caller
   */
  public static EventFilter read(Query query, Bounds bounds) {
    return new EventFilter(
        CustomerFilter.read(query),
        query.text("eventName", MAX_NAME),
        bounds,
        query.text("sessionKey", MAX_KEY),
        query.text("path", MAX_PATH),
        PropertyFilters.read(query));
  }

  /** The raw parameter values in a fixed order: equal lists select the same events. */
  public static List<String> parameterValues(Query query) {
    List<String> values = new ArrayList<>(query.rawValues(PARAMETERS));
    values.addAll(query.rawValues(VendorNames.SHOP_PARAMETERS));
    values.add(PropertyFilters.text(query).orElse(""));
    return values;
  }

  /** Whether a condition is not covered by any index, so that the events must be read. */
  public boolean needsScan() {
    return sessionKey.isPresent() || path.isPresent() || !properties.isEmpty();
  }

  /**
   * The SQL condition on the event {@code e}.
   *
   * @param customerId the id that {@link #customer} was resolved to
   */
  public String where(SqlParameters parameters, AppScope app, Optional<Long> customerId) {
    StringBuilder sql = new StringBuilder("e.app_id = ").append(parameters.add(app.appId()));
    customerId.ifPresent(id -> and(sql, "e.customer_id = " + parameters.add(id)));
    eventName.ifPresent(name -> and(sql, "e.event_name = " + parameters.add(name)));
    bounds.start().ifPresent(start -> and(sql, "e.occurred_at >= " + timestamp(parameters, start)));
    bounds.end().ifPresent(end -> and(sql, "e.occurred_at < " + timestamp(parameters, end)));
    sessionKey.ifPresent(key -> and(sql, "e.session_key = " + parameters.add(key)));
    path.ifPresent(text -> and(sql, "e.path = " + parameters.add(text)));
    properties.forEach(property -> and(sql, property.sql(parameters)));
    return sql.toString();
  }

  private static String timestamp(SqlParameters parameters, Instant instant) {
    return parameters.add(instant.atOffset(ZoneOffset.UTC));
  }

  private static void and(StringBuilder sql, String condition) {
    sql.append("\n  and ").append(condition);
  }
}
