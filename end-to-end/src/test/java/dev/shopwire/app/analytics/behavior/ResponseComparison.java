package dev.shopwire.app.analytics.behavior;

import dev.shopwire.app.analytics.behavior.OracleArithmetic.Near;
import dev.shopwire.app.analytics.behavior.OracleArithmetic.Rounded;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Compares a response with its expected content. Additional fields are allowed; numbers are
 * compared by value, times by instant.
 */
final class ResponseComparison {
  private ResponseComparison() {}

  /**
   * Fails with the first difference and its location, if there is one.
   *
   * @param request describes the request in the error
   */
  static void assertMatches(Object request, @Nullable Object expected, @Nullable Object actual) {
    firstDifference("", expected, actual)
        .ifPresent(
            difference -> {
              throw new AssertionError(request + ": " + difference);
            });
  }

  /** The fields of {@code value}; none if it is not an object. */
  static Map<?, ?> object(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }

  /** The items of {@code value}; none if it is not an array. */
  static List<?> items(@Nullable Object value) {
    return value instanceof List<?> list ? list : List.of();
  }

  private static Optional<String> firstDifference(
      String location, @Nullable Object expected, @Nullable Object actual) {
    if (expected instanceof Map<?, ?> fields && actual instanceof Map<?, ?> others) {
      return fields.entrySet().stream()
          .map(
              m ->
                  firstDifference(
                      location + "/" + m.getKey(), m.getValue(), others.get(m.getKey())))
          .flatMap(Optional::stream)
          .findFirst();
    }
    if (expected instanceof List<?> items && actual instanceof List<?> others) {
      for (int i = 0; i < Math.min(items.size(), others.size()); i++) {
        Optional<String> found = firstDifference(location + "/" + i, items.get(i), others.get(i));
        if (found.isPresent()) {
          return found;
        }
      }
      return items.size() == others.size()
          ? Optional.empty()
          : difference(location, items.size() + " items", others.size() + " items");
    }
    return isSame(expected, actual)
        ? Optional.empty()
        : difference(location, String.valueOf(expected), String.valueOf(actual));
  }

  private static Optional<String> difference(String location, String expected, String actual) {
    return Optional.of("at %s expected %s, got %s".formatted(location, expected, actual));
  }

  private static boolean isSame(@Nullable Object expected, @Nullable Object actual) {
    if (Objects.equals(expected, actual)) {
      return true;
    }
    if (expected instanceof Near near) {
      return actual instanceof BigDecimal number && near.isNear(number);
    }
    if (expected instanceof Rounded rounded) {
      return actual instanceof BigDecimal number && rounded.isNear(number);
    }
    if (expected instanceof BigDecimal one) {
      return actual instanceof BigDecimal other && one.compareTo(other) == 0;
    }
    if (expected instanceof Instant time) {
      return actual instanceof String text && time.equals(Instant.parse(text));
    }
    if (expected instanceof OffsetDateTime time) {
      return actual instanceof String text && time.equals(OffsetDateTime.parse(text));
    }
    return false;
  }
}
