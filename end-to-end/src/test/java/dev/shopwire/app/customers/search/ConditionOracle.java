package dev.shopwire.app.customers.search;

import dev.shopwire.app.support.PlainJson;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A condition of a list of customers, decided by looking at one customer's values
 * (docs/api/customers.md).
 */
record ConditionOracle(String field, String operator, @Nullable Object value, ZoneId zone) {

  boolean matches(ListedShop shop) {
    List<Object> values = shop.of(field);
    return switch (operator) {
      case "not_equals" -> values.stream().noneMatch(each -> isEqual(each, value));
      case "not_in" -> values.stream().noneMatch(this::isListed);
      case "is_blank" -> values.stream().allMatch(""::equals);
      default -> values.stream().anyMatch(this::holds);
    };
  }

  private boolean holds(Object actual) {
    return switch (operator) {
      case "equals" -> isEqual(actual, value);
      case "in" -> isListed(actual);
      case "is_not_blank" -> !actual.equals("");
      case "is_true" -> actual.equals(true);
      case "is_false" -> actual.equals(false);
      case "contains" ->
          actual instanceof List<?> items
              ? items.contains(PlainJson.comparable(value))
              : actual instanceof String text && text.contains(text());
      case "starts_with" -> actual instanceof String text && text.startsWith(text());
      case "gt" -> compares(actual, sign -> sign > 0);
      case "gte" -> compares(actual, sign -> sign >= 0);
      case "lt" -> compares(actual, sign -> sign < 0);
      case "lte" -> compares(actual, sign -> sign <= 0);
      default -> throw new AssertionError(operator);
    };
  }

  private String text() {
    return String.valueOf(value);
  }

  private boolean isListed(Object actual) {
    return ((List<?>) Objects.requireNonNull(value))
        .stream().anyMatch(each -> isEqual(actual, each));
  }

  private boolean isEqual(Object actual, @Nullable Object expected) {
    if (actual instanceof Instant time) {
      String text = String.valueOf(expected);
      return isDate(text)
          ? LocalDate.ofInstant(time, zone).equals(LocalDate.parse(text))
          : time.equals(Instant.parse(text));
    }
    return Objects.equals(PlainJson.comparable(actual), PlainJson.comparable(expected));
  }

  private static boolean isDate(String text) {
    return text.length() == 10;
  }

  private boolean compares(Object actual, IntPredicate sign) {
    if (actual instanceof BigDecimal number) {
      return sign.test(number.compareTo((BigDecimal) Objects.requireNonNull(value)));
    }
    Instant time = (Instant) actual;
    // A day is compared with days: "gt" is a later day, "lte" the same or an earlier one.
    return sign.test(
        isDate(text())
            ? LocalDate.ofInstant(time, zone).compareTo(LocalDate.parse(text()))
            : time.compareTo(Instant.parse(text())));
  }

  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("field", field);
    json.put("operator", operator);
    if (!operator.startsWith("is_")) {
      json.put("value", value);
    }
    return json;
  }
}
