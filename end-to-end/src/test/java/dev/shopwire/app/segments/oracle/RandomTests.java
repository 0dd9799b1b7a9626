package dev.shopwire.app.segments.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Generates operators with operands that are values which occur, or lie right beside them. */
final class RandomTests {
  static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private static final List<String> COMPARISONS = List.of("=", "!=", "gt", "gte", "lt", "lte");
  private static final BigDecimal HAIR = new BigDecimal("1e-20");

  private final Dice dice;
  private final RandomTimes times;

  RandomTests(Dice dice, RandomTimes times) {
    this.dice = dice;
    this.times = times;
  }

  private void one(ObjectNode test, String operator, JsonNode value) {
    test.put("op", operator).set("value", value);
  }

  private void list(ObjectNode test, String operator, Supplier<JsonNode> values) {
    test.put("op", operator);
    for (int i = dice.below(4); i >= 0; i--) {
      test.withArray("value").add(values.get());
    }
  }

  /** Puts a test of a text, as most texts have it. */
  void text(ObjectNode test, List<String> known) {
    switch (dice.below(11)) {
      case 0 -> test.put("op", "is_set");
      case 1 -> test.put("op", "is_unset");
      case 2, 3 -> list(test, dice.of("in", "not_in"), () -> NODES.textNode(near(known)));
      case 4, 5, 6 ->
          one(
              test,
              dice.of("contains", "not_contains", "starts_with"),
              NODES.textNode(part(known)));
      default -> one(test, dice.of("=", "!="), NODES.textNode(near(known)));
    }
  }

  /** Puts a test of a text that has neither parts nor blanks, such as a role. */
  void word(ObjectNode test, List<String> known) {
    if (dice.oneIn(3)) {
      list(test, dice.of("in", "not_in"), () -> NODES.textNode(near(known)));
    } else {
      one(test, dice.of("=", "!="), NODES.textNode(near(known)));
    }
  }

  void time(ObjectNode test, List<String> known) {
    List<Instant> parsed = known.stream().flatMap(text -> TimeTexts.stored(text).stream()).toList();
    times.put(test, parsed);
  }

  void number(ObjectNode test, List<BigDecimal> known) {
    switch (dice.below(9)) {
      case 0 -> test.put("op", "is_set");
      case 1 -> test.put("op", "is_unset");
      case 2, 3 -> list(test, dice.of("in", "not_in"), () -> NODES.numberNode(near(known, 0)));
      default -> compare(test, () -> near(known, 0));
    }
  }

  void bool(ObjectNode test) {
    if (dice.oneIn(4)) {
      test.put("op", dice.of("is_set", "is_unset"));
    } else {
      test.put("op", dice.of("=", "!=")).put("value", dice.oneIn(2));
    }
  }

  /** Puts a test of a whole document. */
  void document(ObjectNode test) {
    if (dice.oneIn(3)) {
      test.put("op", dice.of("is_set", "is_unset"));
    } else {
      one(test, dice.of("contains", "not_contains"), scalar(null));
    }
  }

  /**
   * Puts a test of a value within a document.
   *
   * @param known what some customer has there
   */
  void within(ObjectNode test, @Nullable Object known) {
    switch (dice.below(10)) {
      case 0 -> test.put("op", dice.of("is_set", "is_unset"));
      case 1 -> one(test, dice.of("contains", "not_contains"), scalar(known));
      case 2 -> list(test, dice.of("in", "not_in"), () -> scalar(dice.oneIn(2) ? known : null));
      case 3 -> one(test, dice.of("=", "!="), scalar(known));
      case 4 -> time(test, known instanceof String text ? List.of(text) : List.of());
      default -> {
        if (known instanceof BigDecimal number) {
          number(test, List.of(number));
        } else if (known instanceof Boolean) {
          bool(test);
        } else {
          text(test, known instanceof String text ? List.of(text) : List.of());
        }
      }
    }
  }

  /** Puts a filter by a property. */
  void property(ObjectNode test, @Nullable Object known) {
    switch (dice.below(9)) {
      case 0 -> test.put("op", "is_blank");
      case 1 -> test.put("op", "is_not_blank");
      case 2, 3 -> list(test, dice.of("in", "not_in"), () -> scalar(dice.oneIn(2) ? known : null));
      case 4 ->
          one(
              test,
              dice.of("contains", "not_contains"),
              NODES.textNode(part(known instanceof String text ? List.of(text) : List.of())));
      case 5, 6 -> one(test, dice.of("=", "!="), scalar(known));
      default -> {
        List<BigDecimal> numbers = known instanceof BigDecimal number ? List.of(number) : List.of();
        one(test, dice.of("gt", "gte", "lt", "lte"), NODES.numberNode(near(numbers, 0)));
      }
    }
  }

  /** Puts a comparison with numbers around {@code typical}. */
  void count(ObjectNode test, int typical) {
    compare(
        test,
        () ->
            dice.oneIn(8)
                ? new BigDecimal(dice.of("2.5", "-1", "1e0", "0.0", "1000000"))
                : BigDecimal.valueOf(Math.max(0, typical + dice.below(3) - 1L)));
  }

  void compare(ObjectNode test, Supplier<BigDecimal> numbers) {
    if (dice.oneIn(5)) {
      BigDecimal one = numbers.get();
      BigDecimal other = numbers.get();
      test.put("op", "between");
      test.withArray("value").add(one.min(other)).add(one.max(other));
    } else {
      one(test, dice.any(COMPARISONS), NODES.numberNode(numbers.get()));
    }
  }

  /** A text, number or boolean, often the known one or one beside it. */
  private JsonNode scalar(@Nullable Object known) {
    Object base = known == null || dice.oneIn(5) ? ModelValues.mixed(dice) : known;
    if (base instanceof List<?> items && !items.isEmpty()) {
      base = dice.any(items);
    }
    if (base instanceof Boolean flag) {
      return NODES.booleanNode(dice.oneIn(4) != flag);
    }
    if (base instanceof BigDecimal number) {
      return dice.oneIn(6)
          ? NODES.textNode(number.toPlainString())
          : NODES.numberNode(near(List.of(number), 0));
    }
    return NODES.textNode(near(base instanceof String text ? List.of(text) : List.of()));
  }

  BigDecimal near(List<BigDecimal> known, int digits) {
    BigDecimal number =
        known.isEmpty() || dice.oneIn(6) ? dice.any(ModelValues.NUMBERS) : dice.any(known);
    return switch (dice.below(9)) {
      case 0 -> number.add(BigDecimal.ONE);
      case 1 -> number.subtract(BigDecimal.ONE);
      case 2 -> number.add(HAIR);
      case 3 -> number.subtract(HAIR);
      case 4 -> number.setScale(Math.max(number.scale(), 0) + 2 + digits);
      case 5 -> number.stripTrailingZeros();
      default -> number;
    };
  }

  private String near(List<String> known) {
    String text = known.isEmpty() || dice.oneIn(6) ? dice.any(ModelValues.TEXTS) : dice.any(known);
    return switch (dice.below(12)) {
      case 0 -> text.toUpperCase(Locale.ROOT);
      case 1 -> text.toLowerCase(Locale.ROOT);
      case 2 -> text + dice.of("x", "%", " ", "_", "\uD83D\uDE00", "\u0301");
      case 3 -> text.replace('%', 'x').replace('_', 'x').replace('\\', 'x');
      case 4 -> slice(text, 0);
      default -> text;
    };
  }

  /** A part of a text, or what would be one if it were a pattern or in another case. */
  private String part(List<String> known) {
    String text = near(known);
    return dice.oneIn(3) ? text : slice(text, dice.oneIn(2) ? 0 : dice.below(3));
  }

  /** A random number of code points from {@code from}. */
  private String slice(String text, int from) {
    int[] codePoints = text.codePoints().toArray();
    int start = Math.min(from, codePoints.length);
    int length = dice.below(codePoints.length - start + 1);
    return new String(codePoints, start, length);
  }

  /** The texts among plain values. */
  static List<String> texts(List<Object> values) {
    return values.stream().filter(String.class::isInstance).map(Objects::toString).toList();
  }

  static List<BigDecimal> numbers(List<Object> values) {
    List<BigDecimal> numbers = new ArrayList<>();
    for (Object value : values) {
      if (value instanceof BigDecimal number) {
        numbers.add(number);
      }
    }
    return numbers;
  }
}
