package dev.shopwire.app;

import dev.shopwire.app.BehaviorOracleTime.Range;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Questions about events, of which any may be asked. */
final class BehaviorQuestions {
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

  private final BehaviorRandom random;

  BehaviorQuestions(BehaviorRandom random) {
    this.random = random;
  }

  /** Those that are known: another one is a 404. */
  private static List<String> shops(List<BehaviorEvent> events) {
    return events.stream().map(BehaviorEvent::customer).distinct().toList();
  }

  /** A range that holds something of {@code events}, in days or in moments. */
  Range range(List<BehaviorEvent> events) {
    ZoneId zone = ZoneId.of(random.any(ZONES));
    Instant start = random.any(events).time();
    if (random.once(3)) {
      Duration length =
          random.any(
              List.of(
                  MICRO, BehaviorOracleSessions.GAP, Duration.ofHours(30), Duration.ofDays(40)));
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

  BehaviorOracleReport.Question report(String calculation, List<BehaviorEvent> events) {
    boolean isShort = !random.once(4);
    Range range = isShort ? range(events) : allTime(events);
    String interval =
        isShort
            ? random.any(BehaviorOracleTime.INTERVALS)
            : random.any(List.of("weekly", "monthly", "yearly"));
    boolean needsOver = !List.of("count", "unique").contains(calculation);
    return new BehaviorOracleReport.Question(
        calculation,
        needsOver || random.once(3)
            ? Optional.of(random.any(BehaviorRandom.PROPERTIES))
            : Optional.empty(),
        random.once(4) ? Optional.empty() : Optional.of(random.any(BehaviorRandom.NAMES)),
        random.sometimes(5, shops(events)),
        range,
        interval,
        random.sometimes(2, BehaviorRandom.PROPERTIES),
        random.once(4) ? (interval.equals("hourly") ? 90 : 200) : 1 + random.random().nextInt(6),
        random.once(3));
  }

  BehaviorOracleList.Filter filter(List<BehaviorEvent> events) {
    List<BehaviorOracleList.Condition> conditions = new ArrayList<>();
    while (random.once(2)) {
      conditions.add(condition());
    }
    return new BehaviorOracleList.Filter(
        random.sometimes(3, shops(events)),
        random.sometimes(3, BehaviorRandom.NAMES),
        random.sometimes(6, BehaviorRandom.SESSION_KEYS),
        random.sometimes(6, BehaviorRandom.PATHS),
        random.once(3) ? Optional.of(range(events)) : Optional.empty(),
        conditions);
  }

  private BehaviorOracleList.Condition condition() {
    String property = random.any(BehaviorRandom.PROPERTIES);
    String operator = random.any(BehaviorOracleList.OPERATORS);
    return new BehaviorOracleList.Condition(
        property,
        operator,
        switch (operator) {
          case "in", "not_in" -> List.of(value(), value(), value());
          case "contains" ->
              random.any(List.of("a", "%", "_", "\\", "'", "\"", "value 1", "😀", "P"));
          case "gt", "gte", "lt", "lte" -> random.any(BehaviorRandom.NUMBERS);
          default -> value();
        });
  }

  private Object value() {
    return random.once(3)
        ? random.any(BehaviorRandom.MIXED)
        : random.once(2)
            ? random.any(BehaviorRandom.NUMBERS)
            : random.any(List.of("free", "Bern", "value 7"));
  }

  BehaviorOracleFunnel.Question funnel(List<BehaviorEvent> events) {
    List<String> steps = new ArrayList<>();
    int count = 2 + random.random().nextInt(3);
    for (int i = 0; i < count; i++) {
      steps.add(random.any(BehaviorRandom.NAMES));
    }
    return new BehaviorOracleFunnel.Question(
        steps,
        random.any(
            List.of(
                Duration.ofMinutes(1),
                BehaviorOracleSessions.GAP,
                Duration.ofHours(10),
                Duration.ofDays(9))),
        !random.once(3),
        random.once(2) ? allTime(events) : range(events),
        random.sometimes(2, BehaviorRandom.PROPERTIES));
  }

  /** A range that is short enough for retention. */
  Range weeks(List<BehaviorEvent> events) {
    ZoneId zone = ZoneId.of(random.any(ZONES));
    LocalDate first =
        LocalDate.ofInstant(random.any(events).time(), zone).minusDays(random.random().nextInt(20));
    int days = random.once(2) ? 700 : random.random().nextInt(60);
    return new Range(first.toString(), first.plusDays(days).toString(), zone);
  }
}
