package dev.shopwire.console.pages.parts;

/**
 * The links to a list as a file.
 *
 * @param id unique on the page
 * @param rows how many match
 */
public record Export(String id, String heading, String rows, String csv, String ndjson)
    implements Part {
  public String status() {
    return rows.equals("1") ? "1 row matches" : rows + " rows match";
  }

  @Override
  public String template() {
    return "export";
  }
}
