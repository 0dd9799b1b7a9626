package dev.shopwire.analytics.reports;

import com.fasterxml.jackson.databind.util.RawValue;
import java.math.BigDecimal;

/**
 * Encodes the JSON values by which events are grouped as texts with a prefix: {@code s} for a
 * string, {@code n} for a number without trailing zeros, {@code b} for a boolean, {@code j} for any
 * other JSON.
 */
final class GroupValue {
  private GroupValue() {}

  /** SQL for the text of {@code value}, a JSON value in SQL; null if it is missing or JSON null. */
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
   * SQL for the order of groups with equal values: by code points, first the text, then its kind.
   */
  static String sqlOrder(String group) {
    return "substr(" + group + ", 2) collate \"C\", " + group + " collate \"C\"";
  }

  /** The JSON value that {@code group} encodes, for Jackson to write. */
  static Object json(String group) {
    String text = group.substring(1);
    return switch (group.charAt(0)) {
      case 's' -> text;
      case 'n' -> ReportNumbers.of(new BigDecimal(text));
      case 'b' -> Boolean.valueOf(text);
      default -> new RawValue(text);
    };
  }
}
