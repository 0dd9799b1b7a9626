package dev.shopwire.analytics.reports;

import com.fasterxml.jackson.databind.util.RawValue;
import java.math.BigDecimal;

/**
 * The JSON values by which events are grouped, written as texts of one kind each: {@code s} before
 * a string, {@code n} before a number without zeros at its end, {@code b} before a boolean, {@code
 * j} before any other JSON.
 */
final class GroupValue {
  private GroupValue() {}

  /** The text of {@code value}, a JSON value in SQL; null if it is missing or JSON null. */
  static String sql(String value) {
    return """
        case jsonb_typeof(%1$s)
          when 'string' then 's' || (%1$s #>> '{}')
          when 'number' then 'n' || trim_scale(%1$s::numeric)::text
          when 'boolean' then 'b' || %1$s::text
          when 'object' then 'j' || %1$s::text
          when 'array' then 'j' || %1$s::text
        end\
        """
        .formatted(value);
  }

  /**
   * The order of groups with equal figures, in SQL: by code points, first the text, then its kind.
   */
  static String sqlOrder(String group) {
    return "substr(" + group + ", 2) collate \"C\", " + group + " collate \"C\"";
  }

  /** The JSON value that {@code group} is the text of, as Jackson writes it. */
  static Object json(String group) {
    String text = group.substring(1);
    return switch (group.charAt(0)) {
      case 's' -> text;
      case 'n' -> Figure.of(new BigDecimal(text));
      case 'b' -> Boolean.valueOf(text);
      default -> new RawValue(text);
    };
  }
}
