package dev.shopwire.console.pages.behavior;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.console.pages.charts.LineChart;
import dev.shopwire.console.pages.charts.Series;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A report of the API as a table, and as a chart with the same values.
 *
 * @param report the member of the response
 */
record ReportTable(JsonNode report) {
  /** More would be heavy, and are not read. */
  static final int MAX_CELLS = 4_000;

  /** As many as have looks of their own. */
  private static final int MAX_LINES = 8;

  private static final String REST = "rest";

  /**
   * A column of values, or a line.
   *
   * @param series with {@code value} and {@code data}
   */
  private record Column(String name, JsonNode series) {
    Cell cell(int bucket) {
      return Cell.data(series.path("data").path(bucket).path("value"));
    }

    Cell total() {
      return Cell.data(series.path("value"));
    }

    Series line() {
      List<@Nullable Double> values = new ArrayList<>();
      for (JsonNode point : series.path("data")) {
        JsonNode value = point.path("value");
        values.add(value.isNumber() ? value.doubleValue() : null);
      }
      return new Series(name, values);
    }
  }

  /** One for each group, the rest's last; without groups the value. Then the time before. */
  private List<Column> columns() {
    Stream<Column> values =
        report.has("groups")
            ? ApiJson.rows(report, "groups").stream().map(group -> new Column(name(group), group))
            : Stream.of(new Column("Value", report));
    Stream<Column> previous =
        report.has("previous")
            ? Stream.of(new Column("Previous", report.path("previous")))
            : Stream.empty();
    return Stream.concat(values, previous).toList();
  }

  /** A group's value as the file has it. */
  private static String name(JsonNode group) {
    if (group.path(REST).asBoolean()) {
      return REST;
    }
    JsonNode value = group.path("group");
    boolean isText = value.isTextual() && !value.textValue().isBlank();
    return isText ? value.textValue() : value.toString();
  }

  private List<String> dates() {
    return ApiJson.rows(report, "data").stream().map(point -> point.path("date").asText()).toList();
  }

  boolean isTooLarge() {
    return (long) columns().size() * dates().size() > MAX_CELLS;
  }

  Table table() {
    List<Column> columns = columns();
    List<String> dates = dates();
    List<List<Cell>> rows = new ArrayList<>();
    for (int i = 0; i < dates.size(); i++) {
      List<Cell> row = new ArrayList<>(List.of(new Cell.Date(dates.get(i))));
      int bucket = i;
      columns.forEach(column -> row.add(column.cell(bucket)));
      rows.add(row);
    }
    List<Cell> total = new ArrayList<>(List.of(new Cell.Text("Total")));
    columns.forEach(column -> total.add(column.total()));
    rows.add(total);
    return new Table(
        "report",
        "Report data",
        Stream.concat(Stream.of("Date"), columns.stream().map(Column::name)).toList(),
        rows);
  }

  /** The lines of the largest groups. */
  LineChart chart() {
    return new LineChart(
        name(), dates(), columns().stream().limit(MAX_LINES).map(Column::line).toList());
  }

  /** What the report is about. */
  private String name() {
    String over = report.path("overProperty").asText("");
    String event = report.path("eventName").asText("");
    return "%s of %s, %s"
        .formatted(
            report.path("calculation").asText(),
            over.isEmpty() ? or(event, "all events") : over + " of " + or(event, "all events"),
            report.path("interval").asText());
  }

  private static String or(String text, String fallback) {
    return text.isEmpty() ? fallback : text;
  }
}
