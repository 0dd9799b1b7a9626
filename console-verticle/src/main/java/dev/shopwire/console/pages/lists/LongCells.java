package dev.shopwire.console.pages.lists;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.console.pages.parts.Cell;
import java.nio.charset.StandardCharsets;

/**
 * Shows long values in the cells of a page, of which all together must not become too long: then
 * further long ones are shortened. For one page.
 */
public final class LongCells {
  /** As much as a cell shows at the expense of others. */
  private static final int SHORT = 400;

  private final int most;
  private final int least;
  private final String rest;

  /** Bytes: those of the largest properties that an event can have, and a little for others. */
  private int remaining = 36 * 1_024;

  /**
   * @param most characters of one value
   * @param columns how many columns have such values: each cell gets less where there are many
   * @param rest where the rest of a shortened value is
   */
  public LongCells(int most, int columns, String rest) {
    this.most = most;
    this.least = Math.max(SHORT / 10, SHORT / Math.max(1, columns));
    this.rest = rest;
  }

  public Cell json(JsonNode value) {
    return value.isEmpty() ? Cell.json(value) : new Cell.Code(shown(value.toString()));
  }

  /** A value of any type. */
  public Cell value(JsonNode value) {
    if (value.isNumber()) {
      return Cell.data(value);
    }
    if (value.isBoolean()) {
      return new Cell.Word(value.asText());
    }
    if (value.isContainerNode()) {
      return json(value);
    }
    return Cell.text(value.isTextual() ? shown(value.textValue()) : null);
  }

  private String shown(String text) {
    int wanted = Math.min(text.length(), most);
    int end = wanted <= remaining ? wanted : Math.min(wanted, least);
    if (end == text.length()) {
      return spent(text);
    }
    if (Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    return spent(
        "%s… (%d more characters: %s)"
            .formatted(text.substring(0, end), text.length() - end, rest));
  }

  private String spent(String text) {
    remaining -= text.getBytes(StandardCharsets.UTF_8).length;
    return text;
  }
}
