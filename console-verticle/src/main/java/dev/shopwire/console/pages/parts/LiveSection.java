package dev.shopwire.console.pages.parts;

import java.util.List;

/**
 * A section that the page loads anew while something is entered. What it says in {@code status} is
 * read out by screen readers, since the element stays when the section is replaced.
 *
 * @param id unique on the page
 */
public record LiveSection(String id, String heading, String status, List<Part> parts)
    implements Part {
  @Override
  public String template() {
    return "live-section";
  }
}
