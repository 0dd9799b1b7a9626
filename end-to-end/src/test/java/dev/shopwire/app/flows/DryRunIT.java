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
import dev.shopwire.app.support.AuditRows;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.WebhookFixture;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests dry runs of flows: that they equal real runs, and leave nothing behind. */
class DryRunIT {
  private static final RunningService SERVICE = RunningService.shared();
  private static final String SHOP = "acme.example.com";
  private static final String WRITTEN =
      """
      select (select count(*) from flow_runs where workspace_id = ?)
        + (select count(*) from flow_entries where workspace_id = ?)
        + (select count(*) from flow_counts where workspace_id = ?)
        + (select count(*) from flow_refusals where workspace_id = ?)
        + (select count(*) from flow_causes where workspace_id = ?)
        + (select count(*) from mail_messages where workspace_id = ?)
        + (select count(*) from flow_step_requests where workspace_id = ?)
      """;

  private final WebhookFixture fixture = WebhookFixture.inNewWorkspace();
  private final FlowWorkspace workspace =
      new FlowWorkspace(new SegmentWorkspace(fixture.tenants(), fixture.app()));
  private final FlowRuns runs = new FlowRuns(workspace);
  private final DryRuns dryRuns = new DryRuns(workspace);

  @AfterEach
  void closeReceiver() {
    fixture.close();
  }

  private void identify(String shop) {
    Response response =
        fixture
            .app()
            .api()
            .post(
                "/v1/identify",
                "{\"myplatformDomain\":\"%s\",\"name\":\"Acme\",\"email\":\"owner@%s\"}"
                    .formatted(shop, shop));
    assertEquals(200, response.status(), response::body);
  }

  private static String shop(int number) {
    return "shop" + number + ".example.com";
  }

  private ObjectNode orders() {
    return (ObjectNode)
        definition(
                "ordered",
                "{\"frequency\":\"key\",\"key\":\"order\",\"condition\":\"NOT event:left performed\",\"grace\":\"0s\"}",
                "{\"id\":\"large\",\"type\":\"filter\",\"properties\":["
                    + "{\"property\":\"total\",\"operator\":\"gte\",\"value\":20}]}",
                waiting("patience", "\"for\":\"1s\""),
                "{\"id\":\"mail\",\"type\":\"email\",\"template\":\"%s\",\"to\":[\"shop\"]}"
                    .formatted(workspace.template()),
                waiting(
                    "paid",
                    "\"event\":{\"eventName\":\"paid\",\"sameKey\":true},\"timeout\":\"2s\""),
                """
                {"id":"by","type":"branch","arms":[
                  {"name":"late","outcome":{"step":"paid","is":"timeout"},"steps":[
                    {"id":"tell","type":"webhook"}]},
                  {"name":"active","condition":"event:seen count >= 2","steps":[]}],
                  "else":[{"id":"stop","type":"exit"}]}
                """)
            .set("exit", SegmentWorkspace.json("[{\"event\":{\"eventName\":\"gone\"}}]"));
  }

  @Test
  void aDryRunEqualsTheRealRunsOfTheSameTimeAndLeavesNothing() {
    fixture.endpoint("/steps", "").change("{\"topics\":[\"flows/step\"]}");
    for (int i = 0; i < 5; i++) {
      identify(shop(i));
    }
    runs.send(shop(4), "left", "{}");
    String real = workspace.published(orders());
    String from = Instant.now().minusSeconds(1).toString();
    Random random = new Random(7);
    for (int i = 0; i < 60; i++) {
      List<String> events = new ArrayList<>();
      for (int j = 0; j < 4; j++) {
        events.add(event(random, i * 4 + j));
      }
      fixture.post(events);
    }
    Poll.until(
        FlowRuns.TIME,
        () -> "all runs have ended, actual " + runs.counts(real),
        () -> runs.counts(real).path("active").asInt() == 0 && pending() == 0);
    List<JsonNode> expected = new ArrayList<>();
    for (JsonNode run : runs.of(real, "?take=100")) {
      expected.add(runs.run(run.path("id").asText()));
    }
    assertTrue(expected.size() > 10, () -> "runs: " + expected.size());
    long written = written();
    int received = fixture.events("/steps").size();
    JsonNode dryRun = dryRuns.done(real, "{\"from\":\"%s\"}".formatted(from));
    assertEquals(List.of(), DryRuns.differences(expected, dryRuns.runs(dryRun)));
    assertEquals(expected.size(), dryRun.path("runs").asInt(), dryRun::toString);
    assertEquals(outcomes(expected, "emitted"), dryRun.path("webhooks").asInt());
    assertEquals(outcomes(expected, "queued"), dryRun.path("emails").asInt());
    assertEquals(written, written());
    assertEquals(received, fixture.events("/steps").size());
  }

  private static String event(Random random, int number) {
    String name =
        random.nextInt(25) == 0
            ? "gone"
            : List.of("ordered", "ordered", "paid", "paid", "seen").get(random.nextInt(5));
    return """
        {"eventName":"%s","customerId":"%s","eventId":"e-%d","properties":{"order":%d,"total":%d}}
        """
        .formatted(
            name, shop(random.nextInt(5)), number, random.nextInt(25), 10 + random.nextInt(40));
  }

  private long pending() {
    return SERVICE
        .sql()
        .number(
            "select (select count(*) from flow_causes where workspace_id = ?)"
                + " + (select count(*) from flow_event_groups where workspace_id = ?)",
            id(),
            id());
  }

  private long id() {
    return Long.parseLong(workspace.id());
  }

  private long written() {
    return SERVICE.sql().number(WRITTEN, id(), id(), id(), id(), id(), id(), id());
  }

  private static long outcomes(List<JsonNode> runs, String outcome) {
    return runs.stream()
        .flatMap(run -> run.path("log").valueStream())
        .filter(step -> step.path("outcome").asText().equals(outcome))
        .count();
  }

  @Test
  void importedHistoryIsTriedAtItsOwnTime() {
    Instant day = Instant.now().minus(Duration.ofDays(40)).truncatedTo(ChronoUnit.SECONDS);
    fixture.post(
        List.of(
            past("started", 1, day),
            past("started", 2, day.plusSeconds(60)),
            past("finished", 3, day.plus(Duration.ofHours(5))),
            past("started", 4, day.plus(Duration.ofDays(3)))));
    String flow =
        workspace.created(
            definition(
                "started",
                "{\"frequency\":\"interval\",\"interval\":\"1d\"}",
                waiting("w", "\"event\":{\"eventName\":\"finished\"},\"timeout\":\"1d\""),
                webhook("tell")));
    String body = "{\"from\":\"%s\",\"clock\":\"occurred\",\"until\":\"%s\"%s}";
    Instant until = day.plus(Duration.ofDays(3)).plusSeconds(1);
    JsonNode dryRun = dryRuns.done(flow, body.formatted(day.minusSeconds(1), until, ""));
    List<JsonNode> found = dryRuns.runs(dryRun);
    assertEquals(2, found.size(), found::toString);
    assertEquals("draft", dryRun.path("version").asText());
    assertEquals(3, dryRun.path("causes").asInt(), dryRun::toString);
    assertEquals("active", found.get(0).path("status").asText(), found::toString);
    assertEquals("w event, tell no_subscriber, completed", log(found.get(1)));
    assertEquals(
        day.plus(Duration.ofHours(5)), Instant.parse(found.get(1).at("/log/0/at").asText()));
    JsonNode out =
        dryRuns.done(flow, body.formatted(day.minusSeconds(1), until, ",\"runOut\":true"));
    JsonNode last = dryRuns.runs(out).get(0);
    assertEquals("w timeout, tell no_subscriber, completed", log(last));
    assertEquals(day.plus(Duration.ofDays(4)), Instant.parse(last.at("/log/0/at").asText()));
    JsonNode received =
        dryRuns.done(flow, "{\"from\":\"%s\",\"customerId\":\"%s\"}".formatted(day, SHOP));
    assertEquals(1, dryRuns.runs(received).size());
  }

  @Test
  void conditionsAreFollowedFromEventToEvent() {
    Instant day = Instant.now().minus(Duration.ofDays(20)).truncatedTo(ChronoUnit.SECONDS);
    fixture.post(
        List.of(
            past("visited", 1, day.plus(Duration.ofMinutes(1))),
            past("started", 2, day),
            past("ready", 3, day.plus(Duration.ofMinutes(2))),
            past("visited", 4, day.plus(Duration.ofHours(1))),
            past("visited", 5, day.plus(Duration.ofHours(2))),
            past("cancelled", 6, day.plus(Duration.ofHours(3)))));
    ObjectNode definition =
        definition(
            "started",
            "{\"condition\":\"event:ready performed\",\"grace\":\"5m\"}",
            waiting("often", "\"condition\":\"event:visited count >= 3\",\"timeout\":\"1d\""),
            waiting("long", "\"for\":\"7d\""),
            webhook("tell"));
    definition.set(
        "exit", SegmentWorkspace.json("[{\"condition\":\"event:cancelled performed\"}]"));
    String flow = workspace.created(definition);
    JsonNode dryRun =
        dryRuns.done(
            flow,
            "{\"from\":\"%s\",\"clock\":\"occurred\",\"runOut\":true}"
                .formatted(day.minusSeconds(1)));
    JsonNode run = dryRuns.runs(dryRun).get(0);
    assertEquals("often true, exit_condition", log(run), run::toString);
    assertEquals(day.plus(Duration.ofMinutes(2)), Instant.parse(run.path("enteredAt").asText()));
    assertEquals(day.plus(Duration.ofHours(2)), Instant.parse(run.at("/log/0/at").asText()));
    assertEquals(day.plus(Duration.ofHours(3)), Instant.parse(run.path("endedAt").asText()));
  }

  /** Conditions that events change are evaluated at each of them. */
  @Test
  void aCustomerWithTooManyEventsOfConditionsIsLeftOut() {
    Instant day = Instant.now().minus(Duration.ofDays(20)).truncatedTo(ChronoUnit.SECONDS);
    for (int i = 0; i < 6; i++) {
      List<String> events = new ArrayList<>();
      for (int j = 0; j < 170; j++) {
        events.add(past(i + j == 0 ? "started" : "visited", i * 170 + j, day.plusSeconds(i + j)));
      }
      fixture.post(events);
    }
    String wait = "\"condition\":\"event:visited count >= 9000\",\"timeout\":\"1d\"";
    String flow = workspace.created(definition("started", "", waiting("w", wait)));
    JsonNode dryRun =
        dryRuns.done(
            flow, "{\"from\":\"%s\",\"clock\":\"occurred\"}".formatted(day.minusSeconds(1)));
    assertEquals(0, dryRun.path("runs").asInt(), dryRun::toString);
    assertTrue(
        dryRun.path("assumptions").toString().contains("1 customers with more than"),
        dryRun::toString);
  }

  private static String past(String name, int number, Instant at) {
    return """
        {"eventName":"%s","customerId":"%s","eventId":"h-%d","timestamp":"%s"}
        """
        .formatted(name, SHOP, number, at);
  }

  @Test
  void aMadeUpCauseIsTriedAtOnceWhateverTheTrigger() {
    identify(SHOP);
    String flow =
        workspace.created(
            definition(
                "ordered",
                "{\"frequency\":\"key\",\"key\":\"order\"}",
                "{\"id\":\"named\",\"type\":\"filter\",\"condition\":\"name = \\\"Acme\\\"\"}",
                waiting("w", "\"for\":\"30d\""),
                webhook("tell")));
    String cause =
        "{\"customerId\":\"%s\",\"cause\":{\"eventName\":\"%s\",\"properties\":{\"order\":7}}}";
    JsonNode dryRun = ok(dryRuns.start(flow, cause.formatted(SHOP, "ordered"))).path("dryRun");
    assertEquals("done", dryRun.path("status").asText());
    JsonNode run = dryRuns.runs(dryRun).get(0);
    assertEquals("named passed, w elapsed, tell no_subscriber, completed", log(run));
    assertEquals("7", run.path("key").asText());
    JsonNode other = ok(dryRuns.start(flow, cause.formatted(SHOP, "other"))).path("dryRun");
    assertEquals(0, other.path("runs").asInt());
    String ofContacts =
        workspace.created(
            FlowWorkspace.definition("{\"type\":\"contact_created\"}", webhook("tell")));
    JsonNode contact = ok(dryRuns.start(ofContacts, cause.formatted(SHOP, "any"))).path("dryRun");
    assertEquals("contact_created", dryRuns.runs(contact).get(0).at("/cause/type").asText());
    assertEquals(3, audited());
  }

  private long audited() {
    return AuditRows.of(workspace.id()).stream()
        .filter(entry -> entry.path("action").asText().equals("dry_run.started"))
        .count();
  }

  @Test
  void aWorkspaceHasThreeDryRunsThatAreRunningAtMost() {
    String flow = workspace.created(definition("x", "", webhook("w")));
    SERVICE
        .sql()
        .run(
            """
            insert into flow_dry_runs (workspace_id, flow_id, definition, starts_at, ends_at,
              occurred, run_out, retry_at)
            select %s, %s, '{}', now(), now(), false, false, now() + interval '1 day'
            from generate_series(1, 3)
            """
                .formatted(workspace.id(), flow));
    String body = "{\"from\":\"%s\"}".formatted(Instant.now().minus(Duration.ofDays(1)));
    assertFails(409, "too_many_dry_runs", dryRuns.start(flow, body));
    SERVICE
        .sql()
        .run("update flow_dry_runs set status = 'done' where workspace_id = " + workspace.id());
    dryRuns.done(flow, body);
  }

  @Test
  void whatCannotBeTriedIsRefused() {
    String flow = workspace.created(definition("x", "", webhook("w")));
    String from = "{\"from\":\"%s\"%s}";
    String yesterday = Instant.now().minus(Duration.ofDays(1)).toString();
    String tooEarly = Instant.now().minus(Duration.ofDays(401)).toString();
    assertFails(422, "required", dryRuns.start(flow, "{}"));
    assertFails(422, "too_early", dryRuns.start(flow, from.formatted(tooEarly, "")));
    assertFails(
        422,
        "in_the_future",
        dryRuns.start(flow, from.formatted(Instant.now().plusSeconds(60), "")));
    assertFails(
        422, "unknown_version", dryRuns.start(flow, from.formatted(yesterday, ",\"version\":7")));
    assertFails(
        422, "invalid_value", dryRuns.start(flow, from.formatted(yesterday, ",\"clock\":\"x\"")));
    assertFails(422, "required", dryRuns.start(flow, "{\"cause\":{\"eventName\":\"x\"}}"));
    assertFails(
        404,
        "unknown_customer",
        dryRuns.start(flow, from.formatted(yesterday, ",\"customerId\":\"none.example.com\"")));
    workspace.segments.push(SHOP, "{\"plan\":\"pro\"}");
    String changed =
        workspace.created(
            FlowWorkspace.definition("{\"type\":\"field_changed\",\"field\":\"plan\"}"));
    assertFails(422, "not_replayable", dryRuns.start(changed, from.formatted(yesterday, "")));
  }
}
