package dev.shopwire.automation.language;

import dev.shopwire.automation.conditions.Operator;
import dev.shopwire.automation.conditions.Value;
import dev.shopwire.automation.conditions.Value.Ago;
import dev.shopwire.automation.conditions.Value.Ahead;
import dev.shopwire.automation.conditions.Value.At;
import dev.shopwire.automation.conditions.Value.BooleanValue;
import dev.shopwire.automation.conditions.Value.Day;
import dev.shopwire.automation.conditions.Value.Now;
import dev.shopwire.automation.conditions.Value.NumberValue;
import dev.shopwire.automation.conditions.Value.Span;
import dev.shopwire.automation.conditions.Value.TextValue;
import dev.shopwire.automation.conditions.Value.Unit;
import dev.shopwire.automation.conditions.ValueTest;
import dev.shopwire.common.events.PropertyPath;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Generates constants, names and tests, among them awkward ones. */
final class RandomValues {
  private static final List<String> PIECES =
      List.of(
          "a",
          "Z",
          "_",
          "0",
          "9",
          ".",
          "-",
          " ",
          "\"",
          "\\",
          "/",
          "%",
          "$1",
          "'",
          "#",
          "(",
          ")",
          "[",
          "]",
          ",",
          "=",
          "\n",
          "\t",
          "\u0001",
          "\u007f",
          "é",
          "e\u0301",
          "😀",
          "\u2028",
          "AND",
          "not",
          "now",
          "true",
          "30d ago",
          "2026-11-21",
          "cf:",
          "null");

  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
  private static final long RANGE_SECONDS =
      Duration.between(EARLIEST, Instant.parse("9999-12-31T23:59:59Z")).toSeconds();

  private final Dice dice;

  RandomValues(Dice dice) {
    this.dice = dice;
  }

  /** Perhaps empty. */
  String text() {
    return String.join("", several(0, dice.oneIn(20) ? 60 : 4, () -> dice.any(PIECES)));
  }

  /** A name that may stand bare, or one that may not. */
  String name() {
    return dice.oneIn(2) ? dice.of("export", "count", "Not", "a.b-c", "_1", "where") : text() + "x";
  }

  PropertyPath path() {
    return Stream.generate(() -> PropertyPath.of(name()))
        .filter(path -> path.isComplete() && PropertyPath.of(path.text()).equals(path))
        .findFirst()
        .orElseThrow();
  }

  TextValue textValue() {
    return new TextValue(text());
  }

  NumberValue number() {
    if (dice.oneIn(2)) {
      return new NumberValue(BigDecimal.valueOf(dice.between(-5, 1_000), dice.below(3)));
    }
    BigInteger digits =
        new BigInteger(String.join("", several(1, 30, () -> String.valueOf(dice.below(10)))));
    return new NumberValue(
        new BigDecimal(dice.oneIn(2) ? digits.negate() : digits, dice.between(-270, 270)));
  }

  BooleanValue flag() {
    return new BooleanValue(dice.oneIn(2));
  }

  Value scalar() {
    return switch (dice.below(4)) {
      case 0 -> number();
      case 1 -> flag();
      default -> textValue();
    };
  }

  Span span() {
    Unit unit = dice.of(Unit.values());
    int longest = (int) Duration.ofDays(3_650).dividedBy(unit.length());
    return new Span(dice.between(1, Math.min(dice.oneIn(2) ? 40 : longest, 999_999)), unit);
  }

  Value moment() {
    return switch (dice.below(6)) {
      case 0 -> new Now();
      case 1 -> new Ago(span());
      case 2 -> new Ahead(span());
      case 3, 4 -> new Day(LocalDate.ofEpochDay(dice.between(-700_000, 2_900_000)));
      default ->
          new At(
              EARLIEST
                  .plusSeconds(dice.below(RANGE_SECONDS))
                  .plusNanos(dice.of(0, 1_000_000, 1_000, 999_999_000)));
    };
  }

  private <T> List<T> several(int least, int most, Supplier<T> each) {
    return IntStream.range(0, dice.between(least, most)).mapToObj(i -> each.get()).toList();
  }

  private ValueTest list(Operator operator, Supplier<? extends Value> value) {
    return new ValueTest(operator, several(1, dice.oneIn(50) ? 100 : 4, value::get));
  }

  /** {@code =} and {@code in}, and their negations. */
  ValueTest equality(Supplier<? extends Value> value) {
    return dice.oneIn(2)
        ? ValueTest.of(dice.of(Operator.EQUALS, Operator.NOT_EQUALS), value.get())
        : list(dice.of(Operator.IN, Operator.NOT_IN), value);
  }

  ValueTest presence() {
    return ValueTest.of(dice.of(Operator.IS_SET, Operator.IS_UNSET));
  }

  ValueTest part(Supplier<? extends Value> value) {
    return ValueTest.of(dice.of(Operator.CONTAINS, Operator.NOT_CONTAINS), value.get());
  }

  /** All that texts such as names have. */
  ValueTest ofText() {
    return switch (dice.below(4)) {
      case 0 -> presence();
      case 1 -> part(this::textValue);
      case 2 -> ValueTest.of(Operator.STARTS_WITH, textValue());
      default -> equality(this::textValue);
    };
  }

  ValueTest comparison() {
    return comparison(this::number);
  }

  /** With an amount of money. */
  ValueTest revenue() {
    return comparison(() -> new NumberValue(number().number().abs()));
  }

  private ValueTest comparison(Supplier<NumberValue> number) {
    return dice.oneIn(4)
        ? ValueTest.of(Operator.BETWEEN, number.get(), number.get())
        : ValueTest.of(
            dice.of(
                Operator.EQUALS,
                Operator.NOT_EQUALS,
                Operator.GT,
                Operator.GTE,
                Operator.LT,
                Operator.LTE),
            number.get());
  }

  /** A time of events, which are never ahead. */
  ValueTest window() {
    return switch (dice.below(3)) {
      case 0 -> ValueTest.of(Operator.WITHIN, span());
      case 1 -> ValueTest.of(Operator.BETWEEN, moment(), moment());
      default -> ValueTest.of(dice.of(Operator.BEFORE, Operator.SINCE, Operator.AFTER), moment());
    };
  }

  ValueTest time() {
    return dice.oneIn(4) ? ValueTest.of(Operator.WITHIN_NEXT, span()) : window();
  }

  ValueTest property() {
    return switch (dice.below(4)) {
      case 0 -> ValueTest.of(dice.of(Operator.IS_BLANK, Operator.IS_NOT_BLANK));
      case 1 -> part(this::textValue);
      case 2 ->
          ValueTest.of(dice.of(Operator.GT, Operator.GTE, Operator.LT, Operator.LTE), number());
      default -> equality(this::scalar);
    };
  }

  ValueTest jsonValue() {
    return switch (dice.below(6)) {
      case 0 -> equality(this::scalar);
      case 1 -> part(this::scalar);
      case 2 -> comparison();
      case 3 -> time();
      default -> ofText();
    };
  }
}
