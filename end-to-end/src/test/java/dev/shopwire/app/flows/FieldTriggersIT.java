package dev.shopwire.app.flows;

import static dev.shopwire.app.flows.FlowRuns.webhook;
import static dev.shopwire.app.flows.FlowWorkspace.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Tenants;

/** Tests runs that changes of custom fields start. */
class FieldTriggersIT {
  private static final RunningService SERVICE = RunningService.shared();
  private static final String SHOP = "acme.example.com";

  private final FlowWorkspace workspace = new FlowWorkspace(SERVICE.tenants());
  private final FlowRuns runs = new FlowRuns(workspace);
  private final StartedRuns started = new StartedRuns(workspace, SERVICE.sql());

  /**
   * @param more further members of the trigger, each after a comma
   */
  private String published(String field, String more) {
    return workspace.published(
        FlowWorkspace.definition(
                "{\"type\":\"field_changed\",\"field\":\"%s\"%s}".formatted(field, more),
                webhook("w"))
            .set("entry", SegmentWorkspace.json("{\"frequency\":\"always\"}")));
  }

  private void push(String fields) {
    workspace.segments.push(SHOP, fields);
  }

  @ConcurrentTest
  void aChangedTextStartsARunOfThoseWhoWantItsOldAndNewValue() {
    workspace.segments.push("other.example.com", "{\"plan\":\"x\",\"note\":\"x\"}");
    String any = published("plan", "");
    String fromNone = published("plan", ",\"from\":null");
    String fromFree = published("plan", ",\"from\":\"free\"");
    String toPro = published("plan", ",\"to\":\"pro\"");
    String toNone = published("plan", ",\"to\":null");
    String both = published("plan", ",\"from\":\"free\",\"to\":\"pro\"");
    String ofApp =
        published(
            "plan",
            ",\"app\":\"" + workspace.segments.slug(workspace.segments.app()) + "\",\"to\":null");
    push("{\"plan\":\"free\"}");
    started.assertCount(1, any);
    started.assertCount(1, fromNone);
    started.assertCount(0, both);
    push("{\"plan\":\"free\",\"note\":\"changed\"}");
    started.assertCount(1, any);
    push("{\"plan\":\"pro\"}");
    started.assertCount(2, any);
    started.assertCount(1, fromFree);
    started.assertCount(1, both);
    push("{\"plan\":\"Pro\"}");
    started.assertCount(1, toPro);
    started.assertCount(0, toNone);
    push("{\"plan\":null}");
    push("{\"plan\":null}");
    started.assertCount(4, any);
    started.assertCount(1, toNone);
    started.assertCount(1, ofApp);
    started.assertCount(1, fromNone);
    JsonNode run = runs.run(runs.awaitEnded(both, 1).get(0));
    assertEquals("field_changed", run.at("/cause/type").asText());
    assertEquals(run.path("enteredAt"), run.at("/cause/receivedAt"));
  }

  @ConcurrentTest
  void valuesAreComparedByTheTypeOfTheField() {
    workspace.segments.push(
        "other.example.com", "{\"seats\":0,\"active\":true,\"extra\":{\"x\":1}}");
    String seats = published("seats", ",\"to\":100");
    String active = published("active", ",\"from\":false");
    String extra = published("extra", ",\"to\":{\"a\":[1,{\"b\":2.0}],\"c\":\"d\"}");
    String anyExtra = published("extra", "");
    push("{\"seats\":1,\"active\":false,\"extra\":{\"a\":1}}");
    started.assertCount(0, seats);
    started.assertCount(1, anyExtra);
    push("{\"seats\":100.0,\"active\":true,\"extra\":{\"c\":\"d\",\"a\":[1.0,{\"b\":2}]}}");
    started.assertCount(1, seats);
    started.assertCount(1, active);
    started.assertCount(1, extra);
    push("{\"seats\":100,\"active\":true,\"extra\":{\"a\":[1,{\"b\":2}],\"c\":\"d\"}}");
    started.assertCount(1, seats);
    started.assertCount(1, active);
    started.assertCount(1, extra);
    started.assertCount(2, anyExtra);
  }

  @ConcurrentTest
  void thePromotionOfAFieldIsNoChangeAndItsFlowsGoOn() {
    push("{\"plan\":\"free\"}");
    String flow = published("plan", "");
    String id = workspace.segments.fieldId("plan");
    ok(workspace.segments.post("/custom-fields/" + id + "/promote", SegmentWorkspace.body()));
    started.assertCount(0, flow);
    Tenants.App other = workspace.segments.anotherApp();
    SegmentWorkspace.push(other, SHOP, "{\"plan\":\"pro\"}");
    started.assertCount(1, flow);
  }

  @ConcurrentTest
  void aFieldWithAValueForEachAppMayBeLimitedToOne() {
    ok(
        workspace.segments.post(
            workspace.list("custom-fields"),
            SegmentWorkspace.body("name", "score", "type", "number", "scope", "all-apps")));
    Tenants.App other = workspace.segments.anotherApp();
    String any = published("score", "");
    String limited =
        published("score", ",\"app\":\"" + workspace.segments.slug(other) + "\",\"to\":1");
    push("{\"score\":1}");
    started.assertCount(1, any);
    started.assertCount(0, limited);
    SegmentWorkspace.push(other, SHOP, "{\"score\":1}");
    started.assertCount(2, any);
    started.assertCount(1, limited);
  }
}
