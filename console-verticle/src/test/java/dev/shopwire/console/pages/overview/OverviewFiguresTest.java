package dev.shopwire.console.pages.overview;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Group;
import dev.shopwire.console.pages.parts.KeyFigure;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Table;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests what a page shows of an overview. */
class OverviewFiguresTest {
  private static ObjectNode overview(int days, int eventsADay) {
    ObjectNode overview = Json.MAPPER.createObjectNode();
    overview.put("activeNow", 2).putNull("webhooks");
    ObjectNode figures = overview.putObject("figures");
    ObjectNode events = figures.putObject("events");
    events.put("value", days * eventsADay).put("previous", 0);
    ArrayNode data = events.putArray("data");
    for (int i = 0; i < days; i++) {
      data.addObject()
          .put("date", LocalDate.of(2026, 1, 1).plusDays(i).toString())
          .put("value", eventsADay);
    }
    figures.putNull("attributions");
    return overview;
  }

  private static Table table(List<Part> parts) {
    return (Table) parts.get(parts.size() - 1);
  }

  @Test
  void figuresOfRolesThatAreAwayAreLeftOut() {
    OverviewFigures figures = new OverviewFigures(overview(2, 3));
    Group group = (Group) figures.keyFigures(true).get(0);
    assertEquals(
        List.of("Active now", "Events"),
        group.parts().stream().map(part -> ((KeyFigure) part).name()).toList());
    List<Cell> row = table(figures.days()).rows().get(1);
    assertEquals(
        List.of(
            new Cell.Date("2026-01-02"),
            new Cell.None(),
            new Cell.Data("3"),
            new Cell.None(),
            new Cell.None(),
            new Cell.None()),
        row);
  }

  @Test
  void figuresHaveNoChartsWhereTheTableIsMissing() {
    Group group = (Group) new OverviewFigures(overview(2, 0)).keyFigures(false).get(0);
    assertTrue(
        group.parts().stream().allMatch(part -> ((KeyFigure) part).history().isEmpty()),
        group::toString);
  }

  @Test
  void theTableHasTheNewestDays() {
    List<Part> parts = new OverviewFigures(overview(1_000, 1)).days();
    assertEquals(2, parts.size());
    assertEquals(OverviewFigures.MAX_ROWS, table(parts).rows().size());
    assertEquals(
        new Cell.Date("2028-09-26"), table(parts).rows().get(OverviewFigures.MAX_ROWS - 1).get(0));
  }

  @Test
  void zerosAreKnownFromMissingFigures() {
    assertTrue(new OverviewFigures(overview(30, 0)).isZero());
    assertFalse(new OverviewFigures(overview(30, 1)).isZero());
  }
}
