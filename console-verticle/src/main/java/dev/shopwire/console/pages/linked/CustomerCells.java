package dev.shopwire.console.pages.linked;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.parts.Cell;

/** Shows the customers that rows of the API name. */
final class CustomerCells {
  private CustomerCells() {}

  /** The domain, which leads to the customer's page; nothing if the row names none. */
  static Cell of(PageRequest request, JsonNode customer) {
    return customer.isObject()
        ? new Cell.Link(
            customer.path("myplatformDomain").asText(),
            ConsolePage.CUSTOMER.path(request.workspaceId(), customer.path("id").asText()))
        : new Cell.None();
  }
}
