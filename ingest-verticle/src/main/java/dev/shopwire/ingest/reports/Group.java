package dev.shopwire.ingest.reports;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The figures of the events with one value of a property.
 *
 * @param key as {@link GroupValue} writes it; empty for the rest
 */
record Group(Optional<String> key, Series series) {
  private static final Comparator<@Nullable BigDecimal> LARGEST =
      Comparator.nullsLast(Comparator.<BigDecimal>reverseOrder());

  /** The order of groups: the largest value first, then by the group's text. */
  static int compare(Group one, Group other) {
    int byValue = LARGEST.compare(one.series.value(), other.series.value());
    return byValue != 0
        ? byValue
        : GroupValue.ORDER.compare(one.key.orElse(" "), other.key.orElse(" "));
  }

  /** The first {@code limit} groups of {@code totals} in that order. */
  static List<String> top(Calculation calculation, Map<String, Partial> totals, int limit) {
    return totals.entrySet().stream()
        .map(
            entry ->
                new Group(
                    Optional.of(entry.getKey()),
                    new Series(calculation.of(entry.getValue()), List.of())))
        .sorted(Group::compare)
        .limit(limit)
        .map(group -> group.key.orElseThrow())
        .toList();
  }
}
