package dev.shopwire.console.pages.parts;

import java.util.List;

/** Buttons that lead to second steps of the page, about what the page is about. */
public record Buttons(List<Cell.Action> all) implements Part {
  @Override
  public String template() {
    return "buttons";
  }
}
