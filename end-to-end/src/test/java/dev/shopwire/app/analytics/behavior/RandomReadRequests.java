package dev.shopwire.app.analytics.behavior;

import dev.shopwire.analytics.reports.Calculation;
import dev.shopwire.app.analytics.behavior.TimeRangeOracle.Range;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Generates random read requests about events. */
final class RandomReadRequests {
  private static final List<String> ZONES =
      List.of(
          "Europe/Zurich",
          "America/New_York",
          "Asia/Kolkata",
          "Australia/Lord_Howe",
          "Asia/Kathmandu",
          "Asia/Beirut",
          "UTC");

  private static final Duration MICRO = Duration.of(1, ChronoUnit.MICROS);

  private final RandomEvents random;

  RandomReadRequests(RandomEvents random) {
    this.random = random;
  }

  /** The known shops: any other is a 404. */
  private static List<String> shops(List<BehaviorEvent> events) {
    return events.stream().map(BehaviorEvent::customer).distinct().toList();
  }

  /** A range of dates or timestamps that contains at least one of {@code events}. */
  Range range(List<BehaviorEvent> events) {
    ZoneId zone = ZoneId.of(random.any(ZONES));
    Instant start = random.any(events).time();
    if (random.oneIn(3)) {
      Duration length =
          random.any(List.of(MICRO, SessionOracle.GAP, Duration.ofHours(30), Duration.ofDays(40)));
      return new Range(start.toString(), start.plus(length).toString(), zone);
    }
    LocalDate first = LocalDate.ofInstant(start, zone).minusDays(random.random().nextInt(3));
    return new Range(
        first.toString(), first.plusDays(random.random().nextInt(45)).toString(), zone);
  }

  /** From before the first event until after the last. */
  Range allTime(List<BehaviorEvent> events) {
    ZoneId zone = ZoneId.of(random.any(ZONES));
    Instant first = events.stream().map(BehaviorEvent::time).min(Instant::compareTo).orElseThrow();
    String start = LocalDate.ofInstant(first, zone).toString();
    return new Range(start, LocalDate.now(zone).plusDays(1).toString(), zone);
  }

  ReportOracle.Request report(String calculation, List<BehaviorEvent> events) {
    boolean isShort = !random.oneIn(4);
    Range range = isShort ? range(events) : allTime(events);
    String interval =
        isShort
            ? random.any(TimeRangeOracle.INTERVALS)
            : random.any(List.of("weekly", "monthly", "yearly"));
    boolean needsOver = Calculation.of(calculation).needsProperty();
    return new ReportOracle.Request(
        calculation,
        needsOver || random.oneIn(3)
            ? Optional.of(random.any(RandomEvents.PROPERTIES))
            : Optional.empty(),
        random.oneIn(4) ? Optional.empty() : Optional.of(random.any(RandomEvents.NAMES)),
        random.sometimes(5, shops(events)),
        range,
        interval,
        random.sometimes(2, RandomEvents.PROPERTIES),
        random.oneIn(4) ? (interval.equals("hourly") ? 90 : 200) : 1 + random.random().nextInt(6),
        random.oneIn(3));
  }

  EventListOracle.Filter filter(List<BehaviorEvent> events) {
    List<EventListOracle.Condition> conditions = new ArrayList<>();
    while (random.oneIn(2)) {
      conditions.add(condition());
    }
    return new EventListOracle.Filter(
        random.sometimes(3, shops(events)),
        random.sometimes(3, RandomEvents.NAMES),
        random.sometimes(6, RandomEvents.SESSION_KEYS),
        random.sometimes(6, RandomEvents.PATHS),
        random.oneIn(3) ? Optional.of(range(events)) : Optional.empty(),
        conditions);
  }

  private EventListOracle.Condition condition() {
    String property = random.any(RandomEvents.PROPERTIES);
    String operator = random.any(EventListOracle.OPERATORS);
    return new EventListOracle.Condition(
        property,
        operator,
        switch (operator) {
          case "in", "not_in" -> List.of(value(), value(), value());
          case "contains" ->
              random.any(List.of("a", "%", "_", "\\", "'", "\"", "value 1", "😀", "P"));
          case "gt", "gte", "lt", "lte" -> random.any(RandomEvents.NUMBERS);
          default -> value();
        });
  }

  private Object value() {
    return random.oneIn(3)
        ? random.any(RandomEvents.MIXED)
        : random.oneIn(2)
            ? random.any(RandomEvents.NUMBERS)
            : random.any(List.of("free", "Bern", "value 7"));
  }

  FunnelOracle.Request funnel(List<BehaviorEvent> events) {
    List<String> steps = new ArrayList<>();
    int count = 2 + random.random().nextInt(3);
    for (int i = 0; i < count; i++) {
      steps.add(random.any(RandomEvents.NAMES));
    }
    return new FunnelOracle.Request(
        steps,
        random.any(
            List.of(
                Duration.ofMinutes(1),
                SessionOracle.GAP,
                Duration.ofHours(10),
                Duration.ofDays(9))),
        !random.oneIn(3),
        random.oneIn(2) ? allTime(events) : range(events),
        random.sometimes(2, RandomEvents.PROPERTIES));
  }

  /** A range that is short enough for retention. */
  Range weeks(List<BehaviorEvent> events) {
    ZoneId zone = ZoneId.of(random.any(ZONES));
    LocalDate first =
        LocalDate.ofInstant(random.any(events).time(), zone).minusDays(random.random().nextInt(20));
    int days = random.oneIn(2) ? 700 : random.random().nextInt(60);
    return new Range(first.toString(), first.plusDays(days).toString(), zone);
  }
}
