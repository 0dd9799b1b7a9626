package dev.shopwire.console.pages.webhooks;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Definitions;
import dev.shopwire.console.pages.parts.Definitions.Definition;
import java.util.ArrayList;
import java.util.List;

/** What a delivery is about, how it stands, and where that leads. */
final class DeliveryState {
  private DeliveryState() {}

  static Definitions of(PageRequest request, JsonNode delivery) {
    String endpoint = request.pathId().replaceFirst("-.*", "");
    String path = ConsolePage.WEBHOOK_ENDPOINT.path(request.workspaceId(), endpoint);
    List<Definition> all = new ArrayList<>();
    all.add(new Definition("Endpoint", new Cell.Link("Endpoint " + endpoint, path)));
    all.add(new Definition("Topic", Cell.word(delivery.path("topic").textValue())));
    all.addAll(subject(request, path, body(delivery)));
    all.add(new Definition("Status", Cell.word(delivery.path("status").textValue())));
    all.add(new Definition("Reason", Cell.word(delivery.path("reason").textValue())));
    all.add(new Definition("Kind", Cell.word(delivery.path("kind").textValue())));
    all.add(new Definition("Created", time(request, delivery, "createdAt")));
    all.add(new Definition("Ended", time(request, delivery, "settledAt")));
    all.add(new Definition("Next attempt", time(request, delivery, "nextAttemptAt")));
    all.add(new Definition("Sequence", Cell.data(delivery.path("sequence"))));
    all.add(new Definition("Webhook id", new Cell.Code(delivery.path("webhookId").asText())));
    return new Definitions(all);
  }

  private static Cell time(PageRequest request, JsonNode delivery, String name) {
    return Cell.time(delivery.path(name).textValue(), request.zone());
  }

  /** The shop and the event that the message is about, with links. */
  private static List<Definition> subject(PageRequest request, String endpoint, JsonNode body) {
    List<Definition> all = new ArrayList<>();
    JsonNode customer = body.path("customer");
    String customerId = customer.path("id").asText("");
    if (!customerId.isEmpty()) {
      String domain = customer.path("myplatformDomain").asText("");
      all.add(
          new Definition(
              "Shop",
              new Cell.Link(
                  domain.isEmpty() ? customerId : domain,
                  request.workspace().path("/customers/" + PageRequest.encode(customerId)))));
    }
    String eventId = body.path("eventId").asText("");
    if (!eventId.isEmpty()) {
      all.add(
          new Definition(
              "Event",
              new Cell.Link(
                  "Explain the event " + eventId,
                  Curl.address(endpoint, ExplanationView.ofEvent(eventId)))));
    }
    return all;
  }

  private static JsonNode body(JsonNode delivery) {
    try {
      return Json.MAPPER.readTree(delivery.path("body").asText());
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }
}
