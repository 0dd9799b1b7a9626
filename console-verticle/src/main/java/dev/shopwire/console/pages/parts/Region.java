package dev.shopwire.console.pages.parts;

import java.util.List;

/**
 * Says why a page has no table.
 *
 * @param id unique on the page
 * @param parts what can be done about it
 */
public record Region(String id, String heading, List<Part> parts) implements Part {
  @Override
  public String template() {
    return "region";
  }
}
