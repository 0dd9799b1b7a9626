package dev.shopwire.app.flows;

import static dev.shopwire.app.flows.FlowRuns.definition;
import static dev.shopwire.app.flows.FlowRuns.log;
import static dev.shopwire.app.flows.FlowRuns.waiting;
import static dev.shopwire.app.flows.FlowRuns.webhook;
import static dev.shopwire.app.flows.FlowWorkspace.assertFails;
import static dev.shopwire.app.flows.FlowWorkspace.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.app.support.WebhookFixture;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Received;
import dev.shopwire.testing.compat.SignatureCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** Tests runs of flows: what starts and ends them, and what their steps do. */
class FlowRunsIT {
  private static final RunningService SERVICE = RunningService.shared();
  private static final String SHOP = "acme.example.com";
  private static final String FAR = "\"for\":\"300d\"";

  private final WebhookFixture fixture = WebhookFixture.inNewWorkspace();
  private final FlowWorkspace workspace =
      new FlowWorkspace(new SegmentWorkspace(fixture.tenants(), fixture.app()));
  private final FlowRuns runs = new FlowRuns(workspace);

  @AfterEach
  void closeReceiver() {
    fixture.close();
  }

  private WebhookEndpoint endpoint() {
    WebhookEndpoint endpoint = fixture.endpoint("/steps", "");
    endpoint.change("{\"topics\":[\"flows/step\"]}");
    return endpoint;
  }

  private String template(String subject) {
    ObjectNode body =
        SegmentWorkspace.body(
            "name", "T" + System.nanoTime(), "subject", subject, "html", "<p>Hi</p>");
    return ok(workspace.segments.post(workspace.list("mail-templates"), body))
        .at("/mailTemplate/id")
        .asText();
  }

  private void identify(String email) {
    Response response =
        fixture
            .app()
            .api()
            .post(
                "/v1/identify",
                "{\"myplatformDomain\":\"%s\",\"name\":\"Acme\",\"email\":\"%s\"}"
                    .formatted(SHOP, email));
    assertEquals(200, response.status(), response::body);
  }

  private void openSandbox() {
    ok(
        workspace.segments.patch(
            "/workspaces/" + workspace.id() + "/automation-settings",
            SegmentWorkspace.json("{\"sandbox\":{\"enabled\":false,\"allow\":[]}}")));
  }

  @ConcurrentTest
  void aRunDoesItsStepsInOrderAndTellsThem() {
    WebhookEndpoint endpoint = endpoint();
    identify("owner@acme.example");
    openSandbox();
    String flow =
        workspace.published(
            definition(
                "order_created",
                "{\"frequency\":\"key\",\"key\":\"order.id\"}",
                "{\"id\":\"large\",\"type\":\"filter\",\"properties\":["
                    + "{\"property\":\"total\",\"operator\":\"gte\",\"value\":100}]}",
                waiting("patience", "\"for\":\"1s\""),
                """
                {"id":"by-name","type":"branch","arms":[
                  {"name":"acme","condition":"name = \\"Acme\\"","steps":[
                    {"id":"remind","type":"email","template":"%s","to":["owner","shop"]}]}],
                  "else":[{"id":"stop","type":"exit"}]}
                """
                    .formatted(template("Order {{event.order.id}}")),
                "{\"id\":\"tell\",\"type\":\"webhook\",\"data\":"
                    + "{\"total\":\"{{event.total}}\",\"text\":\"of {{customer.name}}\"}}",
                waiting(
                    "paid",
                    "\"event\":{\"eventName\":\"order_paid\",\"sameKey\":true},\"timeout\":\"1h\""),
                "{\"id\":\"done\",\"type\":\"exit\",\"label\":\"paid\"}"));
    Instant before = Instant.now();
    runs.send(SHOP, "order_created", "{\"total\":50,\"order\":{\"id\":6}}");
    runs.send(SHOP, "order_created", "{\"total\":250,\"order\":{\"id\":7}}");
    Received sent = fixture.await("/steps", 1).get(0);
    runs.send(SHOP, "order_paid", "{\"order\":{\"id\":8}}");
    runs.send(SHOP, "order_paid", "{\"order\":{\"id\":7}}");
    runs.awaitEnded(flow, 2);
    JsonNode run = runs.run(runs.of(flow, "?reason=exit_step").get(0).path("id").asText());
    assertEquals(
        "large passed, patience elapsed, by-name acme, remind queued, tell emitted, paid event,"
            + " done exited, exit_step",
        log(run));
    JsonNode filtered = runs.run(runs.of(flow, "?reason=filtered").get(0).path("id").asText());
    assertEquals("large filtered, filtered", log(filtered));
    assertEquals("7", run.path("key").asText());
    assertEquals(SHOP, run.path("myplatformDomain").asText());
    assertEquals("order_created", run.at("/cause/eventName").asText());
    assertEquals(run.at("/cause/receivedAt"), run.path("enteredAt"));
    Instant entered = Instant.parse(run.path("enteredAt").asText());
    assertTrue(entered.isAfter(before.minusSeconds(1)), run::toString);
    assertEquals(
        entered.plusSeconds(1), Instant.parse(run.at("/log/1/at").asText()), run::toString);
    assertEquals("paid", run.at("/log/6/detail").asText());
    assertEquals("", SignatureCheck.findError(sent, endpoint.secret()).orElse(""));
    assertEquals("flow_step", sent.json().path("type").asText());
    assertEquals("tell", sent.json().at("/step/id").asText());
    assertEquals(run.path("id"), sent.json().at("/run/id"));
    assertEquals(
        SegmentWorkspace.json("{\"total\":250,\"text\":\"of Acme\"}"), sent.json().path("data"));
    assertEquals(250, sent.json().at("/cause/properties/total").asInt());
    checkMail(run);
    JsonNode counts = runs.counts(flow);
    assertEquals(2, counts.path("entered").asInt(), counts::toString);
    assertEquals(0, counts.path("active").asInt(), counts::toString);
    assertEquals(SegmentWorkspace.json("{\"exit_step\":1,\"filtered\":1}"), counts.path("ended"));
  }

  private void checkMail(JsonNode run) {
    String id = run.at("/log/3/messageIds/0").asText();
    Poll.until(
        FlowRuns.TIME,
        () -> "the mail is captured",
        () -> message(id).path("state").asText().equals("captured"));
    JsonNode message = message(id);
    assertEquals("Order 7", message.path("subject").asText(), message::toString);
    assertEquals("owner@acme.example", message.path("to").asText());
    assertEquals(run.path("id"), message.path("runId"));
    assertEquals("remind", message.path("step").asText());
  }

  private JsonNode message(String id) {
    return ok(workspace.segments.get("/messages/" + id)).path("message");
  }

  @ConcurrentTest
  void aCauseStartsARunOnceAndRefusalsUseUpNothing() {
    String once = workspace.published(definition("a", "", webhook("w")));
    String always =
        workspace.published(definition("a", "{\"frequency\":\"always\"}", webhook("w")));
    String interval =
        workspace.published(
            definition("a", "{\"frequency\":\"interval\",\"interval\":\"1d\"}", webhook("w")));
    String key =
        workspace.published(definition("a", "{\"frequency\":\"key\",\"key\":\"k\"}", webhook("w")));
    String resent =
        "{\"eventName\":\"a\",\"customerId\":\"%s\",\"eventId\":\"e-1\",\"properties\":{\"k\":\"1\"}}"
            .formatted(SHOP);
    for (int i = 0; i < 3; i++) {
      assertEquals(200, fixture.app().api().post("/v1/usage_events", resent).status());
    }
    runs.send(SHOP, "a", "{\"k\":1}");
    runs.send(SHOP, "a", "{\"k\":\"2\"}");
    runs.send(SHOP, "a", "{}");
    runs.awaitEnded(always, 4);
    assertEquals(
        "no_subscriber", runs.run(runs.awaitEnded(once, 1).get(0)).at("/log/0/outcome").asText());
    runs.awaitEnded(interval, 1);
    runs.awaitEnded(key, 2);
    assertEquals("already_entered 1, key_missing 1", refusals(key));
    assertEquals("already_entered 3", refusals(once));
    assertEquals("within_interval 3", refusals(interval));
  }

  private String refusals(String flow) {
    return SERVICE
        .sql()
        .text(
            """
            select string_agg(name || ' ' || n, ', ' order by name) from (
              select name, sum(count) as n from flow_counts
              where flow_id = ? and kind = 'refused' group by 1) c
            """,
            Long.parseLong(flow));
  }

  @ConcurrentTest
  void anEventEndsARunAndCancelsItsMails() {
    String flow =
        workspace.published(
            definition("begun", "", waiting("w", FAR))
                .set("exit", SegmentWorkspace.json("[{\"event\":{\"eventName\":\"stopped\"}}]")));
    runs.send(SHOP, "begun", "{}");
    runs.awaitAt(flow, "w");
    runs.send(SHOP, "other", "{}");
    runs.send(SHOP, "stopped", "{}");
    JsonNode run = runs.awaitEnd(flow);
    assertEquals("exit_condition", log(run));
  }

  @ConcurrentTest
  void anEventOfTheSameRequestEndsAWaitAndATimeOutEndsTheOther() {
    String flow =
        workspace.published(
            definition(
                "one",
                "{\"frequency\":\"always\"}",
                waiting(
                    "w",
                    "\"event\":{\"eventName\":\"two\"},\"timeout\":\"2s\",\"onTimeout\":\"exit\"")));
    fixture.post(
        List.of(
            WebhookFixture.event(1, "one", "both"),
            WebhookFixture.event(2, "two", "both"),
            WebhookFixture.event(3, "two", "before"),
            WebhookFixture.event(4, "one", "before")));
    List<String> ended = runs.awaitEnded(flow, 2);
    List<String> logs = ended.stream().map(id -> log(runs.run(id))).sorted().toList();
    assertEquals(List.of("w event, completed", "w timeout, wait_timeout"), logs);
  }

  @ConcurrentTest
  void anEntryConditionMayBeginToHoldWithinItsGrace() {
    String flow =
        workspace.published(
            definition(
                "seen", "{\"condition\":\"name = \\\"Acme\\\"\",\"grace\":\"20s\"}", webhook("w")));
    String strict =
        workspace.published(
            definition(
                "seen", "{\"condition\":\"name = \\\"Acme\\\"\",\"grace\":\"0s\"}", webhook("w")));
    runs.send(SHOP, "seen", "{}");
    Poll.until(
        FlowRuns.TIME, () -> "a refusal", () -> "condition_false 1".equals(refusals(strict)));
    assertEquals(List.of(), runs.of(flow, ""));
    identify("owner@acme.example");
    JsonNode run = runs.awaitEnd(flow);
    assertTrue(
        Instant.parse(run.path("enteredAt").asText())
            .isAfter(Instant.parse(run.at("/cause/receivedAt").asText())),
        run::toString);
    assertEquals(List.of(), runs.of(strict, ""));
  }

  @ConcurrentTest
  void noStepActsDuringAPauseAndResumingTellsWhatBecomesOfWhatWasDue() {
    String[] flows = new String[3];
    for (int i = 0; i < flows.length; i++) {
      flows[i] =
          workspace.published(
              definition(
                  "go",
                  "",
                  waiting("first", "\"for\":\"2s\""),
                  webhook("act"),
                  waiting("second", "\"event\":{\"eventName\":\"come\"},\"timeout\":\"1d\"")));
    }
    runs.send(SHOP, "go", "{}");
    for (String flow : flows) {
      runs.awaitAt(flow, "first");
      workspace.acted(flow, "pause", "{}");
    }
    Instant due = Instant.parse(runs.of(flows[0], "").get(0).path("dueAt").asText());
    Poll.until(
        FlowRuns.TIME, () -> "the wait is over", () -> Instant.now().isAfter(due.plusSeconds(1)));
    runs.send(SHOP, "come", "{}");
    assertEquals("first", runs.of(flows[0], "").get(0).path("step").asText());
    workspace.acted(flows[0], "resume", "{\"overdue\":\"send\"}");
    workspace.acted(flows[1], "resume", "{\"overdue\":\"skip\"}");
    workspace.acted(flows[2], "resume", "{\"overdue\":\"reschedule\"}");
    assertEquals(
        "first elapsed, act no_subscriber, second event, completed", log(runs.awaitEnd(flows[0])));
    assertEquals(
        "first elapsed, act skipped, second event, completed", log(runs.awaitEnd(flows[1])));
    String id = runs.awaitAt(flows[2], "second");
    Instant moved = Instant.parse(runs.run(id).at("/log/0/at").asText());
    assertTrue(Duration.between(due, moved).toMillis() > 500, () -> due + " " + moved);
  }

  @ConcurrentTest
  void anEventEndsARunInAPauseSoThatItsHeldMailIsNeverSent() {
    identify("owner@acme.example");
    openSandbox();
    String flow =
        workspace.published(
            definition(
                    "billed",
                    "",
                    "{\"id\":\"remind\",\"type\":\"email\",\"template\":\"%s\",\"sender\":\"%s\",\"to\":[\"shop\"]}"
                        .formatted(template("Pay"), workspace.sender()),
                    waiting("w", FAR))
                .set("exit", SegmentWorkspace.json("[{\"event\":{\"eventName\":\"paid\"}}]")));
    runs.send(SHOP, "billed", "{}");
    String mail = runs.run(runs.awaitAt(flow, "w")).at("/log/0/messageIds/0").asText();
    workspace.acted(flow, "pause", "{}");
    runs.send(SHOP, "paid", "{}");
    assertEquals("remind queued, exit_condition", log(runs.awaitEnd(flow)));
    assertEquals("cancelled", message(mail).path("state").asText());
    workspace.acted(flow, "resume", "{\"overdue\":\"send\"}");
    assertEquals("cancelled", message(mail).path("state").asText());
    assertEquals(1, runs.of(flow, "").size());
  }

  @ConcurrentTest
  void runsAreCancelledOneByOneOrEndWithTheirFlow() {
    String flow =
        workspace.published(definition("x", "{\"frequency\":\"always\"}", waiting("w", FAR)));
    runs.send(SHOP, "x", "{}");
    String id = runs.awaitAt(flow, "w");
    assertEquals(1, workspace.flow(flow).path("activeRuns").asInt());
    JsonNode cancelled = ok(runs.cancel(id)).path("run");
    assertEquals("cancelled", cancelled.path("reason").asText());
    assertFails(409, "wrong_status", runs.cancel(id));
    runs.send(SHOP, "x", "{}");
    Poll.until(FlowRuns.TIME, () -> "a run", () -> runs.of(flow, "?status=active").size() == 1);
    workspace.acted(flow, "archive", "{\"runs\":\"end\"}");
    runs.send(SHOP, "x", "{}");
    runs.awaitEnded(flow, 2);
    assertEquals(1, runs.of(flow, "?reason=archived").size());
    assertEquals(0, runs.counts(flow).path("active").asInt());
  }
}
