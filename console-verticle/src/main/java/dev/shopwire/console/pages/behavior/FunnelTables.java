package dev.shopwire.console.pages.behavior;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.console.pages.charts.BarChart;
import dev.shopwire.console.pages.charts.BarChart.Bar;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Definitions;
import dev.shopwire.console.pages.parts.Definitions.Definition;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A funnel of the API as tables, and as a chart with the same values.
 *
 * @param funnel the response
 */
record FunnelTables(JsonNode funnel) {
  private static final String CUSTOMERS = "customers";

  private List<JsonNode> all() {
    return ApiJson.rows(funnel, "steps");
  }

  BarChart chart() {
    List<Bar> bars = new ArrayList<>();
    for (JsonNode step : all()) {
      bars.add(
          new Bar(
              (bars.size() + 1) + ". " + step.path("eventName").asText(),
              step.path(CUSTOMERS).asText(),
              step.path(CUSTOMERS).asDouble()));
    }
    return new BarChart("Shops by step", bars);
  }

  /**
   * @param address that of the shops that dropped out at a step
   */
  Table steps(IntFunction<String> address) {
    List<List<Cell>> rows = new ArrayList<>();
    long before = 0;
    for (JsonNode step : all()) {
      int number = rows.size() + 1;
      long customers = step.path(CUSTOMERS).asLong();
      boolean isFirst = number == 1;
      rows.add(
          List.of(
              new Cell.Data(Integer.toString(number)),
              Cell.text(step.path("eventName").asText()),
              Cell.data(step.path(CUSTOMERS)),
              Cell.data(step.path("conversion")),
              Cell.data(step.path("overallConversion")),
              Cell.data(step.path("medianSeconds")),
              isFirst ? new Cell.None() : new Cell.Data(Long.toString(before - customers)),
              isFirst
                  ? new Cell.None()
                  : new Cell.Link("Shops at step " + number, address.apply(number))));
      before = customers;
    }
    return new Table(
        "steps",
        "Steps",
        List.of(
            "Step",
            "Event",
            "Shops",
            "Conversion",
            "Overall conversion",
            "Median seconds",
            "Dropped out",
            "Who dropped out"),
        rows);
  }

  /** Whether no shop dropped out at the step with this number; false if there is no such step. */
  boolean isPassedByAll(String number) {
    List<JsonNode> steps = all();
    int step = number.matches("\\d{1,2}") ? Integer.parseInt(number) : 0;
    return step >= 2
        && step <= steps.size()
        && steps.get(step - 2).path(CUSTOMERS).equals(steps.get(step - 1).path(CUSTOMERS));
  }

  Definitions overall() {
    JsonNode overall = funnel.path("overall");
    return Definitions.of(
        new Definition("Overall conversion", Cell.data(overall.path("conversion"))),
        new Definition("Median seconds overall", Cell.data(overall.path("medianSeconds"))));
  }

  /** A row for each value of a property, with the number of shops at each step. */
  List<Part> breakdown() {
    if (!funnel.has("breakdown")) {
      return List.of();
    }
    List<String> columns = new ArrayList<>(List.of("Value"));
    all().forEach(step -> columns.add("Step " + columns.size()));
    columns.add("Overall conversion");
    return List.of(
        new Table(
            "breakdown",
            "Breakdown",
            columns,
            ApiJson.rows(funnel, "breakdown").stream().map(FunnelTables::row).toList()));
  }

  private static List<Cell> row(JsonNode group) {
    List<Cell> row = new ArrayList<>();
    JsonNode value = group.path("group");
    row.add(
        group.path("rest").asBoolean()
            ? new Cell.Word("rest")
            : new Cell.Text(value.isTextual() ? value.textValue() : value.toString()));
    ApiJson.rows(group, "steps").forEach(step -> row.add(Cell.data(step.path(CUSTOMERS))));
    row.add(Cell.data(group.at("/overall/conversion")));
    return row;
  }
}
