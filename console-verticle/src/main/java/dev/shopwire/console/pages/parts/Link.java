package dev.shopwire.console.pages.parts;

/** A link on a line of its own. */
public record Link(String text, String href) implements Part {
  @Override
  public String template() {
    return "link";
  }
}
