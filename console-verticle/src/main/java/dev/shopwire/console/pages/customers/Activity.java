package dev.shopwire.console.pages.customers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.ApiList;
import dev.shopwire.console.pages.lists.AppChoice;
import dev.shopwire.console.pages.lists.AppChoice.App;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.ListView;
import dev.shopwire.console.pages.lists.LongCells;
import dev.shopwire.console.pages.lists.TimeFilters;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.UnavailableRole;
import dev.shopwire.console.timeline.CustomerTimeline;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The timeline of a customer: what all roles know of it, newest first. */
final class Activity {
  private static final String CAPTION = "Activity";
  private static final String TYPES = "types";
  private static final List<String> ALL_TYPES =
      List.of("usage_event", "page_view", "attribution", "webhook_delivery", "console");

  private static final int MAX_DETAIL = 2_000;

  private final PageKit kit;
  private final CustomerTimeline timeline;

  Activity(PageKit kit) {
    this.kit = kit;
    this.timeline = kit.services().merged().timeline();
  }

  /**
   * @param unavailable gets a part for each role that could not provide its entries
   */
  ListView list(PageRequest request, List<Part> unavailable) {
    long customer = CustomerPage.id(request);
    LongCells details = new LongCells(MAX_DETAIL, 1, "on the page of the event, or export");
    return ListView.of(
            "activity",
            CAPTION,
            new ApiList(
                Role.CONSOLE,
                "getCustomerTimeline",
                "/console/api/customers/%s/timeline".formatted(request.pathId()),
                Long.toString(customer),
                "timeline"),
            parameters ->
                timeline
                    .read(customer, parameters, request.caller())
                    .map(ApiJson::of)
                    .onSuccess(response -> unavailable.addAll(missing(response))))
        .columns(
            List.of(
                Column.time("Time", "/at"),
                Column.word("Type", "/type"),
                Column.text("App", "/app/slug"),
                Column.of("What", entry -> what(request, entry)),
                Column.of("Detail", entry -> detail(entry, details))))
        .mergedFrom(timeline::exports)
        .whenEmpty(
            "Events, page views, credits and deliveries of this shop appear here.",
            kit.curl()
                .tryWithKey(
                    "activity-try",
                    "/v1/usage_events",
                    "{\"eventName\":\"opened\",\"customerId\":\"%s\"}"
                        .formatted(request.pathId())));
  }

  Future<List<Field>> filters(PageRequest request) {
    return AppChoice.apps(kit, request)
        .map(
            all ->
                Stream.concat(
                        Stream.of(
                            choice(request, TYPES, "Type", ALL_TYPES),
                            choice(request, "app", "App", all.stream().map(App::slug).toList())),
                        TimeFilters.of(request))
                    .toList());
  }

  /** A select that also has the address's value, which may be several words, or wrong. */
  private static Field choice(PageRequest request, String name, String label, List<String> words) {
    List<String> all = new ArrayList<>(words);
    String chosen = request.query().get(name);
    if (!chosen.isBlank() && !all.contains(chosen)) {
      all.add(chosen);
    }
    return Field.choice(name, label, all);
  }

  private static List<Part> missing(JsonNode response) {
    return ApiJson.rows(response, "missing").stream()
        .<Part>map(
            role ->
                new UnavailableRole(
                    "activity-unavailable-" + role.asText(),
                    "%s: what the role %s knows".formatted(CAPTION, role.asText()),
                    Role.of(role.asText())))
        .toList();
  }

  /** Leads to the page that has more about the entry, where there is one. */
  private static Cell what(PageRequest request, JsonNode entry) {
    // A link needs a text.
    String type = entry.path("type").asText();
    String title = entry.path("title").asText().isBlank() ? type : entry.path("title").asText();
    JsonNode detail = entry.path("detail");
    return switch (type) {
      case "usage_event" -> new Cell.Link(title, events(request, entry));
      case "attribution" ->
          new Cell.Link(
              title,
              ConsolePage.CUSTOMER_ATTRIBUTION.path(request.workspaceId(), request.pathId()));
      case "webhook_delivery" ->
          new Cell.Link(
              title,
              request
                  .workspace()
                  .path(
                      "/webhooks/deliveries/"
                          + PageRequest.encode(detail.path("deliveryId").asText())));
      case "console" ->
          new Cell.Link(
              title,
              ConsolePage.AUDIT.path(request.workspaceId())
                  + "?action="
                  + PageRequest.encode(detail.path("action").asText()));
      default -> Cell.text(title);
    };
  }

  private static String events(PageRequest request, JsonNode entry) {
    return request.workspace().path("/behavior/events")
        + "?"
        + PageRequest.encode(
            Map.of(
                "app",
                entry.at("/app/slug").asText(),
                "eventName",
                entry.at("/detail/eventName").asText(),
                "customerId",
                request.pathId()));
  }

  /** What distinguishes an entry from others of its type, and why it came about. */
  private static Cell detail(JsonNode entry, LongCells details) {
    JsonNode detail = entry.path("detail");
    return switch (entry.path("type").asText()) {
      case "usage_event" -> json(detail.path("properties"), details);
      case "page_view" -> Cell.text(detail.path("path").textValue());
      case "attribution" -> Cell.text(attribution(detail));
      case "webhook_delivery" -> Cell.word(detail.path("status").textValue());
      default -> json(detail.path("after"), details);
    };
  }

  private static String attribution(JsonNode row) {
    String outcome = row.path("outcome").asText();
    JsonNode reason = row.path("reason");
    return reason.isTextual() ? outcome + ": " + reason.asText() : outcome;
  }

  private static Cell json(JsonNode value, LongCells details) {
    return value.isEmpty() ? new Cell.None() : details.json(value);
  }
}
