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
 * Compares a response with what it must hold. Members that aren't expected may be there; numbers
 * are equal if they are worth the same, moments if they are the same moment.
 */
final class ResponseComparison {
  private ResponseComparison() {}

  /**
   * Fails with the first difference and its place, if there is one.
   *
   * @param request what was asked
   */
  static void expect(Object request, @Nullable Object expected, @Nullable Object actual) {
    find("", expected, actual)
        .ifPresent(
            difference -> {
              throw new AssertionError(request + ": " + difference);
            });
  }

  /** The members of {@code value}; none if it is no object. */
  static Map<?, ?> object(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }

  /** The items of {@code value}; none if it is no array. */
  static List<?> items(@Nullable Object value) {
    return value instanceof List<?> list ? list : List.of();
  }

  private static Optional<String> find(
      String where, @Nullable Object expected, @Nullable Object actual) {
    if (expected instanceof Map<?, ?> members && actual instanceof Map<?, ?> others) {
      return members.entrySet().stream()
          .map(m -> find(where + "/" + m.getKey(), m.getValue(), others.get(m.getKey())))
          .flatMap(Optional::stream)
          .findFirst();
    }
    if (expected instanceof List<?> items && actual instanceof List<?> others) {
      for (int i = 0; i < Math.min(items.size(), others.size()); i++) {
        Optional<String> found = find(where + "/" + i, items.get(i), others.get(i));
        if (found.isPresent()) {
          return found;
        }
      }
      return items.size() == others.size()
          ? Optional.empty()
          : said(where, items.size() + " items", others.size() + " items");
    }
    return isSame(expected, actual)
        ? Optional.empty()
        : said(where, String.valueOf(expected), String.valueOf(actual));
  }

  private static Optional<String> said(String where, String expected, String actual) {
    return Optional.of("at %s expected %s, got %s".formatted(where, expected, actual));
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
    if (expected instanceof Instant moment) {
      return actual instanceof String text && moment.equals(Instant.parse(text));
    }
    if (expected instanceof OffsetDateTime moment) {
      return actual instanceof String text && moment.equals(OffsetDateTime.parse(text));
    }
    return false;
  }
}
