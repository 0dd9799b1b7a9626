package dev.shopwire.console.pages.parts;

import dev.shopwire.console.pages.forms.Form;

/**
 * The second step before something is done that can't be undone: names the object and what follows.
 *
 * @param question names the deed and its object
 * @param consequence what follows
 * @param cancel where the link Cancel leads
 */
public record Confirmation(String question, String consequence, Form form, String cancel)
    implements Part {
  @Override
  public String template() {
    return "confirmation";
  }
}
