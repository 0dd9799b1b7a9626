package dev.shopwire.console.pages.parts;

/**
 * A command to paste into a shell.
 *
 * @param id unique on the page
 * @param note what must be set; empty for nothing
 */
public record Figure(String id, String caption, String note, String command) implements Part {
  @Override
  public String template() {
    return "figure";
  }
}
