package dev.shopwire.console.pages.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.contracts.WebhookContracts;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.audit.AuditRequests;
import dev.shopwire.console.auth.Access;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Definitions;
import dev.shopwire.console.pages.parts.Definitions.Definition;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Progress;
import dev.shopwire.console.pages.parts.UnavailableRole;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;

/** Shows how far a replay is, and which ones there were. */
final class ReplayProgress {
  /** The parameter with the id of the replay. */
  private static final String REPLAY = "replay";

  private static final String NAME = "Replay progress";

  private final RoleRequests roles;
  private final AuditRequests audit;
  private final Curl curl;

  ReplayProgress(PageKit kit) {
    this.roles = kit.roles();
    this.audit = kit.services().people().audit();
    this.curl = kit.curl();
  }

  static boolean isAskedFor(PageRequest request) {
    return request.query().has(REPLAY);
  }

  /** Leads to the progress of a replay; the address stays good. */
  static PageResponse of(PageRequest request, String id) {
    return new PageResponse.Redirect(address(request, id));
  }

  private static String address(PageRequest request, String id) {
    return Curl.address(request.path(), Map.of(REPLAY, id));
  }

  Future<PageResponse> show(PageRequest request) {
    long id = NumericId.parse(request.query().get(REPLAY)).orElseThrow(Access::unknownId);
    return new UnavailableRole("progress-unavailable", NAME, Role.WEBHOOK)
        .unless(
            roles
                .send(WebhookContracts.SHOW_REPLAY, id, "", request.caller())
                .map(shown -> ofEndpoint(request, ApiJson.of(shown).path(REPLAY)))
                .map(replay -> parts(request, replay)))
        .map(parts -> request.page(ReplayPage.HEADING, parts));
  }

  /** The address authorizes the endpoint, not the replay. */
  private static JsonNode ofEndpoint(PageRequest request, JsonNode replay) {
    if (!replay.path("webhookEndpointId").asText().equals(request.pathId())) {
      throw Failure.notFound("replay");
    }
    return replay;
  }

  private List<Part> parts(PageRequest request, JsonNode replay) {
    String id = replay.path("id").asText();
    return List.of(
        new Link(
            "The endpoint and its deliveries",
            ConsolePage.WEBHOOK_ENDPOINT.path(request.workspaceId(), request.pathId())),
        bar(request, replay, id),
        Definitions.of(
            new Definition("Since", time(request, replay, "since")),
            new Definition("Until", time(request, replay, "until")),
            new Definition("Started", time(request, replay, "createdAt")),
            new Definition("Finished", time(request, replay, "finishedAt"))),
        new Link("Other replays of this endpoint", request.path()),
        curl.same("curl", "/console/api/replays/" + id, Map.of()));
  }

  private static Progress bar(PageRequest request, JsonNode replay, String id) {
    long done = replay.path("done").asLong();
    long total = replay.path("total").asLong();
    boolean isRunning = replay.path("status").asText().equals("running");
    return new Progress(
        "replay-progress",
        NAME,
        done,
        total,
        "%s: %d of %d %s"
            .formatted(
                isRunning ? "Running" : "Done",
                done,
                total,
                total == 1 ? "delivery" : "deliveries"),
        isRunning,
        address(request, id));
  }

  private static Cell time(PageRequest request, JsonNode replay, String name) {
    return Cell.time(replay.path(name).textValue(), request.zone());
  }

  /** The last replays, as the audit log has them, so that one that runs is found again. */
  Future<List<Part>> recent(PageRequest request) {
    Map<String, String> parameters =
        Map.of(
            "action",
            "replay.started",
            "object",
            "webhook_endpoint/" + request.pathId(),
            "take",
            "10");
    return audit
        .ofWorkspace(request.workspaceId(), parameters)
        .map(listed -> ApiJson.rows(ApiJson.of(listed), "entries"))
        .map(entries -> entries.isEmpty() ? List.of() : List.of(table(request, entries)));
  }

  private static Part table(PageRequest request, List<JsonNode> entries) {
    return DeliveryColumns.table(
        request,
        "replays",
        "Last replays",
        List.of(
            Column.time("Started", "/at"),
            Column.link(
                "Progress",
                "/after/replayId",
                entry -> address(request, entry.at("/after/replayId").asText())),
            Column.text("By", "/actor/name"),
            Column.time("Since", "/after/since"),
            Column.time("Until", "/after/until"),
            Column.of(
                "Statuses", entry -> Cell.text(EndpointsPage.words(entry.at("/after/statuses")))),
            Column.number("Deliveries", "/after/total")),
        entries);
  }
}
