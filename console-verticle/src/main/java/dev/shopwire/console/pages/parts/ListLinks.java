package dev.shopwire.console.pages.parts;

import java.util.Optional;

/**
 * What can be done with a list: the next page, an export, keeping it.
 *
 * @param next empty on the last page
 * @param export empty if the list has no files
 * @param save empty if the page belongs to no workspace
 */
public record ListLinks(Optional<Link> next, Optional<Link> export, Optional<SaveView> save)
    implements Part {
  @Override
  public String template() {
    return "list-links";
  }
}
