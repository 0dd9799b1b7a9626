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
 * @param value over the whole range, which is not the mean of its buckets'
 */
public record Series(@Nullable BigDecimal value, List<@Nullable BigDecimal> points) {

  /** Of figures by bucket, zero-filled. */
  static Series of(Calculation calculation, Map<Integer, Partial> parts, int buckets) {
    Partial whole = parts.values().stream().reduce(Partial.NONE, Partial::plus);
    List<@Nullable BigDecimal> points = new ArrayList<>(buckets);
    for (int i = 0; i < buckets; i++) {
      points.add(calculation.of(parts.getOrDefault(i, Partial.NONE)));
    }
    return new Series(calculation.of(whole), points);
  }

  /** Over no events. */
  static Series empty(Calculation calculation, int buckets) {
    return new Series(
        calculation.empty(), new ArrayList<>(Collections.nCopies(buckets, calculation.empty())));
  }

  Series withValue(@Nullable BigDecimal other) {
    return new Series(other, points);
  }
}
