package dev.shopwire.app.segments;

import static dev.shopwire.app.segments.SegmentWorkspace.body;
import static dev.shopwire.app.segments.SegmentWorkspace.json;
import static dev.shopwire.app.segments.SegmentWorkspace.texts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.support.AuditRows;
import dev.shopwire.testing.Http.Response;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the calls about conditions and saved segments that are not tracked. */
@Tag("everywhere")
class SegmentCallsIT {
  private final SegmentWorkspace workspace = new SegmentWorkspace();

  @BeforeEach
  void pushThreeShops() {
    workspace.push("a.example.com", "{\"seats\":121,\"plan\":\"pro\"}");
    workspace.push("b.example.com", "{\"seats\":100,\"plan\":\"free\"}");
    workspace.push("c.example.com", "{\"seats\":7,\"plan\":\"pro\"}");
  }

  @Test
  void aCheckReturnsTheConditionInBothForms() {
    JsonNode check = workspace.check("cf:seats >= 100 and (cf:plan = pro)").json().path("check");
    assertEquals("cf:seats gte 100 AND cf:plan = \"pro\"", check.path("text").asText());
    assertEquals("UTC", check.path("timezone").asText());
    assertEquals(2, check.path("leaves").asInt());
    assertEquals(2, check.path("depth").asInt());
    assertEquals("indexed", check.path("cost").asText());
    ObjectNode again = body("timezone", "europe/zurich");
    again.set("condition", check.path("condition"));
    JsonNode ofJson = workspace.check(again).json().path("check");
    assertEquals(check.path("text"), ofJson.path("text"));
    assertEquals(check.path("condition"), ofJson.path("condition"));
    assertEquals("Europe/Zurich", ofJson.path("timezone").asText());
  }

  @Test
  void aPreviewCountsAndShowsTheFirstCustomers() {
    JsonNode preview = workspace.preview("cf:plan = pro").json().path("preview");
    assertEquals(2, preview.path("count").asInt());
    assertEquals(
        List.of("a.example.com", "c.example.com"),
        texts(preview.path("sample"), "/myplatformDomain"));
    ObjectNode one = body("text", "everyone");
    one.put("take", 1);
    JsonNode first = workspace.preview(one).json().path("preview");
    assertEquals(3, first.path("count").asInt());
    assertEquals(List.of("a.example.com"), texts(first.path("sample"), "/myplatformDomain"));
    one.put("take", 0);
    assertEquals(0, workspace.preview(one).json().at("/preview/sample").size());
    for (int wrong : new int[] {-1, 101}) {
      one.put("take", wrong);
      Response refused = workspace.preview(one);
      assertEquals(422, refused.status());
      assertEquals("/take", refused.json().at("/errors/0/pointer").asText());
    }
  }

  @Test
  void aSegmentIsSavedReadChangedAndDeleted() {
    JsonNode saved = workspace.saved(" Large ", "cf:seats gte 100");
    String id = saved.path("id").asText();
    assertEquals("Large", saved.path("name").asText());
    assertEquals(1, saved.path("definitionVersion").asInt());
    assertTrue(saved.path("members").isNull());
    assertTrue(saved.path("tracking").isNull());
    assertEquals(saved, workspace.segment(id));
    assertEquals(List.of("a.example.com", "b.example.com"), workspace.members(id));

    JsonNode renamed =
        workspace.patch("/segments/" + id, body("name", "L", "description", "d")).json();
    assertEquals("L", renamed.at("/segment/name").asText());
    assertEquals(1, renamed.at("/segment/definitionVersion").asInt());
    JsonNode changed = workspace.patch("/segments/" + id, body("text", "cf:seats lt 100")).json();
    assertEquals("d", changed.at("/segment/description").asText());
    assertEquals(2, changed.at("/segment/definitionVersion").asInt());
    assertEquals(List.of("c.example.com"), workspace.members(id));
    JsonNode moved = workspace.patch("/segments/" + id, body("timezone", "Asia/Tokyo")).json();
    assertEquals(3, moved.at("/segment/definitionVersion").asInt());

    assertEquals(200, workspace.delete("/segments/" + id).status());
    assertEquals(404, workspace.get("/segments/" + id).status());
    assertEquals(404, workspace.delete("/segments/" + id).status());
    assertEquals(
        List.of(
            "segment.created",
            "segment.changed",
            "segment.changed",
            "segment.changed",
            "segment.deleted"),
        audited());
  }

  private List<String> audited() {
    return AuditRows.of(workspace.app().workspaceId()).stream()
        .map(entry -> entry.path("action").asText())
        .filter(action -> action.startsWith("segment."))
        .toList();
  }

  @Test
  void theAuditLogHasWhatChangedAndNothingOfUnchangedWrites() {
    String id = workspace.savedId("Large", "cf:seats gte 100");
    Response unchanged =
        workspace.patch("/segments/" + id, body("name", "Large", "text", "cf:seats >= 100.0"));
    assertEquals(200, unchanged.status());
    assertEquals(1, unchanged.json().at("/segment/definitionVersion").asInt());
    assertEquals(List.of("segment.created"), audited());
    workspace.patch("/segments/" + id, body("text", "cf:seats gte 10"));
    List<JsonNode> entries = AuditRows.of(workspace.app().workspaceId());
    JsonNode last = entries.get(entries.size() - 1);
    assertEquals("segment/" + id, last.path("object").asText());
    assertEquals("{\"text\":\"cf:seats gte 100\"}", last.path("before").toString());
    assertEquals("{\"text\":\"cf:seats gte 10\"}", last.path("after").toString());
  }

  @Test
  void aChangeIsMadeCompletelyOrNotAtAll() {
    JsonNode saved = workspace.saved("Large", "cf:seats gte 100");
    String address = "/segments/" + saved.path("id").asText();
    assertEquals(422, workspace.patch(address, body("name", "L", "text", "cf:seats")).status());
    assertEquals(
        422, workspace.patch(address, body("name", "L", "timezone", "Mars/Base")).status());
    workspace.saved("Other", "everyone");
    Response taken = workspace.patch(address, body("name", "Other", "text", "everyone"));
    assertEquals(409, taken.status());
    assertEquals("name_taken", taken.json().path("code").asText());
    assertEquals(saved, workspace.segment(saved.path("id").asText()));
  }

  @Test
  void aNameIsUniqueInItsWorkspace() {
    workspace.saved("VIP", "everyone");
    Response taken = workspace.save(" VIP", "everyone");
    assertEquals(409, taken.status());
    assertEquals("name_taken", taken.json().path("code").asText());
    assertEquals(200, new SegmentWorkspace().save("VIP", "everyone").status());
  }

  @Test
  void aChangeCountsInEverySegmentThatNestsTheChangedOne() {
    String inner = workspace.savedId("Inner", "cf:seats gte 100");
    String middle = workspace.savedId("Middle", "segment:Inner OR cf:plan = free");
    String outer = workspace.savedId("Outer", "NOT segment:Middle");
    assertEquals(List.of("c.example.com"), workspace.members(outer));
    workspace.patch("/segments/" + inner, body("text", "cf:seats gte 1000"));
    for (String id : List.of(inner, middle, outer)) {
      assertEquals(2, workspace.segment(id).path("definitionVersion").asInt());
    }
    assertEquals(List.of("a.example.com", "c.example.com"), workspace.members(outer));
    workspace.patch("/segments/" + inner, body("name", "Renamed"));
    assertEquals("NOT segment:Middle", workspace.segment(outer).path("text").asText());
    assertEquals(
        "segment:Renamed OR cf:plan = \"free\"", workspace.segment(middle).path("text").asText());
    assertEquals(2, workspace.segment(middle).path("definitionVersion").asInt());
  }

  @Test
  void aSegmentThatAnotherUsesIsNotDeleted() {
    String inner = workspace.savedId("Inner", "everyone");
    String outer = workspace.savedId("Outer", "segment:Inner");
    JsonNode user = json("[{\"type\":\"segment\",\"id\":\"" + outer + "\",\"name\":\"Outer\"}]");
    assertEquals(user, workspace.segment(inner).path("usedBy"));
    Response refused = workspace.delete("/segments/" + inner);
    assertEquals(409, refused.status());
    assertEquals("segment_in_use", refused.json().path("code").asText());
    assertEquals(user, refused.json().path("usedBy"));
    workspace.patch("/segments/" + outer, body("text", "everyone"));
    assertEquals(200, workspace.delete("/segments/" + inner).status());
  }

  @Test
  void membersAreListedPageByPage() {
    String id = workspace.savedId("All", "everyone");
    List<String> listed = new ArrayList<>();
    String next = "/segments/" + id + "/members?take=2";
    String cursor = "";
    do {
      JsonNode page = workspace.get(next + cursor).json();
      listed.addAll(texts(page.path("members"), "/myplatformDomain"));
      cursor =
          page.path("hasNextPage").asBoolean() ? "&cursor=" + page.path("cursor").asText() : "";
      assertTrue(page.at("/members/0/enteredAt").isNull());
    } while (!cursor.isEmpty());
    assertEquals(List.of("a.example.com", "b.example.com", "c.example.com"), listed);
    String other = workspace.savedId("Others", "everyone");
    String foreign = workspace.get(next).json().path("cursor").asText();
    Response refused = workspace.get("/segments/" + other + "/members?cursor=" + foreign);
    assertEquals(422, refused.status());
    assertEquals("invalid_cursor", refused.json().path("code").asText());
  }

  @Test
  void segmentsAreListedBySearchAndTracking() {
    String one = workspace.savedId("Pro shops", "cf:plan = pro");
    String two = workspace.savedId("100 % off_", "everyone");
    String list = "/workspaces/" + workspace.app().workspaceId() + "/segments";
    assertEquals(List.of(one, two), texts(workspace.get(list).json().path("segments"), "/id"));
    assertEquals(
        List.of(one), texts(workspace.get(list + "?search=PRO").json().path("segments"), "/id"));
    assertEquals(
        List.of(two),
        texts(workspace.get(list + "?search=%25%20off_").json().path("segments"), "/id"));
    assertEquals(0, workspace.get(list + "?tracked=true").json().path("segments").size());
    assertEquals(2, workspace.get(list + "?tracked=false").json().path("segments").size());
    assertEquals(422, workspace.get(list + "?tracked=maybe").status());
    JsonNode page = workspace.get(list + "?take=1").json();
    assertTrue(page.path("hasNextPage").asBoolean());
    JsonNode rest = workspace.get(list + "?take=1&cursor=" + page.path("cursor").asText()).json();
    assertEquals(List.of(two), texts(rest.path("segments"), "/id"));
    assertFalse(rest.path("hasNextPage").asBoolean());
  }

  @Test
  void promotingAFieldChangesNeitherMembersNorVersion() {
    String id = workspace.savedId("Large", "cf:seats gte 100");
    String before = workspace.segment(id).path("text").asText();
    workspace.post("/custom-fields/" + workspace.fieldId("seats") + "/promote", body());
    JsonNode after = workspace.segment(id);
    assertEquals(before, after.path("text").asText());
    assertTrue(after.at("/condition/app").isNull());
    assertEquals(1, after.path("definitionVersion").asInt());
    assertEquals(List.of("a.example.com", "b.example.com"), workspace.members(id));
  }
}
