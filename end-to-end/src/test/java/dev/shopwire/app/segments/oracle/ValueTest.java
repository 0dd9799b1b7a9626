package dev.shopwire.app.segments.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.PlainJson;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * An operator with its operand, as in the JSON of conditions.
 *
 * @param ignoresCase whether ASCII letters are compared in any case
 */
record ValueTest(String operator, JsonNode operand, boolean ignoresCase) {

  /** What an operator holds exactly without. */
  private static final Map<String, String> NEGATIONS =
      Map.of(
          "!=", "=",
          "not_in", "in",
          "not_contains", "contains",
          "is_unset", "is_set",
          "is_blank", "is_not_blank");

  /** The test that stands in an object with {@code op} and perhaps {@code value}. */
  static ValueTest of(JsonNode object) {
    return new ValueTest(object.path("op").asText(), object.path("value"), false);
  }

  static ValueTest inAnyCase(JsonNode object) {
    return new ValueTest(object.path("op").asText(), object.path("value"), true);
  }

  /**
   * Whether it holds for one of these values, or, if it is a negation, for all of them.
   *
   * @param values plain values, times as {@code Instant}; none if the value is missing
   */
  boolean holds(List<?> values, Clock clock) {
    String positive = NEGATIONS.get(operator);
    return positive == null
        ? values.stream().anyMatch(value -> isSatisfiedBy(value, clock))
        : !new ValueTest(positive, operand, ignoresCase).holds(values, clock);
  }

  private boolean isSatisfiedBy(Object actual, Clock clock) {
    if (TimeTest.isOne(operator, operand)) {
      return time(actual)
          .map(at -> TimeTest.of(operator, operand, clock.zone()).contains(at, clock.now()))
          .orElse(false);
    }
    return switch (operator) {
      case "=" -> isEqual(actual, operand);
      case "in" ->
          StreamSupport.stream(operand.spliterator(), false)
              .anyMatch(each -> isEqual(actual, each));
      case "contains" ->
          PlainJson.comparable(actual) instanceof List<?> items
              ? items.contains(plain(operand))
              : actual instanceof String text
                  && operand.isTextual()
                  && folded(text).contains(folded(operand.textValue()));
      case "starts_with" ->
          actual instanceof String text && folded(text).startsWith(folded(operand.textValue()));
      case "is_set" -> true;
      case "is_not_blank" -> !actual.equals("");
      case "gt" -> compares(actual, operand, sign -> sign > 0);
      case "gte" -> compares(actual, operand, sign -> sign >= 0);
      case "lt" -> compares(actual, operand, sign -> sign < 0);
      case "lte" -> compares(actual, operand, sign -> sign <= 0);
      case "between" ->
          compares(actual, operand.path(0), sign -> sign >= 0)
              && compares(actual, operand.path(1), sign -> sign <= 0);
      default -> throw new IllegalArgumentException(operator);
    };
  }

  private boolean isEqual(Object actual, JsonNode expected) {
    if (actual instanceof String text && expected.isTextual()) {
      return folded(text).equals(folded(expected.textValue()));
    }
    return Objects.equals(PlainJson.comparable(actual), plain(expected));
  }

  private static @Nullable Object plain(JsonNode node) {
    return PlainJson.comparable(PlainJson.plain(node));
  }

  private String folded(String text) {
    if (!ignoresCase) {
      return text;
    }
    StringBuilder folded = new StringBuilder(text.length());
    text.chars().forEach(c -> folded.append((char) (c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c)));
    return folded.toString();
  }

  private static boolean compares(Object actual, JsonNode operand, IntPredicate sign) {
    return actual instanceof BigDecimal number
        && operand.isNumber()
        && sign.test(number.compareTo(operand.decimalValue()));
  }

  /** The time that a value is or stands for. */
  static Optional<Instant> time(Object value) {
    if (value instanceof Instant instant) {
      return Optional.of(instant);
    }
    return value instanceof String text ? TimeTexts.stored(text) : Optional.empty();
  }
}
