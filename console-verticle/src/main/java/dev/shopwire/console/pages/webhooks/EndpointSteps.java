package dev.shopwire.console.pages.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.WebhookContracts;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.SecondSteps;
import dev.shopwire.console.pages.SecondSteps.Step;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.parts.Confirmation;
import dev.shopwire.console.pages.parts.Link;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The second steps of an endpoint's page. */
final class EndpointSteps {
  private static final Form ROTATE =
      Form.of(
              "rotate",
              "",
              "Rotate secret",
              Field.number("overlapHours", "Overlap in hours")
                  .withHint("How long the secrets of now stay valid beside the new one: 0 to 168."))
          .withValues(Map.of("overlapHours", "24"))
          .farReaching();

  private static final Form ENABLE =
      Form.of(
          "enable",
          "",
          "Enable",
          Field.select("pending", "Pending deliveries", "send", "skip")
              .required()
              .withHint("What happened meanwhile is sent, or marked as failed."));

  private final EndpointChoices choices;
  private final RoleRequests roles;
  private final SecondSteps steps;

  EndpointSteps(EndpointChoices choices, RoleRequests roles) {
    this.choices = choices;
    this.roles = roles;
    steps =
        new SecondSteps(
            EndpointPage.HEADING,
            Map.of(
                "edit",
                Step.of(
                    this::edit,
                    (request, body) ->
                        send(WebhookContracts.CHANGE_ENDPOINT, request, EndpointForm.body(body)),
                    "changed"),
                "rotate",
                new Step(
                    request -> about(request, url -> rotate(request, url)),
                    (request, body) -> send(WebhookContracts.ROTATE_SECRET, request, text(body)),
                    EndpointSteps::afterRotation),
                "disable",
                Step.of(
                    request -> about(request, url -> disable(request, url)),
                    (request, body) ->
                        send(
                            WebhookContracts.CHANGE_ENDPOINT, request, "{\"status\":\"disabled\"}"),
                    "disabled"),
                "enable",
                Step.of(
                    request -> about(request, url -> enable(request, url)),
                    (request, body) -> send(WebhookContracts.RESUME, request, text(body)),
                    "enabled"),
                "delete",
                new Step(
                    request -> about(request, url -> delete(request, url)),
                    (request, body) -> send(WebhookContracts.DELETE_ENDPOINT, request, ""),
                    (request, deleted) -> EndpointsPage.afterDeletion(request))));
  }

  SecondSteps all() {
    return steps;
  }

  private static String text(byte[] body) {
    return new String(body, StandardCharsets.UTF_8);
  }

  private Future<JsonResponse> send(
      Contract<AdminRequest, JsonResponse> contract, PageRequest request, String body) {
    return roles.send(contract, request.numericPathId(), body, request.caller());
  }

  private Future<JsonNode> endpoint(PageRequest request) {
    return send(WebhookContracts.SHOW_ENDPOINT, request.require(AccessLevel.ADMIN), "")
        .map(shown -> ApiJson.of(shown).path("webhookEndpoint"));
  }

  /** Asks about the endpoint, which its URL names. */
  private Future<Confirmation> about(
      PageRequest request, Function<String, Confirmation> confirmation) {
    return endpoint(request).map(endpoint -> confirmation.apply(endpoint.path("url").asText()));
  }

  private Future<Confirmation> edit(PageRequest request) {
    return endpoint(request)
        .compose(
            endpoint ->
                choices
                    .offered(request)
                    .map(
                        offered ->
                            new Confirmation(
                                "Edit the endpoint %s".formatted(endpoint.path("url").asText()),
                                "It decides about what happens from then on. Deliveries that"
                                    + " exist are sent to the new URL.",
                                EndpointForm.of("edit", "Save", offered)
                                    .withValues(EndpointForm.values(endpoint)),
                                request.path())));
  }

  private static Confirmation rotate(PageRequest request, String url) {
    return new Confirmation(
        "Rotate the signing secret of %s?".formatted(url),
        "A new secret is made and shown once. During the overlap each request is signed with both,"
            + " so that the receiver can change over; after it the secrets of now are invalid.",
        ROTATE,
        request.path());
  }

  private static PageResponse afterRotation(PageRequest request, Object rotated) {
    JsonNode made = ApiJson.of(rotated);
    return request.narrowPage(
        EndpointPage.HEADING,
        List.of(
            NewEndpointPage.secret(
                made.path("signingSecret").asText(),
                "The earlier ones are valid until %s."
                    .formatted(made.path("previousValidUntil").asText())),
            new Link("To the endpoint", request.path())));
  }

  private static Confirmation disable(PageRequest request, String url) {
    return new Confirmation(
        "Disable the endpoint %s?".formatted(url),
        "Nothing but test events is sent to it. What happens meanwhile waits until it is enabled.",
        Form.of("disable", "", "Disable").farReaching(),
        request.path());
  }

  private static Confirmation enable(PageRequest request, String url) {
    return new Confirmation(
        "Enable the endpoint %s?".formatted(url),
        "What happens from then on is sent to it.",
        ENABLE,
        request.path());
  }

  private static Confirmation delete(PageRequest request, String url) {
    return new Confirmation(
        "Delete the endpoint %s?".formatted(url),
        "Its secrets and its pending deliveries are deleted too, and the log of its deliveries can"
            + " no longer be read.",
        Form.of("delete", "", "Delete").farReaching(),
        request.path());
  }
}
