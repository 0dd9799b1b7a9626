package dev.shopwire.automation.conditions;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;

/** A constant of a condition. */
public sealed interface Value {

  record TextValue(String text) implements Value {}

  /** A decimal number with every digit; two numbers are equal if their worth is. */
  record NumberValue(BigDecimal number) implements Value {
    public NumberValue {
      number = number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
    }
  }

  record BooleanValue(boolean value) implements Value {}

  /** The id of an affiliate, only in filters of credits. */
  record AffiliateValue(long id) implements Value {}

  /** A length of time such as {@code 30d}: hours and days have always the same length. */
  record Span(int amount, Unit unit) implements Value {
    public Duration duration() {
      return unit.length.multipliedBy(amount);
    }

    /** As in texts and in JSON. */
    public String text() {
      return amount + unit.letter;
    }
  }

  /** The units of {@link Span}. */
  enum Unit {
    MINUTE("m", Duration.ofMinutes(1)),
    HOUR("h", Duration.ofHours(1)),
    DAY("d", Duration.ofDays(1)),
    WEEK("w", Duration.ofDays(7));

    private final String letter;
    private final Duration length;

    Unit(String letter, Duration length) {
      this.letter = letter;
      this.length = length;
    }

    public String letter() {
      return letter;
    }

    public Duration length() {
      return length;
    }
  }

  /** A point in time, or a day. */
  sealed interface Moment extends Value {}

  /** A whole local day in the segment's time zone. */
  record Day(LocalDate date) implements Moment {}

  /** An instant, of microseconds at most. */
  record At(Instant instant) implements Moment {}

  /** The moment at which the condition is evaluated. */
  record Now() implements Moment {}

  /** {@code 30d ago}. */
  record Ago(Span span) implements Moment {}

  /** {@code 30d ahead}. */
  record Ahead(Span span) implements Moment {}
}
