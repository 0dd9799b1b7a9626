package dev.shopwire.console.pages.parts;

/**
 * A secret that is shown this once.
 *
 * @param id unique on the page
 * @param note what to do with it
 */
public record Secret(String id, String label, String value, String note) implements Part {
  public boolean isOneLine() {
    return !value.contains("\n");
  }

  @Override
  public String template() {
    return "secret";
  }
}
