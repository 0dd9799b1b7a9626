package dev.shopwire.console.pages.parts;

import java.util.List;

/** Parts under a heading of their own. */
public record Section(String id, String heading, List<Part> parts) implements Part {
  @Override
  public String template() {
    return "section";
  }
}
