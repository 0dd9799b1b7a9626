package dev.shopwire.console.pages.behavior;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.parts.Cell;
import java.util.List;
import java.util.Map;

/** The filter by shop, whose value is the id or the domain, and the links to shops. */
final class Shops {
  static final String PARAMETER = "customerId";
  static final String DOMAIN = "myplatformDomain";
  private static final String ID = "cus_.*";

  private Shops() {}

  static Field field(List<String> domains) {
    return Field.text(PARAMETER, "Shop").withSuggestions(domains.stream());
  }

  /** Adds the parameter for the shop in the page's address. */
  static void addTo(Map<String, String> parameters, PageRequest request) {
    String shop = request.query().get(PARAMETER).strip();
    if (!shop.isEmpty()) {
      parameters.put(shop.matches(ID) ? PARAMETER : DOMAIN, shop);
    } else if (request.query().has(DOMAIN)) {
      parameters.put(DOMAIN, request.query().get(DOMAIN));
    }
  }

  /** A link to the page of the shop that a row is about. */
  static Cell cell(PageRequest request, JsonNode row) {
    return new Cell.Link(
        row.path(DOMAIN).asText(),
        request.workspace().path("/customers/" + PageRequest.encode(row.path(PARAMETER).asText())));
  }
}
