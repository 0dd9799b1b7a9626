package dev.shopwire.console.pages.behavior;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.console.pages.parts.Cell;
import org.junit.jupiter.api.Test;

/** Tests how much JSON a page shows. */
class LongCellsTest {
  @Test
  void oneLongValueIsCompleteAndFurtherOnesAreCut() {
    LongCells cells = new LongCells();
    ObjectNode value = Json.MAPPER.createObjectNode().put("a", "x".repeat(30 * 1_024));
    assertEquals(new Cell.Code(value.toString()), cells.json(value));
    String second = ((Cell.Code) cells.json(value)).code();
    assertTrue(second.length() < 600, second);
    assertTrue(second.contains("30328 more characters"), second);
    ObjectNode small = Json.MAPPER.createObjectNode().put("a", 1);
    for (int i = 0; i < 10_000; i++) {
      assertEquals(new Cell.Code("{\"a\":1}"), cells.json(small));
    }
  }
}
