package dev.shopwire.app.flows;

import static dev.shopwire.app.flows.FlowRuns.definition;
import static dev.shopwire.app.flows.FlowRuns.waiting;
import static dev.shopwire.app.flows.FlowRuns.webhook;
import static dev.shopwire.app.flows.FlowWorkspace.assertFails;
import static dev.shopwire.app.flows.FlowWorkspace.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** Tests that each reason why an event did or did not start a run is explained. */
@Tag("stores")
class FlowExplanationIT {
  private static final String SHOP = "acme.example.com";
  private static final String LONG_WAIT = waiting("w", "\"for\":\"300d\"");

  private final FlowWorkspace workspace = new FlowWorkspace(RunningService.shared().tenants());
  private final FlowRuns runs = new FlowRuns(workspace);

  private void send(String id, String name, String more) {
    String body =
        "{\"eventName\":\"%s\",\"eventId\":\"%s\",\"customerId\":\"%s\"%s}"
            .formatted(name, id, SHOP, more);
    Response response = workspace.segments.app().api().post("/v1/usage_events", body);
    assertEquals(200, response.status(), response::body);
  }

  private Response get(String flow, String parameters) {
    return workspace.segments.get("/flows/" + flow + "/explain?customerId=" + parameters);
  }

  private JsonNode explained(String flow, String event) {
    return ok(get(flow, SHOP + (event.isEmpty() ? "" : "&eventId=" + event))).path("explanation");
  }

  private List<String> codes(String flow, String event) {
    List<String> codes = new ArrayList<>();
    explained(flow, event)
        .path("reasons")
        .forEach(reason -> codes.add(reason.path("code").asText()));
    return codes;
  }

  private void awaitCode(String code, String flow, String event) {
    Poll.until(
        FlowRuns.TIME,
        () -> code + ", actual " + explained(flow, event),
        () -> codes(flow, event).equals(List.of(code)));
  }

  private void settle(String flow, int count) {
    Poll.until(FlowRuns.TIME, () -> count + " runs", () -> runs.of(flow, "").size() == count);
  }

  @ConcurrentTest
  void whoEnteredIsShownWithTheRun() {
    String flow = workspace.published(definition("a", "", LONG_WAIT));
    send("e-1", "a", "");
    awaitCode("entered", flow, "e-1");
    JsonNode explanation = explained(flow, "e-1");
    assertTrue(explanation.path("entered").asBoolean());
    JsonNode run = runs.of(flow, "").get(0);
    assertEquals(run, explanation.at("/runs/0"));
    assertEquals(run.path("enteredAt"), explanation.at("/reasons/0/at"));
    assertEquals(explanation.path("reasons"), explained(flow, "").path("reasons"));
  }

  @ConcurrentTest
  void eachRuleOfFrequencyIsNamed() {
    String once = workspace.published(definition("a", "", LONG_WAIT));
    String interval =
        workspace.published(
            definition("a", "{\"frequency\":\"interval\",\"interval\":\"1d\"}", LONG_WAIT));
    String key =
        workspace.published(definition("a", "{\"frequency\":\"key\",\"key\":\"k\"}", LONG_WAIT));
    send("e-1", "a", ",\"properties\":{\"k\":1}");
    send("e-2", "a", ",\"properties\":{\"k\":1}");
    send("e-3", "a", "");
    awaitCode("already_entered", once, "e-2");
    awaitCode("within_interval", interval, "e-2");
    awaitCode("already_entered", key, "e-2");
    awaitCode("key_missing", key, "e-3");
    JsonNode explanation = explained(once, "e-2");
    assertFalse(explanation.path("entered").asBoolean());
    assertEquals(runs.of(once, "").get(0).path("enteredAt"), explanation.at("/reasons/0/at"));
    Poll.until(
        FlowRuns.TIME,
        () -> "refusals are counted: " + explained(once, "e-2"),
        () -> explained(once, "e-2").at("/refusals/already_entered").asInt() == 2);
  }

  @ConcurrentTest
  void allThatDiffersFromTheTriggerIsNamed() {
    String flow =
        workspace.published(
            FlowWorkspace.definition(
                """
                {"type":"usage_event","eventName":"a","maxAge":"1h","properties":[
                  {"property":"order.total","operator":"gte","value":100},
                  {"property":"state","operator":"equals","value":"new"}]}
                """,
                LONG_WAIT));
    Instant old = Instant.now().minusSeconds(7_200);
    send(
        "e-1",
        "a",
        ",\"timestamp\":\"%s\",\"properties\":{\"order\":{\"total\":99.5}}".formatted(old));
    send("e-2", "b", "");
    assertEquals(
        List.of("properties_differ", "properties_differ", "event_too_old"), codes(flow, "e-1"));
    JsonNode reasons = explained(flow, "e-1").path("reasons");
    assertEquals(
        "order.total must be gte 100; the event has 99.5", reasons.at("/0/message").asText());
    assertEquals(
        "state must be equals \"new\"; the event has nothing", reasons.at("/1/message").asText());
    assertEquals(List.of("not_this_trigger"), codes(flow, "e-2"));
    assertEquals(List.of("unknown_event"), codes(flow, "e-3"));
  }

  @ConcurrentTest
  void aConditionThatDoesNotHoldIsExplained() {
    workspace.segments.push(SHOP, "{\"plan\":\"free\"}");
    String none =
        workspace.published(
            definition(
                "a", "{\"condition\":\"cf:plan = \\\"pro\\\"\",\"grace\":\"0s\"}", LONG_WAIT));
    String patient =
        workspace.published(
            definition(
                "a", "{\"condition\":\"cf:plan = \\\"pro\\\"\",\"grace\":\"1h\"}", LONG_WAIT));
    send("e-1", "a", "");
    awaitCode("pending_grace", patient, "e-1");
    awaitCode("condition_false", none, "e-1");
    JsonNode reason = explained(none, "e-1").at("/reasons/0");
    assertEquals("free", reason.at("/explanation/value").asText(), reason::toString);
    assertFalse(reason.at("/explanation/result").asBoolean(), reason::toString);
    Poll.until(
        FlowRuns.TIME,
        () -> "the refusal is counted",
        () -> explained(none, "").at("/refusals/condition_false").asInt() == 1);
    workspace.segments.push(SHOP, "{\"plan\":\"pro\"}");
    awaitCode("entered", patient, "e-1");
    JsonNode late = explained(none, "e-1").at("/reasons/0");
    assertEquals("condition_false", late.path("code").asText(), late::toString);
    assertTrue(late.path("explanation").isMissingNode(), late::toString);
  }

  @ConcurrentTest
  void whatTheFlowWasWhenTheEventCameCounts() {
    String flow = workspace.created(definition("a", "", LONG_WAIT));
    send("e-0", "a", "");
    assertEquals(List.of("flow_not_published"), codes(flow, "e-0"));
    assertEquals(List.of("flow_not_published"), codes(flow, ""));
    workspace.acted(flow, "publish", "{}");
    assertEquals(List.of("flow_not_published"), codes(flow, "e-0"));
    assertEquals(List.of(), codes(flow, ""));
    workspace.acted(flow, "pause", "{\"entries\":\"drop\"}");
    send("e-1", "a", "");
    workspace.acted(flow, "resume", "{\"overdue\":\"send\"}");
    awaitCode("flow_paused", flow, "e-1");
    send("e-2", "a", "");
    awaitCode("entered", flow, "e-2");
    workspace.acted(flow, "archive", "{\"runs\":\"end\"}");
    send("e-3", "a", "");
    awaitCode("flow_not_published", flow, "e-3");
    settle(flow, 1);
  }

  @ConcurrentTest
  void parametersAreChecked() {
    String flow = workspace.published(definition("a", "", webhook("w")));
    assertFails(422, "required", workspace.segments.get("/flows/" + flow + "/explain"));
    assertFails(404, "unknown_customer", get(flow, "nobody.example.com"));
    assertFails(404, "unknown_flow", get("999999", SHOP));
  }
}
