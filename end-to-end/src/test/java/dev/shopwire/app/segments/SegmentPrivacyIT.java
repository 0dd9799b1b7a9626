package dev.shopwire.app.segments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.Http.Response;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that analysts see segments, and of conditions nothing that names a private field. */
@Tag("everywhere")
class SegmentPrivacyIT {
  private static final String FIELD = "hidden_field";
  private static final String VALUE = "hidden value";

  private final SegmentWorkspace workspace = new SegmentWorkspace();
  private final ConsoleBrowser analyst =
      new ConsoleBrowser(RunningService.shared().consoleUrl())
          .signedIn(
              new ConsoleUsers(RunningService.shared().sql())
                  .add(workspace.app().workspaceId(), "analyst"));
  private String secret = "";
  private String outer = "";

  @BeforeEach
  void saveAConditionOnAPrivateField() {
    workspace.push("s.example.com", "{\"%s\":\"%s\",\"plan\":\"pro\"}".formatted(FIELD, VALUE));
    workspace.patch(
        "/custom-fields/" + workspace.fieldId(FIELD),
        Json.MAPPER.createObjectNode().put("private", true));
    secret = workspace.savedId("Secret", "cf:" + FIELD + " = \"" + VALUE + "\" AND cf:plan = pro");
    outer = workspace.savedId("Outer", "segment:Secret");
  }

  private void assertRevealsNothing(Response response) {
    assertEquals(200, response.status(), response::body);
    assertFalse(response.body().contains(FIELD), response::body);
    assertFalse(response.body().contains(VALUE), response::body);
  }

  @Test
  void anAdminSeesTheConditionAndAWarning() {
    JsonNode segment = workspace.segment(secret);
    assertTrue(segment.path("text").asText().contains(FIELD));
    assertFalse(segment.has("hidden"));
    assertEquals(
        List.of("private_field"), SegmentWorkspace.texts(segment.path("warnings"), "/code"));
  }

  @Test
  void anAnalystSeesASegmentWithoutItsCondition() {
    Response shown = analyst.get("/segments/" + secret);
    assertRevealsNothing(shown);
    JsonNode segment = shown.json().path("segment");
    assertEquals("Secret", segment.path("name").asText());
    assertTrue(segment.path("hidden").asBoolean());
    assertTrue(segment.path("text").isNull() && segment.path("condition").isNull());
    String list = "/workspaces/" + workspace.app().workspaceId() + "/segments";
    for (String format : List.of("json", "ndjson", "csv")) {
      assertRevealsNothing(analyst.get(list + "?format=" + format));
    }
    JsonNode nesting = analyst.get("/segments/" + outer).json().path("segment");
    assertEquals("segment:Secret", nesting.path("text").asText());
    assertEquals(
        List.of("s.example.com"),
        SegmentWorkspace.texts(
            analyst.get("/segments/" + secret + "/members").json().path("members"),
            "/myplatformDomain"));
  }

  @Test
  void anExplanationHidesWhatIsPrivateFromAnalysts() {
    for (String id : List.of(secret, outer)) {
      String path = "/segments/" + id + "/explain?customerId=s.example.com";
      Response explained = analyst.get(path);
      assertRevealsNothing(explained);
      assertTrue(explained.json().at("/explanation/member").asBoolean());
      assertTrue(explained.body().contains("\"hidden\":true"));
      assertTrue(explained.body().contains("\"plan\""));
      assertTrue(workspace.get(path).body().contains(VALUE));
    }
  }

  @Test
  void anAnalystCanNeitherCheckNorPreview() {
    String segments = "/workspaces/" + workspace.app().workspaceId() + "/segments";
    Map<String, String> guess = Map.of("text", "cf:" + FIELD + " is set");
    for (String call : List.of("", "/check", "/preview", "/explain")) {
      assertEquals(403, analyst.post(segments + call, guess).status());
    }
  }
}
