package dev.shopwire.app.flows;

import static dev.shopwire.app.flows.FlowRuns.log;
import static dev.shopwire.app.flows.FlowRuns.waiting;
import static dev.shopwire.app.flows.FlowRuns.webhook;
import static dev.shopwire.app.flows.FlowWorkspace.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Poll;
import org.junit.jupiter.api.BeforeEach;

/** Tests runs that transitions of tracked segments start. */
class SegmentTriggersIT {
  private static final RunningService SERVICE = RunningService.shared();
  private static final String OLD = "old.example.com";
  private static final String NEW = "new.example.com";
  private static final String PRO = "{\"plan\":\"pro\"}";
  private static final String FREE = "{\"plan\":\"free\"}";

  private final FlowWorkspace workspace = new FlowWorkspace(SERVICE.tenants());
  private final FlowRuns runs = new FlowRuns(workspace);
  private final StartedRuns started = new StartedRuns(workspace, SERVICE.sql());
  private String segment = "";

  @BeforeEach
  void saveSegment() {
    push(OLD, PRO);
    push(NEW, FREE);
    segment = workspace.segments.savedId("Pro", "cf:plan = \"pro\"");
  }

  private void push(String shop, String fields) {
    workspace.segments.push(shop, fields);
  }

  private ObjectNode definition(String type, String more, String... steps) {
    return FlowWorkspace.definition(
            "{\"type\":\"%s\",\"segment\":\"%s\"%s}".formatted(type, segment, more), steps)
        .set("entry", SegmentWorkspace.json("{\"frequency\":\"always\"}"));
  }

  private String published(String type, String more) {
    return workspace.published(definition(type, more, webhook("w")));
  }

  private void edit(String text, boolean announced) {
    ok(
        workspace.segments.patch(
            "/segments/" + segment,
            SegmentWorkspace.body("text", text).put("announce", announced)));
  }

  @ConcurrentTest
  void eachTransitionStartsARunAndThoseOfASilentBuildNone() {
    String entered = published("segment_entered", "");
    String exited = published("segment_exited", "");
    started.assertCount(0, entered);
    push(NEW, PRO);
    started.assertCount(1, entered);
    started.assertCount(0, exited);
    push(NEW, PRO);
    push(NEW, "{\"other\":1}");
    started.assertCount(1, entered);
    push(NEW, FREE);
    started.assertCount(1, exited);
    push(NEW, PRO);
    started.assertCount(2, entered);
    started.assertCount(1, exited);
    JsonNode run = runs.run(runs.of(exited, "").get(0).path("id").asText());
    assertEquals("segment_exited", run.at("/cause/type").asText());
    edit("cf:plan = \"free\"", false);
    started.assertCount(2, entered);
    started.assertCount(1, exited);
    edit("cf:plan = \"pro\"", true);
    started.assertCount(4, entered);
    started.assertCount(1, exited);
    edit("cf:plan = \"none\"", true);
    started.assertCount(3, exited);
  }

  @ConcurrentTest
  void membersEnterWhenTheFlowIsFirstPublishedIfItSaysSo() {
    for (int i = 0; i < 30; i++) {
      push("m" + i + ".example.com", PRO);
    }
    String first = published("segment_entered", ",\"includeMembers\":true");
    started.assertCount(31, first);
    String second = published("segment_entered", ",\"includeMembers\":true");
    String without = published("segment_entered", "");
    started.assertCount(31, second);
    push(NEW, PRO);
    started.assertCount(32, first);
    started.assertCount(32, second);
    started.assertCount(1, without);
    ok(
        workspace.change(
            first, definition("segment_entered", ",\"includeMembers\":true", webhook("another"))));
    workspace.acted(first, "publish", "{}");
    started.assertCount(32, first);
    assertEquals(
        "32",
        SERVICE
            .sql()
            .text(
                "select count(distinct customer_id) from flow_runs where flow_id = ?",
                Long.parseLong(first)));
  }

  @ConcurrentTest
  void aRunEndsWhenItsCustomerHasLeftTheSegment() {
    ObjectNode definition =
        definition("segment_entered", "", waiting("w", "\"for\":\"4s\""), webhook("act"));
    definition.set("exit", SegmentWorkspace.json("[{\"noLongerMatches\":true}]"));
    String flow = workspace.published(definition);
    ObjectNode reverse =
        definition("segment_exited", "", waiting("w", "\"for\":\"4s\""), webhook("act"));
    reverse.set("exit", SegmentWorkspace.json("[{\"noLongerMatches\":true}]"));
    String exited = workspace.published(reverse);
    push(NEW, PRO);
    push("leaves.example.com", PRO);
    push(OLD, FREE);
    started.assertCount(2, flow);
    push("leaves.example.com", FREE);
    runs.awaitEnded(flow, 2);
    runs.awaitEnded(exited, 2);
    assertEquals("w elapsed, act no_subscriber, completed", logOf(flow, NEW));
    assertEquals("exit_condition", logOf(flow, "leaves.example.com"));
    assertEquals("w elapsed, act no_subscriber, completed", logOf(exited, OLD));
  }

  @ConcurrentTest
  void flowsThatMoveACustomerInAndOutStopAfterSixRuns() {
    String leave = workspace.published(definition("segment_entered", "", setting("free")));
    String comeBack = workspace.published(definition("segment_exited", "", setting("pro")));
    push(NEW, PRO);
    Poll.until(
        FlowRuns.TIME,
        () -> "a refusal, actual " + runs.counts(leave) + runs.counts(comeBack),
        () -> "chain_too_long 1".equals(started.refusals(leave)));
    started.assertCount(3, leave);
    started.assertCount(3, comeBack);
  }

  private static String setting(String plan) {
    return "{\"id\":\"set\",\"type\":\"set_field\",\"field\":\"plan\",\"app\":null,\"value\":\"%s\"}"
        .formatted(plan);
  }

  private String logOf(String flow, String shop) {
    return runs.of(flow, "").stream()
        .filter(run -> run.path("myplatformDomain").asText().equals(shop))
        .map(run -> log(runs.run(run.path("id").asText())))
        .findFirst()
        .orElse("no run");
  }
}
