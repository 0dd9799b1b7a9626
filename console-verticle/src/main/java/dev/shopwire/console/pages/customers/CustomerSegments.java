package dev.shopwire.console.pages.customers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.contracts.SegmentContracts;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.Tables;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Region;
import dev.shopwire.console.pages.parts.Text;
import dev.shopwire.console.pages.parts.UnavailableRole;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;

/** The tracked segments that a customer is in, as a part of its page. */
final class CustomerSegments {
  private static final String CAPTION = "Segments";

  private final PageKit kit;

  CustomerSegments(PageKit kit) {
    this.kit = kit;
  }

  Future<List<Part>> parts(PageRequest request) {
    return new UnavailableRole("segments-unavailable", CAPTION, Role.AUTOMATION)
        .unless(
            kit.roles()
                .send(SegmentContracts.OF_CUSTOMER, CustomerPage.id(request), "", request.caller())
                .map(listed -> ApiJson.rows(ApiJson.of(listed), "segments"))
                .map(
                    segments ->
                        List.of(
                            segments.isEmpty() ? none(request) : table(request, segments),
                            kit.curl()
                                .same(
                                    "segments-curl",
                                    "/console/api/customers/%s/segments"
                                        .formatted(request.pathId()),
                                    Map.of()))));
  }

  private static Part table(PageRequest request, List<JsonNode> segments) {
    return Tables.of(
        "segments",
        CAPTION,
        List.of(
            Column.link(
                "Name",
                "/name",
                row -> ConsolePage.SEGMENT.path(request.workspaceId(), row.path("id").asText())),
            Column.time("Entered", "/enteredAt")),
        segments,
        request.zone());
  }

  private static Part none(PageRequest request) {
    return new Region(
        "segments-nothing",
        "Segments: nothing here yet",
        List.of(
            new Text("Tracked segments that this shop is in appear here."),
            new Link("All segments", ConsolePage.SEGMENTS.path(request.workspaceId()))));
  }
}
