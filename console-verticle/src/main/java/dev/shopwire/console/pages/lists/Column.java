package dev.shopwire.console.pages.lists;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Cell.Action;
import java.time.ZoneId;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A column of a list's table.
 *
 * @param cell makes the cell of a row, in the page's time zone
 */
public record Column(String name, BiFunction<JsonNode, ZoneId, Cell> cell) {

  public static Column of(String name, Function<JsonNode, Cell> cell) {
    return new Column(name, (row, zone) -> cell.apply(row));
  }

  /**
   * Text as people entered it.
   *
   * @param pointer of the value in the row, such as {@code /user/name}
   */
  public static Column text(String name, String pointer) {
    return of(name, row -> Cell.text(row.at(pointer).textValue()));
  }

  /** A word of a closed set. */
  public static Column word(String name, String pointer) {
    return of(name, row -> Cell.word(row.at(pointer).textValue()));
  }

  public static Column number(String name, String pointer) {
    return of(name, row -> Cell.data(row.at(pointer)));
  }

  public static Column yesOrNo(String name, String pointer) {
    return of(name, row -> Cell.yesOrNo(row.at(pointer).asBoolean()));
  }

  /** An instant. */
  public static Column time(String name, String pointer) {
    return new Column(name, (row, zone) -> Cell.time(row.at(pointer).textValue(), zone));
  }

  /** Part of a key or another text of a machine. */
  public static Column code(String name, String pointer) {
    return of(name, row -> new Cell.Code(row.at(pointer).asText()));
  }

  /** Text that links another page. */
  public static Column link(String name, String pointer, Function<JsonNode, String> href) {
    return of(name, row -> new Cell.Link(row.at(pointer).asText(), href.apply(row)));
  }

  /** What can be done with a row. */
  public static Column actions(Function<JsonNode, List<Action>> actions) {
    return of("Actions", row -> new Cell.Actions(actions.apply(row)));
  }
}
