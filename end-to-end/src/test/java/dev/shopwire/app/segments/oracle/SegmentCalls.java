package dev.shopwire.app.segments.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** Calls for the segments of a workspace, which must be accepted. */
final class SegmentCalls {
  /** The most that a preview shows. */
  static final int ALL = 100;

  private final OracleWorkspace workspace;

  SegmentCalls(OracleWorkspace workspace) {
    this.workspace = workspace;
  }

  /**
   * The customers for whom a condition holds.
   *
   * @param ids in the order of the response
   */
  record Members(Instant at, List<String> ids) {}

  private static ObjectNode body(ZoneId zone) {
    return RandomTests.NODES.objectNode().put("timezone", zone.getId());
  }

  private static ObjectNode body(JsonNode condition, ZoneId zone) {
    ObjectNode body = body(zone);
    body.set("condition", condition);
    return body;
  }

  private JsonNode post(String call, JsonNode body) {
    return OracleWorkspace.json(
        workspace.console().post(workspace.path("/segments" + call), body.toString()));
  }

  JsonNode check(JsonNode condition, ZoneId zone) {
    return post("/check", body(condition, zone)).path("check");
  }

  JsonNode check(String text, ZoneId zone) {
    return post("/check", body(zone).put("text", text)).path("check");
  }

  JsonNode preview(JsonNode condition, ZoneId zone) {
    return post("/preview", body(condition, zone).put("take", ALL)).path("preview");
  }

  JsonNode explain(JsonNode condition, ZoneId zone, ModelCustomer customer) {
    return post("/explain", body(condition, zone).put("customerId", customer.id()))
        .path("explanation");
  }

  /** The id of a new segment. */
  String create(String name, JsonNode condition, ZoneId zone) {
    return post("", body(condition, zone).put("name", name)).at("/segment/id").asText();
  }

  private JsonNode get(String id, String path) {
    return OracleWorkspace.json(
        workspace.console().get(OracleWorkspace.API + "/segments/" + id + path));
  }

  JsonNode segment(String id) {
    return get(id, "").path("segment");
  }

  JsonNode explain(String id, ModelCustomer customer) {
    return get(id, "/explain?customerId=" + customer.domain()).path("explanation");
  }

  /** The members of a saved segment on one page. */
  Members members(String id) {
    JsonNode page = get(id, "/members?take=1000");
    assertEquals(false, page.path("hasNextPage").asBoolean(), page::toString);
    List<String> ids = new ArrayList<>();
    page.path("members").forEach(member -> ids.add(member.path("id").asText()));
    return new Members(at(page), ids);
  }

  /** The same, a few on each page. */
  List<String> pages(String id, int take) {
    List<String> ids = new ArrayList<>();
    String cursor = "";
    boolean hasNextPage = true;
    while (hasNextPage) {
      JsonNode page = get(id, "/members?take=" + take + cursor);
      page.path("members").forEach(member -> ids.add(member.path("id").asText()));
      hasNextPage = page.path("hasNextPage").asBoolean();
      cursor = "&cursor=" + page.path("cursor").asText();
    }
    return ids;
  }

  static Instant at(JsonNode answer) {
    return Instant.parse(answer.path("at").asText());
  }
}
