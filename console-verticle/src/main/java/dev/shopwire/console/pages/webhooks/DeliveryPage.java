package dev.shopwire.console.pages.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.contracts.WebhookContracts;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.Outcomes;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.SecondSteps;
import dev.shopwire.console.pages.SecondSteps.Step;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.parts.Buttons;
import dev.shopwire.console.pages.parts.Cell.Action;
import dev.shopwire.console.pages.parts.Code;
import dev.shopwire.console.pages.parts.Confirmation;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Region;
import dev.shopwire.console.pages.parts.Text;
import dev.shopwire.console.pages.parts.UnavailableRole;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Shows a delivery with its attempts and exactly what is sent, and sends it again. */
final class DeliveryPage {
  private static final String HEADING = "Delivery";
  private static final String REPLAY = "replay";

  private static final Map<String, String> DONE =
      Map.of("replayed", "The delivery is being sent again. Reload the page for its result.");

  private final RoleRequests roles;
  private final Curl curl;
  private final SignedStrings signed;
  private final SecondSteps steps =
      new SecondSteps(
          HEADING, Map.of(REPLAY, Step.of(this::confirmation, this::replay, "replayed")));

  DeliveryPage(PageKit kit) {
    this.roles = kit.roles();
    this.curl = kit.curl();
    this.signed = new SignedStrings(kit.roles());
  }

  SecondSteps steps() {
    return steps;
  }

  Future<PageResponse> show(PageRequest request) {
    Future<List<Part>> signatures =
        request.may(AccessLevel.ADMIN) ? signed.of(request) : Future.succeededFuture(List.of());
    return new UnavailableRole("delivery-unavailable", HEADING, Role.WEBHOOK)
        .unless(
            delivery(request)
                .compose(delivery -> signatures.map(strings -> parts(request, delivery, strings))))
        .map(
            parts -> {
              List<Part> all = new ArrayList<>(Outcomes.notice(request, DONE));
              all.addAll(parts);
              return request.page(HEADING, all);
            });
  }

  private Future<JsonNode> delivery(PageRequest request) {
    return roles
        .sendItem(WebhookContracts.SHOW_DELIVERY, request.pathId(), "", request.caller())
        .map(shown -> ApiJson.of(shown).path("delivery"));
  }

  private List<Part> parts(PageRequest request, JsonNode delivery, List<Part> signatures) {
    List<Part> parts = new ArrayList<>();
    parts.add(DeliveryState.of(request, delivery));
    if (request.may(AccessLevel.ADMIN)) {
      parts.add(new Buttons(List.of(new Action("Replay", Map.of("step", REPLAY)))));
    }
    List<JsonNode> attempts = ApiJson.rows(delivery, "attempts");
    parts.add(
        attempts.isEmpty()
            ? new Region(
                "no-attempts",
                "No attempts yet",
                List.of(new Text("It waits for its turn, or for its endpoint.")))
            : DeliveryColumns.table(
                request, "attempts", "Attempts", DeliveryColumns.ofAttempts(), attempts));
    parts.add(new Code("body", "Body", delivery.path("body").asText()));
    parts.addAll(signatures);
    parts.add(curl.same("curl", "/console/api/deliveries/" + request.pathId(), Map.of()));
    return parts;
  }

  private Future<Confirmation> confirmation(PageRequest request) {
    return delivery(request.require(AccessLevel.ADMIN))
        .map(
            delivery ->
                new Confirmation(
                    "Replay the delivery %s?".formatted(delivery.path("webhookId").asText()),
                    "The same message, %s, is sent to its endpoint again, with the same webhook-id."
                        .formatted(delivery.path("topic").asText()),
                    Form.of(REPLAY, "", "Replay").farReaching(),
                    request.path()));
  }

  private Future<?> replay(PageRequest request, byte[] body) {
    return roles.sendItem(WebhookContracts.REPLAY_DELIVERY, request.pathId(), "", request.caller());
  }
}
