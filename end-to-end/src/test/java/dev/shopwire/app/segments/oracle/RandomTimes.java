package dev.shopwire.app.segments.oracle;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Generates tests of times, with bounds at or right beside known times. */
final class RandomTimes {
  private static final Duration MICRO = Duration.of(1, ChronoUnit.MICROS);
  private static final int MAX_MINUTES = 999_999;
  private static final int MAX_DAYS = 3_650;

  private final Dice dice;

  /** Whose days the dates of the condition are. */
  private final ZoneId zone;

  RandomTimes(Dice dice, ZoneId zone) {
    this.dice = dice;
    this.zone = zone;
  }

  /**
   * A moment as a condition has it.
   *
   * @param time about when it is, for the order
   */
  private record Moment(String text, Instant time) {}

  /** Puts {@code op} and {@code value} of a test with any time operator. */
  void put(ObjectNode test, List<Instant> known) {
    if (dice.oneIn(5)) {
      test.put("op", "within_next").put("value", span(distance(known)));
    } else {
      putWindow(test, known);
    }
  }

  /** The same without {@code within_next}, which windows don't have. */
  void putWindow(ObjectNode test, List<Instant> known) {
    switch (dice.below(5)) {
      case 0 -> test.put("op", "within").put("value", span(distance(known)));
      case 1 -> {
        List<Moment> both = new ArrayList<>(List.of(moment(known), moment(known)));
        both.sort(Comparator.comparing(Moment::time));
        test.put("op", "between");
        both.forEach(each -> test.withArray("value").add(each.text()));
      }
      default ->
          test.put("op", dice.of("before", "since", "after")).put("value", moment(known).text());
    }
  }

  private Instant time(List<Instant> known) {
    Instant time = known.isEmpty() || dice.oneIn(6) ? ModelTimes.time(dice) : dice.any(known);
    return switch (dice.below(8)) {
      case 0 -> time.plus(MICRO);
      case 1 -> time.minus(MICRO);
      case 2 -> time.plusSeconds(1);
      case 3 -> time.minusSeconds(1);
      default -> time;
    };
  }

  private Duration distance(List<Instant> known) {
    return Duration.between(time(known), Instant.now()).abs();
  }

  private Moment moment(List<Instant> known) {
    Instant time = time(known);
    return switch (dice.below(8)) {
      case 0, 1, 2 -> {
        LocalDate day = LocalDate.ofInstant(time, zone).plusDays(dice.below(3) - 1L);
        yield new Moment(day.toString(), day.atStartOfDay(zone).toInstant());
      }
      case 3, 4 -> new Moment(text(time), time);
      case 5 -> new Moment("now", Instant.now());
      default -> {
        Duration ago = Duration.between(time, Instant.now());
        yield new Moment(span(ago.abs()) + (ago.isNegative() ? " ahead" : " ago"), time);
      }
    };
  }

  /** An instant in one of the forms that conditions may have. */
  private String text(Instant time) {
    String utc = time.toString();
    String local = time.atOffset(ZoneOffset.ofHoursMinutes(5, 30)).toString();
    boolean isMinute = time.truncatedTo(ChronoUnit.MINUTES).equals(time);
    return switch (dice.below(4)) {
      case 0 -> local;
      case 1 -> utc.replace("Z", "");
      case 2 -> isMinute ? utc.replace(":00Z", "Z") : utc;
      default -> utc;
    };
  }

  /** A length of about {@code distance}, right below or above. */
  private String span(Duration distance) {
    String unit = dice.of("m", "h", "d", "d", "w");
    long minutes = distance.toMinutes();
    long amount =
        switch (unit) {
          case "m" -> minutes;
          case "h" -> minutes / 60;
          case "d" -> minutes / (24 * 60);
          default -> minutes / (7 * 24 * 60);
        };
    boolean isTooLong = unit.equals("m") && amount >= MAX_MINUTES;
    return isTooLong
        ? Math.min(MAX_DAYS, distance.toDays() + 1) + "d"
        : Math.max(1, amount + dice.below(2)) + unit;
  }
}
