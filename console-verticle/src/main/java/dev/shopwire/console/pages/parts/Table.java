package dev.shopwire.console.pages.parts;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table.
 *
 * @param id unique on the page
 * @param rows each with a cell for every column
 */
public record Table(String id, String caption, List<String> columns, List<List<Cell>> rows)
    implements Part {
  /** The classes of the columns' cells: numbers stand below each other. Null for none. */
  public List<@Nullable String> classes() {
    List<@Nullable String> classes = new ArrayList<>();
    for (int column = 0; column < columns.size(); column++) {
      classes.add(hasNumbers(column) ? "num" : null);
    }
    return classes;
  }

  private boolean hasNumbers(int column) {
    boolean isNumeric = false;
    for (List<Cell> row : rows) {
      Cell cell = row.get(column);
      if (!(cell instanceof Cell.Data || cell instanceof Cell.None)) {
        return false;
      }
      isNumeric |= cell instanceof Cell.Data;
    }
    return isNumeric;
  }

  @Override
  public String template() {
    return "table";
  }
}
