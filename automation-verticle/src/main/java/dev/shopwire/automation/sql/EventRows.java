package dev.shopwire.automation.sql;

import dev.shopwire.automation.conditions.Leaf.EventLeaf;
import dev.shopwire.automation.conditions.Leaf.PageLeaf;
import dev.shopwire.automation.conditions.Leaf.PropertyFilter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Writes the SQL that selects the events {@code e} of a leaf.
 *
 * @param app 0 for all apps of the workspace
 * @param path of page views; a final {@code *} stands for any end
 */
public record EventRows(
    SqlScope scope, long app, String name, Optional<String> path, List<PropertyFilter> where) {
  public EventRows {
    where = List.copyOf(where);
  }

  /** The name of the event that a page view is. */
  static final String PAGE_VIEW = "page_view";

  /** Events are refused if they are dated further ahead, by a day; clocks may differ. */
  private static final Duration MAX_AHEAD = Duration.ofDays(2);

  public static EventRows of(SqlScope scope, EventLeaf leaf) {
    return new EventRows(scope, leaf.app(), leaf.name(), Optional.empty(), leaf.where());
  }

  public static EventRows of(SqlScope scope, PageLeaf leaf) {
    return new EventRows(scope, leaf.app(), PAGE_VIEW, Optional.of(leaf.path()), leaf.where());
  }

  /** A from clause with a condition: the events of all customers, at any time. */
  public String all() {
    StringBuilder sql =
        new StringBuilder("stored_usage_events e where ")
            .append(scope.isOfApp("e.app_id", app))
            .append(" and e.event_name = ")
            .append(scope.add(name));
    scope.arrival().ifPresent(end -> sql.append(" and e.received_at < ").append(scope.add(end)));
    path.ifPresent(text -> sql.append(" and ").append(isPath(text)));
    where.forEach(filter -> sql.append(" and ").append(test(filter)));
    return sql.toString();
  }

  /** The same within a span of time. */
  String all(EventSpan span) {
    return all() + span.sql(scope, "e.occurred_at");
  }

  /**
   * The same of the customer {@code k.id}. The time of arrival is limited, too, since that says in
   * which partitions the events are.
   */
  String ofCustomer(EventSpan span) {
    return ofCustomer(span.start()) + span.sql(scope, "e.occurred_at");
  }

  /**
   * The same without a condition on their time.
   *
   * @param start no earlier ones are needed; empty if all are
   */
  public String ofCustomer(Optional<Instant> start) {
    String arrival =
        start.map(first -> " and e.received_at >= " + scope.add(earliestArrival(first))).orElse("");
    return all() + " and e.customer_id = k.id" + arrival;
  }

  static Instant earliestArrival(Instant occurred) {
    return occurred.minus(MAX_AHEAD);
  }

  private String isPath(String text) {
    return text.endsWith("*")
        ? "starts_with(e.path, " + scope.add(text.substring(0, text.length() - 1)) + "::text)"
        : "e.path = " + scope.add(text) + "::text";
  }

  /** As the property filters of the events' list. */
  private String test(PropertyFilter filter) {
    String test =
        new JsonTest(scope, filter.test())
            .atPath(JsonTest.path(scope, "e.properties", filter.property().names()));
    return filter.test().operator().isNegation() ? "(" + test + ") is not true" : test;
  }
}
