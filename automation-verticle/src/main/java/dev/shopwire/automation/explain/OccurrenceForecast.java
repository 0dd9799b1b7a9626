package dev.shopwire.automation.explain;

import dev.shopwire.automation.conditions.TimeRange.Moving;
import dev.shopwire.automation.explain.Occurrences.Passed;
import dev.shopwire.automation.sql.EventMeasure;
import dev.shopwire.automation.sql.EventSpan;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Determines when time alone changes the result of a leaf on occurrences: lets its bounds pass one
 * after the other. For one leaf.
 */
final class OccurrenceForecast {
  /** How many occurrences of each bound are looked at. */
  static final int LIMIT = 200;

  private final Occurrences occurrences;
  private final Instant now;
  private final List<Passed> upcoming;
  private BigDecimal present;
  private long absent;

  /**
   * @param upcoming for each bound the next {@link #LIMIT} that it passes, or all
   * @param present how much there is now where there must be some
   * @param absent how many there are now where there must be none
   */
  OccurrenceForecast(
      Occurrences occurrences,
      Instant now,
      List<Passed> upcoming,
      BigDecimal present,
      long absent) {
    this.occurrences = occurrences;
    this.now = now;
    this.upcoming = upcoming;
    this.present = present;
    this.absent = absent;
  }

  Optional<Instant> nextChange() {
    boolean current = occurrences.at(now).holds(present, absent);
    Optional<Instant> horizon = horizon();
    for (Map.Entry<Instant, List<Passed>> step : steps().entrySet()) {
      if (horizon.isPresent() && step.getKey().isAfter(horizon.get())) {
        return horizon;
      }
      EventMeasure after = occurrences.at(step.getKey());
      EventMeasure before = occurrences.at(TimeForecast.before(step.getKey()));
      step.getValue().forEach(passed -> pass(passed, before, after));
      if (after.holds(present, absent) != current) {
        return Optional.of(step.getKey());
      }
    }
    return horizon;
  }

  /** What is passed in the future, by the moment. */
  private Map<Instant, List<Passed>> steps() {
    return upcoming.stream()
        .collect(Collectors.groupingBy(this::moment, TreeMap::new, Collectors.toList()));
  }

  private Instant moment(Passed passed) {
    return TimeForecast.passes(occurrences.movingBounds().get(passed.bound()), passed.time());
  }

  /** The end of the time for which all passing values are known; empty if there is no end. */
  private Optional<Instant> horizon() {
    List<Moving> bounds = occurrences.movingBounds();
    return IntStream.range(0, bounds.size())
        .mapToObj(i -> upcoming.stream().filter(passed -> passed.bound() == i).toList())
        .filter(list -> list.size() >= LIMIT)
        .map(list -> moment(list.get(list.size() - 1)))
        .min(Instant::compareTo);
  }

  private void pass(Passed passed, EventMeasure before, EventMeasure after) {
    present =
        present.add(
            passed
                .weight()
                .multiply(
                    BigDecimal.valueOf(
                        (long) in(after.present(), passed) - in(before.present(), passed))));
    absent += in(after.absent(), passed) - in(before.absent(), passed);
  }

  private static int in(Optional<EventSpan> span, Passed passed) {
    return span.map(each -> in(each, passed)).orElse(0);
  }

  private static int in(EventSpan span, Passed passed) {
    return span.contains(passed.time()) ? 1 : 0;
  }
}
