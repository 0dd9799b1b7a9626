package dev.shopwire.app.analytics.behavior;

import dev.shopwire.app.analytics.behavior.TimeRangeOracle.Range;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Computes retention (docs/api/reads.md): how many of a cohort return in which later week. */
final class RetentionOracle {
  private final Range range;

  /** The weeks with a use, by customer, for customers whose first use is in the range. */
  private final Map<String, Set<LocalDate>> weeks = new TreeMap<>();

  private final Map<String, LocalDate> firstWeeks = new TreeMap<>();

  RetentionOracle(Collection<BehaviorEvent> events, Optional<String> eventName, Range range) {
    this.range = range;
    Map<String, Instant> firsts = new TreeMap<>();
    List<BehaviorEvent> uses =
        events.stream()
            .filter(event -> eventName.map(event.name()::equals).orElse(true))
            .sorted(BehaviorEvent.ORDER)
            .toList();
    uses.forEach(use -> firsts.putIfAbsent(use.customer(), use.time()));
    firsts.values().removeIf(first -> !range.contains(first));
    firsts.forEach((customer, first) -> firstWeeks.put(customer, week(first)));
    uses.stream()
        .filter(use -> firsts.containsKey(use.customer()) && range.contains(use.time()))
        .forEach(
            use ->
                weeks
                    .computeIfAbsent(use.customer(), key -> new HashSet<>())
                    .add(week(use.time())));
  }

  private LocalDate week(Instant time) {
    return (LocalDate) TimeRangeOracle.bucketOf(time, range.zone(), "weekly");
  }

  /** A cohort for each week of the range, even if it is empty. */
  List<Object> cohorts() {
    List<Object> cohorts = new ArrayList<>();
    LocalDate last = week(range.end().minusNanos(1));
    for (LocalDate monday = week(range.start());
        !monday.isAfter(last);
        monday = monday.plusWeeks(1)) {
      cohorts.add(cohort(monday, last));
    }
    return cohorts;
  }

  private Map<String, @Nullable Object> cohort(LocalDate first, LocalDate last) {
    List<String> customers =
        firstWeeks.keySet().stream().filter(c -> first.equals(firstWeeks.get(c))).toList();
    List<Object> retained = new ArrayList<>();
    for (LocalDate monday = first; !monday.isAfter(last); monday = monday.plusWeeks(1)) {
      LocalDate week = monday;
      retained.add(
          BigDecimal.valueOf(
              customers.stream()
                  .filter(c -> weeks.getOrDefault(c, Set.of()).contains(week))
                  .count()));
    }
    Map<String, @Nullable Object> cohort = new LinkedHashMap<>();
    cohort.put("week", first.toString());
    cohort.put("customers", BigDecimal.valueOf(customers.size()));
    cohort.put("retained", retained);
    return cohort;
  }
}
