package dev.shopwire.analytics.funnels;

import dev.shopwire.common.events.PropertyPath;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.time.Bounds;
import dev.shopwire.common.time.TimeRange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The parameters of a funnel.
 *
 * @param window the longest time from an attempt's first event to its last one
 * @param ordered whether the steps must follow one another
 * @param range that contains all events of an attempt
 */
record FunnelRequest(FunnelSteps steps, Duration window, boolean ordered, TimeRange range) {
  private static final String ORDERED = "ordered";
  private static final List<String> PARAMETERS =
      List.of("steps", "window", "order", "startDate", "endDate", "timezone");

  /** Reads the parameters; validation errors are recorded in {@code query}. */
  static FunnelRequest read(Query query, Instant now) {
    return new FunnelRequest(
        FunnelSteps.read(query),
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
                    : query.addError(
                        name,
                        "invalid_" + name,
                        "must be a property name, or several joined by dots"));
  }

  /** The raw parameter values in a fixed order; for a query without validation errors. */
  static List<String> parameterValues(Query query) {
    return query.rawValues(PARAMETERS);
  }

  Matching matching() {
    return ordered ? new OrderedMatching(steps, window) : new AnyOrderMatching(steps, window);
  }

  String order() {
    return ordered ? ORDERED : "any";
  }
}
