package dev.shopwire.console.pages.customers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.parts.Cell;

/** Shows affiliates by their names, with a link to their page. */
final class Parties {
  private Parties() {}

  static Cell link(PageRequest request, JsonNode affiliate) {
    return affiliate.isObject()
        ? new Cell.Link(
            affiliate.path("name").asText(),
            request.workspace().path("/affiliates/" + affiliate.path("id").asText()))
        : new Cell.None();
  }
}
