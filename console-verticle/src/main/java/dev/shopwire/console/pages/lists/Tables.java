package dev.shopwire.console.pages.lists;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Table;
import java.time.ZoneId;
import java.util.List;

/** Makes tables of the rows of a response. */
public final class Tables {
  private Tables() {}

  /**
   * @param id unique on the page
   * @param zone of the times
   */
  public static Table of(
      String id, String caption, List<Column> columns, List<JsonNode> rows, ZoneId zone) {
    return new Table(
        id,
        caption,
        columns.stream().map(Column::name).toList(),
        rows.stream().map(row -> cells(columns, row, zone)).toList());
  }

  private static List<Cell> cells(List<Column> columns, JsonNode row, ZoneId zone) {
    return columns.stream().map(column -> column.cell().apply(row, zone)).toList();
  }
}
