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

/** A funnel for each value of a property, the ones that most customers have. */
final class BreakdownTally {
  private static final int GROUPS = 25;

  private final Steps steps;
  private final BreakdownValues values;
  private final Map<Integer, FunnelTally> tallies = new HashMap<>();

  BreakdownTally(Steps steps, BreakdownValues values) {
    this.steps = steps;
    this.values = values;
  }

  /**
   * @param value its place in the values
   */
  void add(int value, FunnelAttempt attempt) {
    tallies.computeIfAbsent(value, first -> new FunnelTally(steps)).add(attempt);
  }

  /** The most frequent groups first, then all others, and who has no value, as one. */
  List<Map<String, @Nullable Object>> answer() {
    List<Integer> order =
        tallies.keySet().stream()
            .filter(value -> value != BreakdownValues.NONE)
            .sorted(
                Comparator.<Integer>comparingLong(value -> -customersOf(value))
                    .thenComparing(values::text))
            .toList();
    List<Integer> shown = order.subList(0, Math.min(GROUPS, order.size()));
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

  private Map<String, @Nullable Object> group(String member, Object name, List<Integer> of) {
    FunnelTally tally = new FunnelTally(steps);
    of.stream().map(tallies::get).filter(Objects::nonNull).forEach(tally::add);
    Map<String, @Nullable Object> group = new LinkedHashMap<>();
    group.put(member, name);
    group.putAll(tally.answer());
    return group;
  }
}
