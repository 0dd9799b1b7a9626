package dev.shopwire.console.pages.parts;

import java.util.List;

/** Names with their values. */
public record Definitions(List<Definition> all) implements Part {

  /** A name and its value. */
  public record Definition(String name, Cell value) {}

  public static Definitions of(Definition... all) {
    return new Definitions(List.of(all));
  }

  @Override
  public String template() {
    return "definitions";
  }
}
