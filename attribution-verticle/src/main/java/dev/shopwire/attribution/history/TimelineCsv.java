package dev.shopwire.attribution.history;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Formats a timeline as CSV (RFC 4180). A cell that a spreadsheet would interpret as a formula is
 * prefixed with an apostrophe, since codes come from untrusted sources.
 */
final class TimelineCsv {
  private static final String LINE_END = "\r\n";
  private static final List<String> COLUMNS =
      List.of(
          "id",
          "at",
          "app",
          "myplatformDomain",
          "code",
          "carrier",
          "outcome",
          "reason",
          "selfReferral",
          "affiliate",
          "winner",
          "note",
          "occurredAt");

  private TimelineCsv() {}

  static String of(List<Map<String, @Nullable Object>> entries) {
    StringBuilder csv = new StringBuilder(String.join(",", COLUMNS)).append(LINE_END);
    for (Map<String, @Nullable Object> entry : entries) {
      csv.append(
              COLUMNS.stream()
                  .map(column -> cell(entry.get(column)))
                  .collect(Collectors.joining(",")))
          .append(LINE_END);
    }
    return csv.toString();
  }

  private static String cell(@Nullable Object value) {
    if (value == null) {
      return "";
    }
    if (value instanceof Map<?, ?> party) {
      Object name = party.get("slug") == null ? party.get("name") : party.get("slug");
      return cell(name);
    }
    String text = value.toString();
    if (text.matches("(?s)[=+\\-@\\t\\r].*")) {
      text = "'" + text;
    }
    return text.matches("(?s).*[,\"\\r\\n].*") ? "\"" + text.replace("\"", "\"\"") + "\"" : text;
  }
}
