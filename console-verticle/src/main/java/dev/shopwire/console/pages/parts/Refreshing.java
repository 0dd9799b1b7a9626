package dev.shopwire.console.pages.parts;

/**
 * Says that work is under way whose length is not known. Where scripts run, the page's main content
 * is loaded anew until the part is gone; without one, its link does.
 *
 * @param id unique on the page
 * @param status what is being done, in words
 */
public record Refreshing(String id, String name, String status) implements Part {
  @Override
  public String template() {
    return "refreshing";
  }
}
