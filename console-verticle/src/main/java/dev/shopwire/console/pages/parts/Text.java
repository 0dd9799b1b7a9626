package dev.shopwire.console.pages.parts;

/** A paragraph. */
public record Text(String text) implements Part {
  @Override
  public String template() {
    return "text";
  }
}
