package dev.shopwire.console.pages.segments;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.contracts.SegmentContracts;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.Outcomes;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.lists.ApiList;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.ListView;
import dev.shopwire.console.pages.lists.Lists;
import dev.shopwire.console.pages.lists.LongCells;
import dev.shopwire.console.pages.parts.Cell;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;

/** Lists the segments of a workspace. */
final class SegmentsPage {
  /** A body that creates a segment. */
  static final String EXAMPLE = "{\"name\":\"Active shops\",\"text\":\"lastSeenAt within 30d\"}";

  private static final String HEADING = "Segments";
  private static final Map<String, String> DONE = Map.of("deleted", "The segment was deleted.");

  /** Characters of a condition; the segment's page has more of it. */
  private static final int MAX_CONDITION = 2 * 1_024;

  private final PageKit kit;
  private final Lists lists;

  SegmentsPage(PageKit kit) {
    this.kit = kit;
    this.lists = kit.lists();
  }

  Future<PageResponse> show(PageRequest request) {
    return lists.page(
        request, HEADING, Outcomes.notice(request, DONE), segments(request), List.of());
  }

  /** Where the deletion of a segment leads. */
  static PageResponse afterDeletion(PageRequest request) {
    return new PageResponse.Redirect(
        ConsolePage.SEGMENTS.path(request.workspaceId()) + "?done=deleted");
  }

  /** The path of a workspace's segments in the API. */
  static String apiPath(PageRequest request) {
    return "/console/api/workspaces/%d/segments".formatted(request.workspaceId());
  }

  private ListView segments(PageRequest request) {
    return ListView.of(
            "segments",
            HEADING,
            ApiList.ofWorkspace(
                Role.AUTOMATION, "listSegments", request.workspaceId(), "segments", "segments"),
            parameters ->
                kit.roles()
                    .query(
                        SegmentContracts.LIST, request.workspaceId(), parameters, request.caller()))
        .filteredBy(
            request,
            List.of(
                Field.search("search", "Search"),
                Field.choice("tracked", "Tracked", List.of("true", "false"))))
        .columns(columns(request))
        .whenEmpty(
            "A segment names the customers for whom a condition holds. New segment makes one; it"
                + " needs the role admin.",
            kit.curl().tryWithToken("segments-try", apiPath(request), EXAMPLE, Curl.TOKEN));
  }

  private static List<Column> columns(PageRequest request) {
    LongCells conditions = new LongCells(MAX_CONDITION, 1, "on the segment's page");
    return List.of(
        Column.link(
            "Name",
            "/name",
            row -> ConsolePage.SEGMENT.path(request.workspaceId(), row.path("id").asText())),
        Column.of("Condition", row -> condition(row, conditions)),
        Column.number("Members", "/members"),
        Column.yesOrNo("Tracked", "/tracked"),
        Column.time("Changed", "/updatedAt"));
  }

  private static Cell condition(JsonNode segment, LongCells conditions) {
    return segment.path("hidden").asBoolean()
        ? new Cell.Word("hidden")
        : conditions.value(segment.path("text"));
  }
}
