package dev.shopwire.app.segments;

import static dev.shopwire.app.segments.SegmentWorkspace.body;
import static dev.shopwire.app.segments.SegmentWorkspace.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.testing.Http.Response;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that faulty requests are refused with the place and the code of every fault. */
@Tag("everywhere")
class SegmentRefusalsIT {
  private static final SegmentWorkspace WORKSPACE = new SegmentWorkspace();

  static {
    WORKSPACE.push("a.example.com", "{\"seats\":121,\"plan\":\"pro\",\"active\":true}");
  }

  private static void assertRefused(Response response, String pointer, String code) {
    assertEquals(422, response.status(), response::body);
    JsonNode error = response.json().at("/errors/0");
    assertEquals(
        pointer + " " + code, error.path("pointer").asText() + " " + error.path("code").asText());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cf:seats gte                         | syntax_error",
        "cf:seats gte 100 AND                 | syntax_error",
        "(everyone                            | syntax_error",
        "shop:x                               | unknown_condition",
        "flow:x                               | unknown_condition",
        "cf:nothing is set                    | unknown_field",
        "cf:nowhere/seats gte 1               | unknown_app",
        "event:nowhere/export performed       | unknown_app",
        "segment:Nothing                      | unknown_segment",
        "segment:#999999999                   | unknown_segment",
        "credit where (affiliate = Nobody)    | unknown_affiliate",
        "cf:active gt 1                       | operator_not_allowed",
        "cf:seats = x                         | type_mismatch",
        "cf:plan before 2026-02-30            | invalid_value",
        "lastSeenAt within 4000d              | invalid_value",
      })
  void aFaultyTextIsRefused(String text, String code) {
    Response response = WORKSPACE.check(text);
    assertRefused(response, "/text", code);
    JsonNode error = response.json().at("/errors/0");
    assertTrue(error.path("position").isInt(), response::body);
    assertTrue(error.path("position").asInt() <= text.length(), response::body);
    assertEquals(response.json().path("errors"), WORKSPACE.preview(text).json().path("errors"));
    assertEquals(
        response.json().path("errors"), WORKSPACE.save("Faulty", text).json().path("errors"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"all\":[]}                                                      | /condition/all",
        "{\"type\":\"field\",\"name\":\"seats\"}                           | /condition/op",
        "{\"type\":\"field\",\"id\":\"999999999\",\"op\":\"is_set\"}       | /condition/id",
        "{\"type\":\"segment\",\"id\":\"999999999\"}                       | /condition/id",
        "{\"not\":{\"type\":\"nothing\"}}                                  | /condition/not/type",
        "7                                                                 | /condition",
      })
  void aFaultyTreeIsRefused(String tree, String pointer) {
    ObjectNode body = body();
    body.set("condition", json(tree));
    Response response = WORKSPACE.check(body);
    assertEquals(422, response.status(), response::body);
    assertEquals(pointer, response.json().at("/errors/0/pointer").asText(), response::body);
  }

  @Test
  void eitherTextOrConditionIsNeeded() {
    assertRefused(WORKSPACE.check(body()), "", "one_of");
    ObjectNode both = body("text", "everyone");
    both.set("condition", json("{\"type\":\"everyone\"}"));
    assertRefused(WORKSPACE.check(both), "", "one_of");
    both.putNull("text");
    assertEquals(200, WORKSPACE.check(both).status());
  }

  @Test
  void everyFaultOfABodyIsReported() {
    ObjectNode body = body("name", "", "text", "cf:a is set OR cf:b is set", "timezone", "Mars");
    body.put("tracked", "yes").put("nothing", 1).put("description", 7);
    Response response = WORKSPACE.save(body);
    assertEquals(422, response.status());
    Set<String> pointers = new TreeSet<>();
    response.json().path("errors").forEach(each -> pointers.add(each.path("pointer").asText()));
    assertEquals(Set.of("/name", "/timezone", "/tracked", "/nothing", "/description"), pointers);
    Response names = WORKSPACE.save("S", "cf:a is set OR cf:b is set");
    assertEquals(2, names.json().path("errors").size(), names::body);
  }

  @Test
  void aTimezoneMustBeOfTheIana() {
    assertRefused(
        WORKSPACE.check(body("text", "everyone", "timezone", "Mars/Base")),
        "/timezone",
        "invalid_timezone");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "7", "{", "{\"text\":\"everyone\""})
  void aBodyThatIsNoObjectIsRefused(String body) {
    String path = "/console/api/workspaces/" + WORKSPACE.app().workspaceId() + "/segments";
    for (String call : new String[] {"", "/check", "/preview", "/explain"}) {
      int status = WORKSPACE.console().post(path + call, body).status();
      assertTrue(status == 400 || status == 422, () -> call + " " + status);
    }
  }

  @Test
  void segmentsDontNestEachOtherInARing() {
    String one = WORKSPACE.savedId("Ring 1", "everyone");
    String two = WORKSPACE.savedId("Ring 2", "segment:\"Ring 1\"");
    WORKSPACE.savedId("Ring 3", "segment:\"Ring 2\"");
    Response refused = WORKSPACE.patch("/segments/" + one, body("text", "segment:\"Ring 3\""));
    assertRefused(refused, "/text", "segment_cycle");
    String message = refused.json().at("/errors/0/message").asText();
    for (String name : new String[] {"Ring 1", "Ring 2", "Ring 3"}) {
      assertTrue(message.contains(name), message);
    }
    assertRefused(
        WORKSPACE.patch("/segments/" + two, body("text", "segment:#" + two)),
        "/text",
        "segment_cycle");
  }

  @Test
  void segmentsAreNestedFiveDeep() {
    SegmentWorkspace workspace = new SegmentWorkspace();
    workspace.savedId("S0", "everyone");
    for (int i = 1; i <= 5; i++) {
      workspace.savedId("S" + i, "segment:S" + (i - 1));
    }
    assertRefused(workspace.save("S6", "segment:S5"), "/text", "nested_too_deep");
    String bottom = workspace.savedId("Bottom", "everyone");
    String inner =
        workspace
            .get("/workspaces/" + workspace.app().workspaceId() + "/segments?search=S0")
            .json()
            .at("/segments/0/id")
            .asText();
    assertRefused(
        workspace.patch("/segments/" + inner, body("text", "segment:#" + bottom)),
        "/text",
        "nested_too_deep");
  }

  @Test
  void anUnknownCustomerIsNotExplained() {
    assertEquals(404, WORKSPACE.explain("everyone", "unknown.example.com").status());
    assertEquals(
        404, WORKSPACE.explain("everyone", new SegmentWorkspace().savedCustomer()).status());
    assertRefused(
        WORKSPACE.check(body("text", "everyone", "customerId", "a")),
        "/customerId",
        "unknown_field");
  }
}
