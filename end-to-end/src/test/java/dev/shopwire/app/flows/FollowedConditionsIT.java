package dev.shopwire.app.flows;

import static dev.shopwire.app.flows.FlowRuns.definition;
import static dev.shopwire.app.flows.FlowRuns.log;
import static dev.shopwire.app.flows.FlowRuns.waiting;
import static dev.shopwire.app.flows.FlowRuns.webhook;
import static dev.shopwire.app.flows.FlowWorkspace.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** Tests that runs follow conditions: what their customers do, and what time does. */
class FollowedConditionsIT {
  private static final RunningService SERVICE = RunningService.shared();
  private static final String SHOP = "acme.example.com";

  /** Promised are 5 s; the build does not keep the machine to itself. */
  private static final Duration SOON =
      Duration.ofSeconds(RunSize.of("followedConditions.seconds", 15, 5));

  private final AttributionFixture credits = AttributionFixture.inNewWorkspace(SERVICE.tenants());
  private final FlowWorkspace workspace =
      new FlowWorkspace(new SegmentWorkspace(SERVICE.tenants(), credits.app()));
  private final FlowRuns runs = new FlowRuns(workspace);

  /** A step that waits for a condition. */
  private static String awaiting(String condition, String timeout) {
    ObjectNode step = (ObjectNode) SegmentWorkspace.json(waiting("w", "\"timeout\":\"1h\""));
    return step.put("condition", condition).put("timeout", timeout).toString();
  }

  private String awaitingFlow(String condition) {
    return workspace.published(definition("go", "", awaiting(condition, "1h")));
  }

  private void call(String path, String body) {
    ok(credits.app().api().post(path, body));
  }

  private void push(String fields) {
    workspace.segments.push(SHOP, fields);
  }

  private void send(String name, Instant timestamp) {
    call(
        "/v1/usage_events",
        "{\"eventName\":\"%s\",\"customerId\":\"%s\",\"timestamp\":\"%s\"}"
            .formatted(name, SHOP, timestamp));
  }

  private static Instant time(JsonNode at) {
    return Instant.parse(at.asText());
  }

  private void assertTrueSoon(String flow, Instant before) {
    JsonNode run = runs.awaitEnd(flow);
    assertEquals("w true, completed", log(run));
    Instant at = time(run.at("/log/0/at"));
    assertTrue(!at.isBefore(before), () -> before + " " + run);
    assertTrue(at.isBefore(before.plus(SOON)), () -> before + " " + run);
    Instant done = time(run.at("/log/0/doneAt"));
    assertTrue(done.isBefore(before.plus(SOON)), () -> before + " " + run);
  }

  @ConcurrentTest
  void eachKindOfChangeEndsTheWaitThatFollowsIt() {
    credits.affiliate("Jane", "JANE10");
    push("{\"plan\":\"free\"}");
    String segment = workspace.segments.savedId("Pros", "cf:plan = \"pro\"");
    Map<String, String> flows = new TreeMap<>();
    flows.put("field", awaitingFlow("cf:plan = \"pro\""));
    flows.put("segment", awaitingFlow("segment:Pros"));
    flows.put("name", awaitingFlow("name = \"Acme\""));
    flows.put("event", awaitingFlow("event:paid count gte 2"));
    flows.put("page", awaitingFlow("page:\"/prices\" viewed"));
    flows.put("sessions", awaitingFlow("sessions count gte 1"));
    flows.put("contact", awaitingFlow("contact where (tag = \"friend\")"));
    flows.put("credit", awaitingFlow("credit where (affiliate = \"Jane\")"));
    flows.put("never", awaitingFlow("cf:plan = \"never\""));
    runs.send(SHOP, "go", "{}");
    flows.values().forEach(flow -> runs.awaitAt(flow, "w"));
    JsonNode waits = runs.of(flows.get("field"), "").get(0);
    assertEquals("condition", waits.path("waitsFor").asText());
    assertEquals(time(waits.path("enteredAt")).plusSeconds(3_600), time(waits.path("dueAt")));
    assertEquals(1, runs.counts(flows.get("field")).at("/steps/0/waiting").asInt());
    Instant start = Instant.now();
    push("{\"plan\":\"pro\"}");
    assertTrueSoon(flows.get("field"), start);
    assertTrueSoon(flows.get("segment"), start);
    Instant named = Instant.now();
    call("/v1/identify", "{\"myplatformDomain\":\"%s\",\"name\":\"Acme\"}".formatted(SHOP));
    assertTrueSoon(flows.get("name"), named);
    runs.send(SHOP, "paid", "{}");
    Instant paid = Instant.now();
    runs.send(SHOP, "paid", "{}");
    assertTrueSoon(flows.get("event"), paid);
    Instant viewed = Instant.now();
    runs.send(SHOP, "page_view", "{\"path\":\"/prices\"}");
    assertTrueSoon(flows.get("page"), viewed);
    call(
        "/v1/usage_events",
        "{\"eventName\":\"page_view\",\"customerId\":\"%s\",\"path\":\"/\",\"sessionKey\":\"a\"}"
            .formatted(SHOP));
    // A view without a key makes a session, too: that of "/prices" may have ended the wait.
    assertTrueSoon(flows.get("sessions"), viewed);
    Instant met = Instant.now();
    ok(
        workspace.segments.post(
            "/customers/" + workspace.segments.customerId(SHOP) + "/contacts",
            SegmentWorkspace.json("{\"id\":7,\"tags\":[\"friend\"]}")));
    assertTrueSoon(flows.get("contact"), met);
    Instant credited = Instant.now();
    ok(credits.sendCode(SHOP, "JANE10"));
    assertTrueSoon(flows.get("credit"), credited);
    assertEquals(1, runs.of(flows.get("never"), "?status=active").size());
    assertEquals("Pros", workspace.segments.segment(segment).path("name").asText());
  }

  @ConcurrentTest
  void aConditionThatHoldsEndsTheWaitAtOnceAndOthersTimeOut() {
    push("{\"plan\":\"pro\"}");
    String holds = awaitingFlow("cf:plan = \"pro\"");
    String branch =
        """
        {"id":"b","type":"branch","arms":[
          {"name":"late","outcome":{"step":"w","is":"timeout"},"steps":[]},
          {"name":"true","outcome":{"step":"w","is":"true"},"steps":[]}]}
        """;
    String timesOut =
        workspace.published(definition("go", "", awaiting("cf:plan = \"free\"", "2s"), branch));
    String leaves =
        workspace.published(
            definition(
                "go",
                "",
                awaiting("cf:plan = \"free\"", "2s")
                    .replaceFirst("\\{", "{\"onTimeout\":\"exit\","),
                branch));
    String isTrue =
        workspace.published(definition("go", "", awaiting("cf:plan = \"pro\"", "2s"), branch));
    runs.send(SHOP, "go", "{}");
    JsonNode run = runs.awaitEnd(holds);
    assertEquals("w true, completed", log(run));
    assertEquals(run.path("enteredAt"), run.at("/log/0/at"));
    assertEquals("w true, b true, completed", log(runs.awaitEnd(isTrue)));
    JsonNode late = runs.awaitEnd(timesOut);
    assertEquals("w timeout, b late, completed", log(late));
    assertEquals(time(late.path("enteredAt")).plusSeconds(2), time(late.at("/log/0/at")));
    assertEquals("w timeout, wait_timeout", log(runs.awaitEnd(leaves)));
  }

  @ConcurrentTest
  void whatTimeChangesIsSeenWhenItDoes() {
    Instant moment = Instant.now().plusSeconds(8);
    send("seen", moment.minus(Duration.ofHours(1)));
    push("{\"due_on\":\"%s\"}".formatted(moment));
    String last = awaitingFlow("event:seen last before 1h ago");
    String field = awaitingFlow("cf:due_on before now");
    ObjectNode exiting = definition("go", "", waiting("far", "\"for\":\"300d\""));
    exiting.set(
        "exit", SegmentWorkspace.json("[{\"condition\":\"event:seen not performed within 1h\"}]"));
    String exit = workspace.published(exiting);
    String entry =
        workspace.published(
            definition(
                "go",
                "{\"condition\":\"event:seen not performed within 1h\",\"grace\":\"1h\"}",
                webhook("act")));
    runs.send(SHOP, "go", "{}");
    runs.awaitAt(last, "w");
    runs.awaitAt(field, "w");
    runs.awaitAt(exit, "far");
    assertEquals(0, runs.of(entry, "").size());
    assertTrue(Instant.now().isBefore(moment), "The test was too slow");
    assertTrueSoon(last, moment);
    assertTrueSoon(field, moment);
    JsonNode ended = runs.awaitEnd(exit);
    assertEquals("exit_condition", log(ended));
    Instant at = time(ended.path("endedAt"));
    assertTrue(!at.isBefore(moment) && at.isBefore(moment.plus(SOON)), () -> moment + " " + at);
    JsonNode entered = runs.awaitEnd(entry);
    Instant enteredAt = time(entered.path("enteredAt"));
    assertTrue(
        !enteredAt.isBefore(moment) && enteredAt.isBefore(moment.plus(SOON)), entered::toString);
  }

  @ConcurrentTest
  void conditionsEndARunWhileItWaitsAlsoInAPause() {
    push("{\"plan\":\"free\",\"blocked\":false}");
    String flow = exiting("[{\"condition\":\"cf:plan = \\\"pro\\\"\"}]", "");
    String matching =
        exiting("[{\"noLongerMatches\":true}]", "{\"condition\":\"cf:blocked = false\"}");
    String paused = exiting("[{\"condition\":\"cf:plan = \\\"pro\\\"\"}]", "");
    String other = exiting("[{\"condition\":\"event:never performed\"}]", "");
    runs.send(SHOP, "go", "{}");
    for (String each : new String[] {flow, matching, paused, other}) {
      runs.awaitAt(each, "far");
    }
    workspace.acted(paused, "pause", "{}");
    Instant before = Instant.now();
    push("{\"plan\":\"pro\",\"blocked\":true}");
    for (String each : new String[] {flow, matching, paused}) {
      JsonNode run = runs.awaitEnd(each);
      assertEquals("exit_condition", log(run));
      Instant at = time(run.path("endedAt"));
      assertTrue(!at.isBefore(before) && at.isBefore(before.plus(SOON)), run::toString);
    }
    assertEquals(1, runs.of(other, "?status=active").size());
  }

  private String exiting(String exits, String entry) {
    ObjectNode definition = definition("go", entry, waiting("far", "\"for\":\"300d\""));
    definition.set("exit", SegmentWorkspace.json(exits));
    return workspace.published(definition);
  }

  @ConcurrentTest
  void whoseConditionBeginsToHoldWithinTheGraceEntersThen() {
    push("{\"plan\":\"free\"}");
    String byField =
        workspace.published(
            definition("go", "{\"condition\":\"cf:plan = \\\"pro\\\"\"}", webhook("act")));
    String byEvent =
        workspace.published(
            definition("go", "{\"condition\":\"event:paid performed\"}", webhook("act")));
    String tooLate =
        workspace.published(
            definition(
                "go",
                "{\"condition\":\"cf:plan = \\\"pro\\\"\",\"grace\":\"1s\"}",
                webhook("act")));
    runs.send(SHOP, "go", "{}");
    StartedRuns started = new StartedRuns(workspace, SERVICE.sql());
    started.assertCount(0, byField);
    Poll.until(
        FlowRuns.TIME,
        () -> "the grace is over",
        () -> "condition_false 1".equals(started.refusals(tooLate)));
    Instant before = Instant.now();
    push("{\"plan\":\"pro\"}");
    runs.send(SHOP, "paid", "{}");
    for (String flow : new String[] {byField, byEvent}) {
      JsonNode run = runs.awaitEnd(flow);
      Instant at = time(run.path("enteredAt"));
      assertTrue(!at.isBefore(before) && at.isBefore(before.plus(SOON)), run::toString);
    }
    started.assertCount(0, tooLate);
  }

  @ConcurrentTest
  void aChangeDuringAPauseEndsTheWaitWhenTheFlowGoesOn() {
    push("{\"plan\":\"free\"}");
    String[] flows = new String[3];
    String[] ways = {"send", "skip", "reschedule"};
    for (int i = 0; i < flows.length; i++) {
      flows[i] = awaitingFlow("cf:plan = \"pro\"");
    }
    runs.send(SHOP, "go", "{}");
    for (String flow : flows) {
      runs.awaitAt(flow, "w");
      workspace.acted(flow, "pause", "{}");
    }
    push("{\"plan\":\"pro\"}");
    new StartedRuns(workspace, SERVICE.sql()).assertCount(1, flows[0]);
    Instant resumed = Instant.now();
    for (int i = 0; i < flows.length; i++) {
      assertEquals(1, runs.of(flows[i], "?status=active").size());
      workspace.acted(flows[i], "resume", "{\"overdue\":\"%s\"}".formatted(ways[i]));
      assertTrueSoon(flows[i], resumed);
    }
  }

  @ConcurrentTest
  void runsThatAreMovedFollowTheConditionsOfTheirNewVersion() {
    push("{\"plan\":\"free\"}");
    String flow = awaitingFlow("cf:plan = \"pro\"");
    runs.send(SHOP, "go", "{}");
    runs.awaitAt(flow, "w");
    ok(workspace.change(flow, definition("go", "", awaiting("cf:plan = \"free\"", "1h"))));
    workspace.acted(flow, "publish", "{}");
    Instant before = Instant.now();
    ok(
        workspace.act(
            flow, "move-runs", "{\"from\":1,\"to\":2,\"waits\":\"keep\",\"preview\":false}"));
    assertTrueSoon(flow, before);
  }

  @ConcurrentTest
  void runsFollowASegmentThatIsDefinedAnew() {
    push("{\"plan\":\"free\",\"seats\":1}");
    String inner = workspace.segments.savedId("Inner", "cf:plan = \"pro\"");
    workspace.segments.savedId("Outer", "segment:Inner");
    String flow = awaitingFlow("segment:Outer");
    String other = awaitingFlow("segment:Outer");
    runs.send(SHOP, "go", "{}");
    runs.awaitAt(flow, "w");
    runs.awaitAt(other, "w");
    ok(
        workspace.segments.patch(
            "/segments/" + inner, SegmentWorkspace.body("text", "cf:seats gt 5")));
    Instant before = Instant.now();
    push("{\"seats\":6}");
    assertTrueSoon(flow, before);
    assertTrueSoon(other, before);
    String last = awaitingFlow("segment:Inner AND cf:plan = \"free\" AND cf:seats gt 10");
    runs.send(SHOP, "go", "{}");
    runs.awaitAt(last, "w");
    Instant redefined = Instant.now();
    ok(workspace.segments.patch("/segments/" + inner, SegmentWorkspace.body("text", "everyone")));
    push("{\"seats\":11}");
    assertTrueSoon(last, redefined);
  }
}
