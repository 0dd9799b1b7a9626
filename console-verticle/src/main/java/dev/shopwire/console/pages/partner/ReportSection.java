package dev.shopwire.console.pages.partner;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.charts.LineChart;
import dev.shopwire.console.pages.charts.Series;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Section;
import dev.shopwire.console.pages.parts.Table;
import dev.shopwire.console.pages.parts.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A metric of the partner report: its formula, a chart for each currency, and a table whose values
 * lead to what is behind them.
 *
 * @param metric as the report has it
 */
record ReportSection(PageRequest request, JsonNode report, JsonNode metric) {
  /** As many as have looks of their own. */
  private static final int MAX_LINES = 8;

  private static final Set<String> ABBREVIATIONS = Set.of("mrr", "arr", "arpu", "nrr", "ltv");

  Part part() {
    String id = metric.path("metric").asText();
    List<Part> parts = new ArrayList<>();
    parts.add(new Text("%s = %s".formatted(id, metric.path("formula").asText())));
    byCurrency()
        .forEach(
            (currency, series) -> {
              if (!currency.isEmpty()) {
                parts.add(new Text("In " + currency + ":"));
              }
              parts.add(chart(id, currency, series));
            });
    parts.add(table(id));
    return new Section("metric-" + id, title(id), parts);
  }

  /** The name of a metric as people read it: {@code net_revenue} is "Net revenue". */
  static String title(String id) {
    String words =
        Stream.of(id.split("_", -1))
            .map(word -> ABBREVIATIONS.contains(word) ? word.toUpperCase(Locale.ROOT) : word)
            .collect(Collectors.joining(" "));
    return words.isEmpty()
        ? ""
        : words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }

  /** How many values there are. */
  int cells() {
    return series().size() * dates().size();
  }

  private List<JsonNode> series() {
    return ApiJson.rows(metric, "series");
  }

  private Map<String, List<JsonNode>> byCurrency() {
    Map<String, List<JsonNode>> all = new LinkedHashMap<>();
    series()
        .forEach(
            one ->
                all.computeIfAbsent(
                        Optional.ofNullable(one.path("currency").textValue()).orElse(""),
                        key -> new ArrayList<>())
                    .add(one));
    return all;
  }

  private List<String> dates() {
    return series().isEmpty()
        ? List.of()
        : ApiJson.rows(series().get(0), "data").stream()
            .map(point -> point.path("date").asText())
            .toList();
  }

  private Part chart(String id, String currency, List<JsonNode> series) {
    return new LineChart(
        "%s%s, %s"
            .formatted(
                id, currency.isEmpty() ? "" : " in " + currency, report.path("interval").asText()),
        dates(),
        series.stream().limit(MAX_LINES).map(this::line).toList());
  }

  private Series line(JsonNode series) {
    List<@Nullable Double> values = new ArrayList<>();
    for (JsonNode point : series.path("data")) {
      JsonNode value = point.path("value");
      values.add(value.isNull() ? null : Double.valueOf(value.asText()));
    }
    return new Series(name(series), values);
  }

  /** The plan, the currency, or both. */
  private static String name(JsonNode series) {
    String name =
        Stream.of("plan", "currency")
            .map(member -> series.path(member).asText(""))
            .filter(text -> !text.isEmpty() && !text.equals("null"))
            .reduce((plan, currency) -> plan + ", " + currency)
            .orElse("");
    return name.isEmpty() ? "Value" : name;
  }

  private Part table(String id) {
    List<JsonNode> series = series();
    List<String> dates = dates();
    List<List<Cell>> rows = new ArrayList<>();
    for (int i = 0; i < dates.size(); i++) {
      List<Cell> row = new ArrayList<>(List.of(new Cell.Date(dates.get(i))));
      for (JsonNode one : series) {
        row.add(cell(id, one, one.path("data").path(i)));
      }
      rows.add(row);
    }
    return new Table(
        "table-" + id,
        "Values of " + title(id),
        Stream.concat(Stream.of("Date"), series.stream().map(ReportSection::name)).toList(),
        rows);
  }

  /** Leads to the rows behind the value; not by plan, of which there are none. */
  private Cell cell(String id, JsonNode series, JsonNode point) {
    JsonNode value = point.path("value");
    if (value.isNull()) {
      return new Cell.None();
    }
    String text = value.asText() + (point.path("provisional").asBoolean() ? " (provisional)" : "");
    return series.has("plan") ? Cell.text(text) : new Cell.Link(text, rows(id, series, point));
  }

  private String rows(String id, JsonNode series, JsonNode point) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put(ReportApp.PARAMETER, request.query().get(ReportApp.PARAMETER));
    parameters.put("metric", id);
    parameters.put("date", point.path("date").asText());
    parameters.put("interval", report.path("interval").asText());
    parameters.put("timezone", report.path("timezone").asText());
    parameters.put("currency", series.path("currency").asText(""));
    parameters.values().removeIf(text -> text.isEmpty() || text.equals("null"));
    return ConsolePage.PARTNER_REPORT_ROWS.path(request.workspaceId())
        + "?"
        + PageRequest.encode(parameters);
  }
}
