package dev.shopwire.console.pages.parts;

import java.util.List;

/**
 * Buttons that lead to second steps of the page, about what the page is about.
 *
 * @param leading before them, those that lead to other pages
 */
public record Buttons(List<Link> leading, List<Cell.Action> all) implements Part {
  public Buttons(List<Cell.Action> all) {
    this(List.of(), all);
  }

  @Override
  public String template() {
    return "buttons";
  }
}
