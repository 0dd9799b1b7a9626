package dev.shopwire.console.pages.behavior;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.console.pages.parts.Cell;

/**
 * Shows JSON in the cells of a page, of which all together must not become too long: then further
 * long ones are shortened. For one page.
 */
final class LongCells {
  private static final int SHORT = 400;

  /** The largest properties that an event can have, and a little for others. */
  private int remaining = 36 * 1_024;

  Cell json(JsonNode value) {
    if (value.isEmpty()) {
      return Cell.json(value);
    }
    String text = value.toString();
    if (text.length() > SHORT && text.length() > remaining) {
      int end = Character.isHighSurrogate(text.charAt(SHORT - 1)) ? SHORT - 1 : SHORT;
      text =
          "%s… (%d more characters: filter by shop and time, or export)"
              .formatted(text.substring(0, end), text.length() - end);
    }
    remaining -= text.length();
    return new Cell.Code(text);
  }
}
