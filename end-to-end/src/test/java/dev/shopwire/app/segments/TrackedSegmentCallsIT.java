package dev.shopwire.app.segments;

import static dev.shopwire.app.segments.SegmentWorkspace.body;
import static dev.shopwire.app.segments.SegmentWorkspace.texts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the calls about tracked segments, and what apps see of them. */
@Tag("everywhere")
class TrackedSegmentCallsIT {
  private static final Duration TOLD = Duration.ofSeconds(20);

  private final SegmentWorkspace workspace = new SegmentWorkspace();

  @BeforeEach
  void pushTwoShops() {
    workspace.push("a.example.com", "{\"seats\":121}");
    workspace.push("b.example.com", "{\"seats\":7}");
  }

  private String tracked(String name, String text) {
    ObjectNode body = body("name", name, "text", text);
    body.put("tracked", true).put("public", true);
    Response response = workspace.save(body);
    assertEquals(200, response.status(), response::body);
    String id = response.json().at("/segment/id").asText();
    awaitCurrent(id);
    return id;
  }

  private void awaitCurrent(String id) {
    Poll.until(
        TOLD,
        () -> "the segment is built",
        () -> workspace.segment(id).at("/tracking/status").asText().equals("current"));
  }

  private List<String> transitions(String id, String parameters) {
    JsonNode list = workspace.get("/segments/" + id + "/transitions" + parameters).json();
    return list.path("transitions")
        .valueStream()
        .map(
            each ->
                "%s %s %s %s"
                    .formatted(
                        each.path("myplatformDomain").asText(),
                        each.path("type").asText(),
                        each.path("version").asText(),
                        each.at("/cause/type").asText()))
        .toList();
  }

  @Test
  void membersAndTransitionsAreThoseThatAreStored() {
    String id = tracked("Large", "cf:seats gte 100");
    JsonNode segment = workspace.segment(id);
    assertEquals(1, segment.path("members").asInt());
    assertTrue(segment.path("tracked").asBoolean());
    JsonNode members = workspace.get("/segments/" + id + "/members").json();
    assertEquals(List.of("a.example.com"), texts(members.path("members"), "/myplatformDomain"));
    assertTrue(members.at("/members/0/enteredAt").isTextual());
    assertEquals(List.of(), transitions(id, ""));
    workspace.push("b.example.com", "{\"seats\":200}");
    Poll.until(
        TOLD,
        () -> "b entered",
        () -> transitions(id, "").equals(List.of("b.example.com entered 1 identify")));
    workspace.push("a.example.com", "{\"seats\":1}");
    Poll.until(
        TOLD,
        () -> "a exited",
        () ->
            transitions(id, "")
                .equals(
                    List.of(
                        "a.example.com exited 1 identify", "b.example.com entered 1 identify")));
    assertEquals(
        List.of("b.example.com entered 1 identify"), transitions(id, "?customerId=b.example.com"));
    assertEquals(
        404, workspace.get("/segments/" + id + "/transitions?customerId=z.example.com").status());
    assertEquals(List.of("b.example.com"), workspace.members(id));
    JsonNode page = workspace.get("/segments/" + id + "/transitions?take=1").json();
    assertTrue(page.path("hasNextPage").asBoolean());
    assertEquals(
        List.of("b.example.com entered 1 identify"),
        transitions(id, "?take=1&cursor=" + page.path("cursor").asText()));
  }

  @Test
  void anExplanationHasWhatIsStoredOfTheCustomer() {
    String id = tracked("Large", "cf:seats gte 100");
    JsonNode explained =
        workspace.get("/segments/" + id + "/explain?customerId=a.example.com").json();
    assertTrue(explained.at("/explanation/member").asBoolean());
    assertTrue(explained.at("/explanation/tracked/member").asBoolean());
    assertTrue(explained.at("/explanation/tracked/since").isTextual());
    assertEquals(0, explained.at("/explanation/tracked/version").asInt());
    JsonNode other = workspace.get("/segments/" + id + "/explain?customerId=b.example.com").json();
    assertFalse(other.at("/explanation/tracked/member").asBoolean());
    assertTrue(other.at("/explanation/tracked/since").isNull());
  }

  @Test
  void aChangeBuildsTheMembersAnewAndAnUntrackedSegmentHasNone() {
    String id = tracked("Large", "cf:seats gte 100");
    String outer = tracked("Others", "NOT segment:Large");
    workspace.patch("/segments/" + id, body("text", "cf:seats lt 100"));
    awaitCurrent(id);
    awaitCurrent(outer);
    assertEquals(List.of("b.example.com"), workspace.members(id));
    assertEquals(List.of("a.example.com"), workspace.members(outer));
    assertEquals(List.of(), transitions(id, ""));
    ObjectNode live = body();
    live.put("tracked", false);
    JsonNode untracked = workspace.patch("/segments/" + id, live).json().path("segment");
    assertTrue(untracked.path("members").isNull() && untracked.path("tracking").isNull());
    assertEquals(List.of("b.example.com"), workspace.members(id));
    assertEquals(
        List.of(outer),
        texts(
            workspace
                .get("/customers/" + workspace.customerId("a.example.com") + "/segments")
                .json()
                .path("segments"),
            "/id"));
  }

  @Test
  void onlyATrackedSegmentIsVerified() {
    String live = workspace.savedId("Live", "everyone");
    Response refused = workspace.post("/segments/" + live + "/verify", body());
    assertEquals(409, refused.status());
    assertEquals("not_tracked", refused.json().path("code").asText());
    String id = tracked("Large", "cf:seats gte 100");
    Response started = workspace.post("/segments/" + id + "/verify", body());
    assertEquals("running", started.json().at("/verification/status").asText());
    Poll.until(
        TOLD,
        () -> "the check has ended",
        () -> workspace.segment(id).at("/tracking/drift/finishedAt").isTextual());
    JsonNode drift = workspace.segment(id).at("/tracking/drift");
    assertEquals(1, drift.path("members").asInt());
    assertEquals(0, drift.path("missing").asInt());
    assertEquals(0, drift.path("extra").asInt());
  }

  @Test
  void aWorkspaceHasAtMostFiftyTrackedSegments() {
    ObjectNode body = body("text", "everyone");
    body.put("tracked", true);
    for (int i = 0; i < 50; i++) {
      assertEquals(200, workspace.save(body.put("name", "S" + i)).status());
    }
    Response refused = workspace.save(body.put("name", "one more"));
    assertEquals(422, refused.status());
    assertEquals("/tracked", refused.json().at("/errors/0/pointer").asText());
    assertEquals("segment_limit_reached", refused.json().path("code").asText());
    String live = workspace.savedId("live", "everyone");
    ObjectNode change = body();
    change.put("tracked", true);
    assertEquals(422, workspace.patch("/segments/" + live, change).status());
  }

  private static List<String> visible(Tenants.App app, String shop) {
    Response response = app.api().get("/v1/customer?customerId=" + shop + "&include=segments");
    assertEquals(200, response.status(), response::body);
    return texts(response.json().at("/customer/segments"), "/name");
  }

  @Test
  void anAppSeesPublicSegmentsThatUseNoFieldItCannotRead() {
    Tenants.App other = workspace.anotherApp();
    SegmentWorkspace.push(other, "a.example.com", "{\"mine\":1}");
    tracked("All", "everyone");
    tracked("Large", "cf:seats gte 100");
    tracked("Nesting", "segment:Large OR segment:Large");
    tracked("Of the other", "cf:mine = 1");
    tracked("Nobody", "cf:seats gte 1000");
    ObjectNode hidden = body("name", "Not public", "text", "everyone");
    hidden.put("tracked", true);
    workspace.save(hidden);
    ObjectNode live = body("name", "Live", "text", "everyone");
    live.put("public", true);
    workspace.save(live);
    assertEquals(List.of("All", "Large", "Nesting"), visible(workspace.app(), "a.example.com"));
    assertEquals(List.of("All"), visible(workspace.app(), "b.example.com"));
    assertEquals(List.of("All", "Of the other"), visible(other, "a.example.com"));
    JsonNode without = other.api().get("/v1/customer?customerId=a.example.com").json();
    assertFalse(without.path("customer").has("segments"));

    workspace.post("/custom-fields/" + workspace.fieldId("seats") + "/promote", body());
    assertEquals(
        List.of("All", "Large", "Nesting", "Of the other"), visible(other, "a.example.com"));
    ObjectNode secret = body();
    secret.put("private", true);
    workspace.patch("/custom-fields/" + workspace.fieldId("seats"), secret);
    assertEquals(List.of("All"), visible(workspace.app(), "a.example.com"));
  }

  @Test
  void anUnknownIncludeIsRefused() {
    Response response =
        workspace.app().api().get("/v1/customer?customerId=a.example.com&include=everything");
    assertEquals(422, response.status());
    assertEquals("include", response.json().at("/errors/0/parameter").asText());
  }
}
