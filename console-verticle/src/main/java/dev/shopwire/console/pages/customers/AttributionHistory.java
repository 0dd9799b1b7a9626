package dev.shopwire.console.pages.customers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.AppChoice;
import dev.shopwire.console.pages.lists.AppChoice.App;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Figure;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.ListLinks;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Region;
import dev.shopwire.console.pages.parts.Table;
import dev.shopwire.console.pages.parts.Text;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Everything seen and decided about a customer's credit, and who has it now. */
final class AttributionHistory {
  private static final int TAKE = 200;
  private static final String CURSOR = "cursor";

  private final PageKit kit;
  private final Curl curl;

  AttributionHistory(PageKit kit) {
    this.kit = kit;
    this.curl = kit.curl();
  }

  private static String path(PageRequest request) {
    return "/console/api/customers/%s/attribution-timeline".formatted(request.pathId());
  }

  /**
   * @param response of the API's operation
   */
  Future<List<Part>> parts(PageRequest request, JsonNode response) {
    List<JsonNode> rows = ApiJson.rows(response, "timeline");
    Figure same = curl.same("timeline-curl", path(request), Map.of());
    if (rows.isEmpty()) {
      return AppChoice.apps(kit, request)
          .map(all -> List.of(nothing(request, response, all), same));
    }
    List<Part> parts = new ArrayList<>();
    parts.add(
        table(request, "credits", "Credits", credits(request), ApiJson.rows(response, "credits")));
    List<JsonNode> shown = after(request, rows);
    List<JsonNode> page = shown.subList(0, Math.min(TAKE, shown.size()));
    parts.add(table(request, "timeline", "Timeline", columns(request), page));
    if (response.path("truncated").asBoolean()) {
      parts.add(new Text("There are more entries than are shown here; the file has all of them."));
    }
    parts.add(links(request, page, shown.size() > page.size()));
    parts.add(same);
    return Future.succeededFuture(parts);
  }

  /** The API returns the complete timeline; a page starts after the entry in its address. */
  private static List<JsonNode> after(PageRequest request, List<JsonNode> rows) {
    String cursor = request.query().get(CURSOR);
    for (int i = 0; i < rows.size(); i++) {
      if (rows.get(i).path("id").asText().equals(cursor)) {
        return rows.subList(i + 1, rows.size());
      }
    }
    return rows;
  }

  private static ListLinks links(PageRequest request, List<JsonNode> page, boolean hasMore) {
    Optional<Link> next =
        Optional.of(page)
            .filter(rows -> hasMore)
            .map(
                rows ->
                    new Link(
                        "Next page",
                        request.address(
                            Map.of(
                                CURSOR,
                                rows.get(rows.size() - 1).path("id").asText(),
                                "done",
                                ""))));
    return new ListLinks(
        next,
        Optional.of(new Link("Download CSV", path(request) + "?format=csv")),
        Optional.empty());
  }

  private static List<Column> columns(PageRequest request) {
    return List.of(
        Column.time("Time", "/at"),
        Column.text("App", "/app/slug"),
        Column.text("Code", "/code"),
        Column.word("Carrier", "/carrier"),
        Column.word("Outcome", "/outcome"),
        Column.word("Reason", "/reason"),
        Column.of("Affiliate", row -> Parties.link(request, row.path("affiliate"))),
        Column.of("Credit", row -> Parties.link(request, row.path("winner"))),
        Column.text("Note", "/note"),
        Column.yesOrNo("Self-referral", "/selfReferral"),
        Column.time("Occurred", "/occurredAt"));
  }

  private static List<Column> credits(PageRequest request) {
    return List.of(
        Column.text("App", "/app/slug"),
        Column.of("Affiliate", row -> Parties.link(request, row.path("affiliate"))),
        Column.text("Code", "/code"),
        Column.word("Carrier", "/carrier"),
        Column.time("Credited", "/creditedAt"),
        Column.time("Corrected", "/correctedAt"));
  }

  private static Table table(
      PageRequest request, String id, String caption, List<Column> columns, List<JsonNode> rows) {
    return new Table(
        id,
        caption,
        columns.stream().map(Column::name).toList(),
        rows.stream()
            .map(
                row ->
                    columns.stream()
                        .<Cell>map(column -> column.cell().apply(row, request.zone()))
                        .toList())
            .toList());
  }

  private Region nothing(PageRequest request, JsonNode response, List<App> apps) {
    String body =
        Json.MAPPER
            .createObjectNode()
            .put("app", apps.isEmpty() ? "my-app" : apps.get(0).slug())
            .put("myplatformDomain", response.at("/customer/myplatformDomain").asText())
            .put("mref", "JANE10")
            .toString();
    return new Region(
        "timeline-nothing",
        "Nothing here yet",
        List.of(
            new Text("Each referral code that an app reports for this shop appears here."),
            curl.tryWithKey("timeline-try", "/v1/attribution", body),
            new Link(
                "Back to the customer",
                ConsolePage.CUSTOMER.path(request.workspaceId(), request.pathId()))));
  }
}
