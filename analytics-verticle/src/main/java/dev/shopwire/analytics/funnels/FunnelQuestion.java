package dev.shopwire.analytics.funnels;

import dev.shopwire.analytics.filters.PropertyPath;
import dev.shopwire.analytics.time.Bounds;
import dev.shopwire.analytics.time.TimeRange;
import dev.shopwire.common.query.Query;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What is asked about a funnel.
 *
 * @param window from an attempt's first event to its last one
 * @param ordered whether the steps must come one after the other
 * @param range that all events of an attempt lie in
 */
record FunnelQuestion(Steps steps, Duration window, boolean ordered, TimeRange range) {
  private static final String ORDERED = "ordered";
  private static final List<String> PARAMETERS =
      List.of("steps", "window", "order", "startDate", "endDate", "timezone");

  /** Notes in {@code query} what can't be read. */
  static FunnelQuestion read(Query query, Instant now) {
    return new FunnelQuestion(
        Steps.read(query),
        ConversionWindow.read(query),
        query.choice("order", List.of(ORDERED, "any")).orElse(ORDERED).equals(ORDERED),
        Bounds.read(query).orLastDays(now));
  }

  static Optional<PropertyPath> breakdown(Query query) {
    String name = "breakdown";
    return query
        .text(name, 1_000)
        .map(PropertyPath::of)
        .flatMap(
            path ->
                path.isComplete()
                    ? Optional.of(path)
                    : query.fault(
                        name,
                        "invalid_" + name,
                        "must be a property's name, or several with dots"));
  }

  /** What the parameters say, each at its place; for a query that had no fault. */
  static List<String> wording(Query query) {
    return query.wording(PARAMETERS);
  }

  Matching matching() {
    return ordered ? new OrderedMatching(steps, window) : new AnyOrderMatching(steps, window);
  }

  String order() {
    return ordered ? ORDERED : "any";
  }
}
