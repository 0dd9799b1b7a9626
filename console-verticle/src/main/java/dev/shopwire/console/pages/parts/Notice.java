package dev.shopwire.console.pages.parts;

/** Reports what was done. */
public record Notice(String text) implements Part {
  @Override
  public String template() {
    return "notice";
  }
}
