package dev.shopwire.console.pages.parts;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * JSON or another text of a machine, with its lines as they are.
 *
 * @param id unique on the page
 */
public record Code(String id, String caption, String text) implements Part {
  public static Code json(String id, String caption, JsonNode value) {
    return new Code(id, caption, value.toPrettyString());
  }

  @Override
  public String template() {
    return "code";
  }
}
