package dev.shopwire.console.pages.segments;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.contracts.SegmentContracts;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.SecondSteps;
import dev.shopwire.console.pages.SecondSteps.Step;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.parts.Confirmation;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The second step before a segment is deleted. */
final class SegmentSteps {
  static final String DELETE = "delete";

  private final RoleRequests roles;

  SegmentSteps(RoleRequests roles) {
    this.roles = roles;
  }

  SecondSteps all() {
    return new SecondSteps(
        request -> segment(request).map(segment -> segment.path("name").asText()),
        Map.of(
            DELETE,
            new Step(
                request -> segment(request).map(segment -> confirmation(request, segment)),
                (request, body) ->
                    roles.send(
                        SegmentContracts.DELETE, request.numericPathId(), "", request.caller()),
                (request, deleted) -> SegmentsPage.afterDeletion(request))));
  }

  private Future<JsonNode> segment(PageRequest request) {
    request.require(AccessLevel.ADMIN);
    return roles
        .send(SegmentContracts.SHOW, request.numericPathId(), "", request.caller())
        .map(shown -> ApiJson.of(shown).path("segment"));
  }

  private static Confirmation confirmation(PageRequest request, JsonNode segment) {
    return new Confirmation(
        "Delete the segment %s?".formatted(segment.path("name").asText()),
        "Its members and transitions can no longer be read. No webhook announces that its customers"
            + " leave it."
            + users(segment),
        Form.of(DELETE, "", "Delete").farReaching(),
        request.path());
  }

  private static String users(JsonNode segment) {
    List<JsonNode> users = ApiJson.rows(segment, "usedBy");
    return users.isEmpty()
        ? ""
        : " It can't be deleted while it is used by "
            + users.stream()
                .map(user -> user.path("type").asText() + " " + user.path("name").asText())
                .collect(Collectors.joining(", "))
            + ".";
  }
}
