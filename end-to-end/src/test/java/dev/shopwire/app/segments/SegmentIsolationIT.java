package dev.shopwire.app.segments;

import static dev.shopwire.app.segments.SegmentWorkspace.body;
import static dev.shopwire.app.segments.SegmentWorkspace.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that nothing of another workspace can be named, neither in paths nor in conditions. */
@Tag("everywhere")
@Tag("cluster")
class SegmentIsolationIT {
  private static final String SECRET = "of another workspace";

  private final SegmentWorkspace own = new SegmentWorkspace();
  private final SegmentWorkspace foreign = new SegmentWorkspace();

  private String idOf(Response created, String pointer) {
    assertEquals(200, created.status(), created::body);
    return created.json().at(pointer).asText();
  }

  /** Every id of the other workspace that a condition may contain. */
  private List<JsonNode> foreignTrees() {
    foreign.push("f.example.com", "{\"plan\":\"" + SECRET + "\"}");
    String affiliate =
        idOf(
            foreign.post(
                "/workspaces/" + foreign.app().workspaceId() + "/affiliates",
                json("{\"name\":\"" + SECRET + "\",\"codes\":[\"F" + System.nanoTime() + "\"]}")),
            "/affiliate/id");
    String slug = foreign.slug(foreign.app());
    String segment = foreign.savedId(SECRET, "everyone");
    return List.of(
        json("{\"type\":\"field\",\"id\":\"" + foreign.fieldId("plan") + "\",\"op\":\"is_set\"}"),
        json("{\"type\":\"field\",\"name\":\"plan\",\"op\":\"is_set\"}"),
        json("{\"type\":\"field\",\"name\":\"plan\",\"app\":\"" + slug + "\",\"op\":\"is_set\"}"),
        json(
            "{\"type\":\"event\",\"name\":\"e\",\"app\":\""
                + slug
                + "\",\"measure\":\"performed\"}"),
        json("{\"type\":\"page\",\"path\":\"/\",\"app\":\"" + slug + "\",\"measure\":\"viewed\"}"),
        json(
            "{\"type\":\"sessions\",\"app\":\""
                + slug
                + "\",\"measure\":\"count\",\"op\":\"gt\",\"value\":0}"),
        json("{\"type\":\"credit\",\"app\":\"" + slug + "\"}"),
        json(
            "{\"type\":\"credit\",\"where\":[{\"name\":\"affiliate\",\"op\":\"=\",\"value\":\""
                + affiliate
                + "\"}]}"),
        json("{\"type\":\"segment\",\"id\":\"" + segment + "\"}"),
        json("{\"type\":\"segment\",\"name\":\"" + SECRET + "\"}"));
  }

  private List<String> foreignTexts() {
    String slug = foreign.slug(foreign.app());
    return List.of(
        "cf:" + slug + "/plan is set",
        "segment:#" + foreign.savedId("Other", "everyone"),
        "event:" + slug + "/e performed",
        "credit:" + slug);
  }

  @Test
  void whatAnotherWorkspaceHasIsUnknownInConditions() {
    for (JsonNode tree : foreignTrees()) {
      ObjectNode body = body("name", "Mine");
      body.set("condition", tree);
      assertRefused(own.save(body));
      body.remove("name");
      assertRefused(own.check(body));
      assertRefused(own.preview(body));
    }
    for (String text : foreignTexts()) {
      assertRefused(own.save("Mine", text));
      assertRefused(own.check(text));
      assertRefused(own.preview(text));
      own.push("o.example.com", "{}");
      assertRefused(own.explain(text, "o.example.com"));
    }
  }

  private static void assertRefused(Response response) {
    assertEquals(422, response.status(), response::body);
    String code = response.json().at("/errors/0/code").asText();
    assertEquals("unknown", code.substring(0, 7), response::body);
  }

  @Test
  void whoIsInAnotherWorkspaceIsInNoSegment() {
    foreign.push("f.example.com", "{}");
    own.push("o.example.com", "{}");
    JsonNode preview = own.preview("everyone").json().path("preview");
    assertEquals(1, preview.path("count").asInt());
    assertEquals(List.of("o.example.com"), own.members(own.savedId("All", "everyone")));
    assertEquals(404, own.explain("everyone", "f.example.com").status());
    assertEquals(404, own.explain("everyone", foreign.customerId("f.example.com")).status());
    String all = own.savedId("Others", "everyone");
    assertEquals(
        404,
        own.get("/segments/" + all + "/explain?customerId=" + foreign.customerId("f.example.com"))
            .status());
  }

  /** As a user, since the admin token may do everything. */
  @Test
  void everyCallAboutAnotherWorkspacesSegmentIsNotFound() {
    RunningService service = RunningService.shared();
    ConsoleUsers users = new ConsoleUsers(service.sql());
    ConsoleBrowser owner =
        new ConsoleBrowser(service.consoleUrl())
            .signedIn(users.add(own.app().workspaceId(), "owner"));
    String id = foreign.savedId(SECRET, "everyone");
    JsonNode before = foreign.segment(id);
    String customer = foreign.savedCustomer();
    String segments = "/workspaces/" + foreign.app().workspaceId() + "/segments";
    for (String path :
        List.of(
            segments,
            "/segments/" + id,
            "/segments/" + id + "/members",
            "/segments/" + id + "/transitions",
            "/segments/" + id + "/explain?customerId=" + customer,
            "/customers/" + customer + "/segments")) {
      assertNotFound(owner.get(path));
    }
    Map<String, String> everyone = Map.of("name", "Mine", "text", "everyone");
    for (String path : List.of("", "/check", "/preview", "/explain")) {
      assertNotFound(owner.post(segments + path, everyone));
    }
    assertNotFound(owner.post("/segments/" + id + "/verify", Map.of()));
    assertNotFound(owner.patch("/segments/" + id, everyone));
    assertNotFound(owner.delete("/segments/" + id));
    assertEquals(before, foreign.segment(id));
  }

  private static void assertNotFound(Response response) {
    assertEquals(404, response.status(), response::body);
    assertFalse(response.body().contains(SECRET));
  }
}
