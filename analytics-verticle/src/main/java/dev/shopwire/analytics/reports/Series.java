package dev.shopwire.analytics.reports;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A value over a range, and over each of its buckets.
 *
 * @param value over the complete range, which is not the mean of its buckets' values
 */
public record Series(@Nullable BigDecimal value, List<@Nullable BigDecimal> points) {

  /** Computes the values from aggregates by bucket, with empty buckets filled in. */
  static Series of(Calculation calculation, Map<Integer, PartialAggregate> parts, int buckets) {
    PartialAggregate all =
        parts.values().stream().reduce(PartialAggregate.NONE, PartialAggregate::plus);
    List<@Nullable BigDecimal> points = new ArrayList<>(buckets);
    for (int i = 0; i < buckets; i++) {
      points.add(calculation.of(parts.getOrDefault(i, PartialAggregate.NONE)));
    }
    return new Series(calculation.of(all), points);
  }

  /** The values over no events. */
  static Series empty(Calculation calculation, int buckets) {
    return new Series(
        calculation.empty(), new ArrayList<>(Collections.nCopies(buckets, calculation.empty())));
  }

  Series withValue(@Nullable BigDecimal other) {
    return new Series(other, points);
  }
}
