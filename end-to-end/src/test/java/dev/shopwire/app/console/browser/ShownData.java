package dev.shopwire.app.console.browser;

import static dev.shopwire.app.support.BrowserPage.quote;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.DevTools;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Reads the tables and charts of the page that is open. */
record ShownData(DevTools tab) {
  private static final String TABLE =
      "[...document.querySelectorAll('main table')].find((table) => table.caption.textContent.trim() === %s)";

  /** The values of each line's points, by where they are between the lowest and highest tick. */
  private static final String CHART =
      """
      [...document.querySelectorAll('main svg[role=img]')].slice(0, 1).flatMap((chart) => {
        const ticks = [...chart.querySelectorAll('text.value')]
          .map((tick) => [Number(tick.getAttribute('y')), Number(tick.textContent)]);
        const [low, high] = [ticks[0], ticks[ticks.length - 1]];
        const value = (y) => low[1] + (low[0] - y) / (low[0] - high[0]) * (high[1] - low[1]);
        return [...chart.querySelectorAll('path.line')].map((line) =>
          [...line.getAttribute('d').matchAll(/[ML][0-9.]+ ([0-9.]+)/g)]
            .map((point) => value(Number(point[1]))));
      })
      """;

  /** The rows of a table; of numbers and times what the API has. */
  List<List<String>> rows(String caption) {
    String table = TABLE.formatted(quote(caption));
    return texts(
        tab.evaluate(
            """
            [...(%s?.tBodies[0].rows ?? [])].map((row) => [...row.cells].map((cell) =>
              cell.querySelector('time')?.getAttribute('datetime')
                ?? cell.querySelector('data')?.getAttribute('value') ?? cell.textContent.trim()))
            """
                .formatted(table)));
  }

  /** The names of a table's columns. */
  List<String> columns(String caption) {
    String table = TABLE.formatted(quote(caption));
    return texts(
            tab.evaluate(
                "[[...%s.tHead.rows[0].cells].map((cell) => cell.textContent.trim())]"
                    .formatted(table)))
        .get(0);
  }

  private static List<List<String>> texts(JsonNode rows) {
    List<List<String>> all = new ArrayList<>();
    for (JsonNode row : rows) {
      List<String> cells = new ArrayList<>();
      row.forEach(cell -> cells.add(cell.asText()));
      all.add(cells);
    }
    return all;
  }

  /**
   * Compares the first lines of the first chart, as they are drawn.
   *
   * @param expected the values of each line; they may be wrong by the precision of the drawing
   */
  void assertChart(List<List<BigDecimal>> expected) {
    JsonNode lines = tab.evaluate(CHART);
    assertTrue(lines.size() >= expected.size(), lines::toString);
    double largest =
        expected.stream()
            .flatMap(List::stream)
            .mapToDouble(BigDecimal::doubleValue)
            .max()
            .orElse(1);
    for (int i = 0; i < expected.size(); i++) {
      List<BigDecimal> values = expected.get(i);
      assertEquals(values.size(), lines.get(i).size());
      for (int point = 0; point < values.size(); point++) {
        assertEquals(
            values.get(point).doubleValue(),
            lines.get(i).get(point).asDouble(),
            largest / 100,
            "line " + i + ", point " + point);
      }
    }
  }
}
