package dev.shopwire.console.pages.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.contracts.WebhookContracts;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.outbox.Topic;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.Outcomes;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.ApiList;
import dev.shopwire.console.pages.lists.ListView;
import dev.shopwire.console.pages.lists.Lists;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.UnavailableRole;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Shows an endpoint with its deliveries, and sends test events to it. */
final class EndpointPage {
  static final String HEADING = "Webhook endpoint";

  private static final Form TEST = Form.of("test", "", "Send test event");
  private static final String TESTED = "test-";

  private static final Map<String, String> DONE =
      Map.of(
          "changed",
          "The endpoint was changed.",
          "disabled",
          "The endpoint was disabled. What happens meanwhile waits for it.",
          "enabled",
          "The endpoint was enabled.",
          TESTED + "delivered",
          "The test event was delivered.",
          TESTED + "failed",
          "The test event was not delivered. Its delivery, below, says why.",
          TESTED + "pending",
          "The test event is being sent. Reload the page for its result.");

  private final ExplanationView explanation;
  private final RoleRequests roles;
  private final Lists lists;
  private final Curl curl;

  EndpointPage(ExplanationView explanation, PageKit kit) {
    this.explanation = explanation;
    this.roles = kit.roles();
    this.lists = kit.lists();
    this.curl = kit.curl();
  }

  Future<PageResponse> show(PageRequest request) {
    return ExplanationView.isAskedFor(request) ? explanation.show(request) : deliveries(request);
  }

  /** Without the role that has the endpoint, there are no deliveries either. */
  private Future<PageResponse> deliveries(PageRequest request) {
    Future<List<Part>> last = explanation.question(request);
    return new UnavailableRole("endpoint-unavailable", HEADING, Role.WEBHOOK)
        .unless(
            roles
                .send(WebhookContracts.SHOW_ENDPOINT, request.numericPathId(), "", request.caller())
                .map(ApiJson::of)
                .map(shown -> endpoint(request, shown.path("webhookEndpoint"))))
        .compose(
            first ->
                first.get(0) instanceof UnavailableRole
                    ? Future.succeededFuture(request.page(HEADING, first))
                    : last.compose(
                        asked -> lists.page(request, HEADING, first, listed(request), asked)));
  }

  private static List<Part> endpoint(PageRequest request, JsonNode endpoint) {
    List<Part> parts = new ArrayList<>(EndpointSettings.of(request, endpoint));
    parts.addAll(0, Outcomes.notice(request, DONE));
    if (request.may(AccessLevel.ADMIN)) {
      parts.add(EndpointSettings.buttons(endpoint));
      parts.add(TEST);
      parts.add(
          new Link(
              "Replay deliveries",
              ConsolePage.WEBHOOK_REPLAY.path(request.workspaceId(), request.pathId())));
    }
    return parts;
  }

  private ListView listed(PageRequest request) {
    String path = "/console/api/webhook-endpoints/" + request.pathId();
    return ListView.of(
            "deliveries",
            "Deliveries",
            new ApiList(
                Role.WEBHOOK,
                "listWebhookDeliveries",
                path + "/deliveries",
                request.pathId(),
                "deliveries"),
            parameters ->
                roles.query(
                    WebhookContracts.LIST_DELIVERIES,
                    request.numericPathId(),
                    parameters,
                    request.caller()))
        .filteredBy(
            request,
            List.of(
                Field.choice(
                    "status", "Status", List.of("pending", "delivered", "failed", "parked")),
                Field.choice(
                    "topic", "Topic", Arrays.stream(Topic.values()).map(Topic::apiName).toList())))
        .columns(DeliveryColumns.of(request))
        .whenEmpty(
            "Nothing that this endpoint subscribes to has happened since it exists. A test event"
                + " shows whether it can be reached.",
            curl.tryWithToken("deliveries-try", path + "/test", "{}", Curl.TOKEN));
  }

  /** Sends a test event; the list of deliveries then begins with it. */
  Future<PageResponse> submit(PageRequest request) {
    return request.form().get(Form.ID_FIELD).equals(TEST.id())
        ? roles
            .send(WebhookContracts.TEST, request.numericPathId(), "", request.caller())
            .map(ApiJson::of)
            .map(tested -> request.done(TESTED + tested.at("/delivery/status").asText()))
        : Future.failedFuture(Failure.notFound("form"));
  }
}
