package dev.shopwire.analytics.filters;

import dev.shopwire.analytics.query.Arguments;
import dev.shopwire.analytics.query.CustomerFilter;
import dev.shopwire.analytics.time.Bounds;
import dev.shopwire.common.compat.VendorNames;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.Query;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which of an app's events are meant: those of a customer, of a name, of a time, of a session, of a
 * path, with certain properties; all that is asked for must hold.
 */
public record EventFilter(
    CustomerFilter customer,
    Optional<String> eventName,
    Bounds bounds,
    Optional<String> sessionKey,
    Optional<String> path,
    List<PropertyFilter> properties) {
  private static final int MAX_NAME = 1_000;
  private static final int MAX_KEY = 1_000;
  private static final int MAX_PATH = 100_000;
  private static final List<String> PARAMETERS =
      List.of("eventName", "startDate", "endDate", "timezone", "period", "sessionKey", "path");

  public EventFilter {
    properties = List.copyOf(properties);
  }

  /**
   * Notes in {@code query} what can't be read.
   *
   * @param bounds from wherever the caller has them
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

  /** What the parameters of a filter say, each at its place: two alike ask for the same events. */
  public static List<String> wording(Query query) {
    List<String> texts = new ArrayList<>(query.wording(PARAMETERS));
    texts.addAll(query.wording(VendorNames.SHOP_PARAMETERS));
    texts.add(PropertyFilters.text(query).orElse(""));
    return texts;
  }

  /** Whether events must be looked at that no index tells apart. */
  public boolean looksAtRows() {
    return sessionKey.isPresent() || path.isPresent() || !properties.isEmpty();
  }

  /**
   * The condition on the event {@code e}.
   *
   * @param customerId what {@link #customer} was found to be
   */
  public String where(Arguments arguments, AppScope caller, Optional<Long> customerId) {
    StringBuilder sql = new StringBuilder("e.app_id = ").append(arguments.of(caller.appId()));
    customerId.ifPresent(id -> and(sql, "e.customer_id = " + arguments.of(id)));
    eventName.ifPresent(name -> and(sql, "e.event_name = " + arguments.of(name)));
    bounds.start().ifPresent(start -> and(sql, "e.occurred_at >= " + moment(arguments, start)));
    bounds.end().ifPresent(end -> and(sql, "e.occurred_at < " + moment(arguments, end)));
    sessionKey.ifPresent(key -> and(sql, "e.session_key = " + arguments.of(key)));
    path.ifPresent(text -> and(sql, "e.path = " + arguments.of(text)));
    properties.forEach(property -> and(sql, property.sql(arguments)));
    return sql.toString();
  }

  private static String moment(Arguments arguments, Instant instant) {
    return arguments.of(instant.atOffset(ZoneOffset.UTC));
  }

  private static void and(StringBuilder sql, String condition) {
    sql.append("\n  and ").append(condition);
  }
}
