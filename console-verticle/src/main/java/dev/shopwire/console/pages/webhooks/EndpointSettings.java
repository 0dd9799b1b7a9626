package dev.shopwire.console.pages.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.parts.Buttons;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Cell.Action;
import dev.shopwire.console.pages.parts.Definitions;
import dev.shopwire.console.pages.parts.Definitions.Definition;
import dev.shopwire.console.pages.parts.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The settings and the state of an endpoint, and what can be done with it. */
final class EndpointSettings {
  private EndpointSettings() {}

  static List<Part> of(PageRequest request, JsonNode endpoint) {
    return List.of(
        Definitions.of(
            new Definition("URL", Cell.text(endpoint.path("url").textValue())),
            new Definition("Status", Cell.word(endpoint.path("status").textValue())),
            new Definition("Status since", time(request, endpoint, "statusAt")),
            new Definition("Reason", Cell.text(endpoint.path("statusReason").textValue())),
            new Definition("Failing since", time(request, endpoint, "failingSince")),
            new Definition("Last error", Cell.text(endpoint.path("lastError").textValue())),
            new Definition("Last delivered", time(request, endpoint, "lastDeliveredAt")),
            new Definition("Topics", Cell.text(EndpointsPage.words(endpoint.path("topics")))),
            new Definition("Event names", EndpointsPage.allOr(endpoint.at("/filter/eventNames"))),
            new Definition("Segments", EndpointsPage.allOr(endpoint.at("/filter/segments"))),
            new Definition("Apps", EndpointsPage.allOr(endpoint.path("apps"))),
            new Definition("Ordered", Cell.yesOrNo(endpoint.path("ordered").asBoolean())),
            new Definition("Created", time(request, endpoint, "createdAt"))),
        DeliveryColumns.table(
            request,
            "secrets",
            "Valid signing secrets",
            List.of(Column.time("Created", "/createdAt"), Column.time("Expires", "/expiresAt")),
            endpoint.path("secrets").valueStream().toList()));
  }

  private static Cell time(PageRequest request, JsonNode endpoint, String name) {
    return Cell.time(endpoint.path(name).textValue(), request.zone());
  }

  static Buttons buttons(JsonNode endpoint) {
    String status = endpoint.path("status").asText();
    List<Action> all =
        new ArrayList<>(List.of(step("Edit", "edit"), step("Rotate secret", "rotate")));
    if (!status.equals("disabled")) {
      all.add(step("Disable", "disable"));
    }
    if (!status.equals("enabled")) {
      all.add(step("Enable", "enable"));
    }
    all.add(step("Delete", "delete"));
    return new Buttons(all);
  }

  private static Action step(String label, String step) {
    return new Action(label, Map.of("step", step));
  }
}
