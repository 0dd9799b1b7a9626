package dev.shopwire.console.pages.behavior;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Definitions;
import dev.shopwire.console.pages.parts.Definitions.Definition;
import dev.shopwire.console.pages.parts.Part;
import java.util.List;

/** Says until when events are included, if newer ones still wait to be aggregated. */
final class AsOf {
  private AsOf() {}

  static List<Part> of(JsonNode response, PageRequest request) {
    String asOf = response.path("asOf").asText("");
    return asOf.isEmpty()
        ? List.of()
        : List.of(
            Definitions.of(
                new Definition("Events received until", Cell.time(asOf, request.zone()))));
  }
}
