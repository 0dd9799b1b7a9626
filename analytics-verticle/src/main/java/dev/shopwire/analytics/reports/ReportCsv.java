package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.reports.ReportReader.RangeValues;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A report as CSV (RFC 4180): a line per bucket with its date and the value, or one value per
 * group, and a last line with the total. Texts that a spreadsheet would interpret as a formula are
 * prefixed with an apostrophe, since groups come from untrusted sources.
 *
 * @param rows the number of lines after the header
 */
record ReportCsv(String text, int rows) {
  private static final String LINE_END = "\r\n";
  private static final String REST = "rest";

  static ReportCsv of(RangeValues values, boolean isGrouped) {
    List<String> names =
        isGrouped ? values.groups().stream().map(ReportCsv::name).toList() : List.of("Value");
    List<Series> columns =
        isGrouped ? values.groups().stream().map(Group::series).toList() : List.of(values.total());
    int buckets = values.buckets().size();
    StringBuilder csv = new StringBuilder(line("Date", names.stream()));
    for (int i = 0; i < buckets; i++) {
      int bucket = i;
      csv.append(
          line(
              values.buckets().labels().get(i),
              columns.stream().map(series -> number(series.points().get(bucket)))));
    }
    csv.append(line("Total", columns.stream().map(series -> number(series.value()))));
    return new ReportCsv(csv.toString(), buckets + 1);
  }

  private static String line(String first, Stream<String> cells) {
    return Stream.concat(Stream.of(first), cells).collect(Collectors.joining(",")) + LINE_END;
  }

  private static String name(Group group) {
    return group.key().map(ReportCsv::cell).orElse(REST);
  }

  /**
   * @param group as {@link GroupValue} encodes it
   */
  private static String cell(String group) {
    Object value = GroupValue.json(group);
    String text = value instanceof BigDecimal ? value.toString() : group.substring(1);
    if (value instanceof String && text.matches("(?s)[=+\\-@\\t\\r].*")) {
      text = "'" + text;
    }
    return text.matches("(?s).*[,\"\\r\\n].*") ? "\"" + text.replace("\"", "\"\"") + "\"" : text;
  }

  /** As in the response in JSON. */
  private static String number(@Nullable BigDecimal value) {
    BigDecimal number = Report.number(value);
    return number == null ? "" : number.toString();
  }
}
