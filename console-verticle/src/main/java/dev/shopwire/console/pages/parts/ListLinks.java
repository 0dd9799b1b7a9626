package dev.shopwire.console.pages.parts;

import java.util.Optional;

/**
 * What can be done with a list: the next page, an export.
 *
 * @param next empty on the last page
 */
public record ListLinks(Optional<String> next, Optional<String> export) implements Part {
  @Override
  public String template() {
    return "list-links";
  }
}
