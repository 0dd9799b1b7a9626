package dev.shopwire.analytics.funnels;

import com.fasterxml.jackson.databind.util.RawValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Tallies a funnel per value of a property, for the values with the most customers. */
final class BreakdownTally {
  private static final int MAX_GROUPS = 25;

  private final FunnelSteps steps;
  private final BreakdownValues values;
  private final Map<Integer, FunnelTally> tallies = new HashMap<>();

  BreakdownTally(FunnelSteps steps, BreakdownValues values) {
    this.steps = steps;
    this.values = values;
  }

  /**
   * @param value its index in the values
   */
  void add(int value, FunnelAttempt attempt) {
    tallies.computeIfAbsent(value, first -> new FunnelTally(steps)).add(attempt);
  }

  /** The largest groups first, then one of all other values and of customers without a value. */
  List<Map<String, @Nullable Object>> json() {
    List<Integer> order =
        tallies.keySet().stream()
            .filter(value -> value != BreakdownValues.NONE)
            .sorted(
                Comparator.<Integer>comparingLong(value -> -customersOf(value))
                    .thenComparing(values::text))
            .toList();
    List<Integer> shown = order.subList(0, Math.min(MAX_GROUPS, order.size()));
    List<Map<String, @Nullable Object>> groups = new ArrayList<>();
    for (int value : shown) {
      groups.add(group("group", new RawValue(values.text(value)), List.of(value)));
    }
    List<Integer> others = new ArrayList<>(order.subList(shown.size(), order.size()));
    others.add(BreakdownValues.NONE);
    groups.add(group("rest", true, others));
    return groups;
  }

  private long customersOf(Integer value) {
    FunnelTally tally = tallies.get(value);
    return tally == null ? 0 : tally.customers();
  }

  private Map<String, @Nullable Object> group(
      String field, Object name, List<Integer> groupValues) {
    FunnelTally tally = new FunnelTally(steps);
    groupValues.stream().map(tallies::get).filter(Objects::nonNull).forEach(tally::add);
    Map<String, @Nullable Object> group = new LinkedHashMap<>();
    group.put(field, name);
    group.putAll(tally.json());
    return group;
  }
}
