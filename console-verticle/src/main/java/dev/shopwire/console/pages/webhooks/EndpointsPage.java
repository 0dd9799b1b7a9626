package dev.shopwire.console.pages.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.contracts.WebhookContracts;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.Outcomes;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.lists.ApiList;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.ListView;
import dev.shopwire.console.pages.lists.Lists;
import dev.shopwire.console.pages.parts.Cell;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Lists the webhook endpoints of a workspace. */
final class EndpointsPage {
  /** A body that creates an endpoint. */
  static final String EXAMPLE =
      "{\"url\":\"https://example.com/webhooks\",\"topics\":[\"customers/usage_event\"]}";

  private static final String HEADING = "Webhooks";
  private static final Map<String, String> DONE = Map.of("deleted", "The endpoint was deleted.");

  private final RoleRequests roles;
  private final Lists lists;
  private final Curl curl;

  EndpointsPage(PageKit kit) {
    this.roles = kit.roles();
    this.lists = kit.lists();
    this.curl = kit.curl();
  }

  Future<PageResponse> show(PageRequest request) {
    return lists.page(
        request, HEADING, Outcomes.notice(request, DONE), endpoints(request), List.of());
  }

  /** Where the deletion of an endpoint leads. */
  static PageResponse afterDeletion(PageRequest request) {
    return new PageResponse.Redirect(
        ConsolePage.WEBHOOKS.path(request.workspaceId()) + "?done=deleted");
  }

  /** The path of a workspace's endpoints in the API. */
  static String apiPath(PageRequest request) {
    return "/console/api/workspaces/%d/webhook-endpoints".formatted(request.workspaceId());
  }

  private ListView endpoints(PageRequest request) {
    return ListView.of(
            "endpoints",
            "Endpoints",
            ApiList.ofWorkspace(
                Role.WEBHOOK,
                "listWebhookEndpoints",
                request.workspaceId(),
                "webhook-endpoints",
                "webhookEndpoints"),
            parameters ->
                roles.list(
                    WebhookContracts.LIST_ENDPOINTS,
                    request.workspaceId(),
                    parameters,
                    request.caller()))
        .columns(
            List.of(
                Column.link(
                    "URL",
                    "/url",
                    endpoint ->
                        ConsolePage.WEBHOOK_ENDPOINT.path(
                            request.workspaceId(), endpoint.path("id").asText())),
                Column.word("Status", "/status"),
                Column.of("Topics", endpoint -> Cell.text(words(endpoint.path("topics")))),
                Column.of("Apps", endpoint -> allOr(endpoint.path("apps"))),
                Column.time("Failing since", "/failingSince"),
                Column.time("Last delivered", "/lastDeliveredAt"),
                Column.time("Created", "/createdAt")))
        .whenEmpty(
            "An endpoint is a URL of yours that is notified of what happens in this workspace.",
            curl.tryWithToken("endpoints-try", apiPath(request), EXAMPLE, Curl.TOKEN));
  }

  static String words(JsonNode texts) {
    return texts.valueStream().map(JsonNode::asText).collect(Collectors.joining(", "));
  }

  /** The chosen ones of a list that is null if all are. */
  static Cell allOr(JsonNode chosen) {
    return chosen.isArray() ? Cell.text(words(chosen)) : new Cell.Word("all");
  }
}
