package dev.shopwire.console.pages.parts;

/**
 * The links to a list as a file.
 *
 * @param rows how many match
 */
public record Export(String rows, String csv, String ndjson) implements Part {
  public String status() {
    return rows.equals("1") ? "1 row matches" : rows + " rows match";
  }

  @Override
  public String template() {
    return "export";
  }
}
