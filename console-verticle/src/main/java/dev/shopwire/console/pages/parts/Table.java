package dev.shopwire.console.pages.parts;

import java.util.List;

/**
 * A table.
 *
 * @param id unique on the page
 * @param rows each with a cell for every column
 */
public record Table(String id, String caption, List<String> columns, List<List<Cell>> rows)
    implements Part {
  @Override
  public String template() {
    return "table";
  }
}
