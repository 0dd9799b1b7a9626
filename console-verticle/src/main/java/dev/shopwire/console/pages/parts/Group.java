package dev.shopwire.console.pages.parts;

import java.util.List;

/** Parts side by side where there is room. */
public record Group(List<Part> parts) implements Part {
  @Override
  public String template() {
    return "group";
  }
}
