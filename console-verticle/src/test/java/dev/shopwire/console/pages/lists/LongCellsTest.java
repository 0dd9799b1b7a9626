package dev.shopwire.console.pages.lists;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.console.pages.parts.Cell;
import org.junit.jupiter.api.Test;

/** Tests how much of long values a page shows. */
class LongCellsTest {
  private static LongCells upTo(int most, int columns) {
    return new LongCells(most, columns, "export");
  }

  private static String text(LongCells cells, String value) {
    return ((Cell.Text) cells.value(TextNode.valueOf(value))).text();
  }

  @Test
  void oneLongValueIsCompleteAndFurtherOnesAreCut() {
    LongCells cells = upTo(Integer.MAX_VALUE, 1);
    ObjectNode value = Json.MAPPER.createObjectNode().put("a", "x".repeat(30 * 1_024));
    assertEquals(new Cell.Code(value.toString()), cells.json(value));
    String second = ((Cell.Code) cells.json(value)).code();
    assertTrue(second.length() < 600, second);
    assertTrue(second.contains("30328 more characters: export"), second);
    ObjectNode small = Json.MAPPER.createObjectNode().put("a", 1);
    for (int i = 0; i < 10_000; i++) {
      assertEquals(new Cell.Code("{\"a\":1}"), cells.json(small));
    }
  }

  @Test
  void nothingOfAValueIsShownBeyondItsLimit() {
    LongCells cells = upTo(2_048, 1);
    assertEquals("y".repeat(2_048), text(cells, "y".repeat(2_048)));
    assertEquals(
        "y".repeat(2_048) + "… (1046528 more characters: export)",
        text(cells, "y".repeat(1_024 * 1_024)));
    String emoji = text(cells, "x" + "\uD83D\uDE00".repeat(2_000));
    assertTrue(emoji.startsWith("x" + "\uD83D\uDE00".repeat(1_023) + "… (1954 more"), emoji);
  }

  @Test
  void aPageOfLongValuesStaysShortHoweverManyColumnsItHas() {
    for (int columns : new int[] {1, 5, 20}) {
      LongCells cells = upTo(2_048, columns);
      int sum = 0;
      for (int i = 0; i < 50 * columns; i++) {
        sum += text(cells, "z".repeat(100_000)).length();
      }
      assertTrue(sum < 120 * 1_024, columns + " columns: " + sum);
    }
  }

  @Test
  void valuesAreShownByTheirTypes() {
    LongCells cells = upTo(100, 1);
    assertEquals(new Cell.Data("7"), cells.value(IntNode.valueOf(7)));
    assertEquals(new Cell.Word("true"), cells.value(BooleanNode.TRUE));
    assertEquals(new Cell.None(), cells.value(NullNode.getInstance()));
    assertEquals(new Cell.Code("{}"), cells.value(Json.MAPPER.createObjectNode()));
  }
}
