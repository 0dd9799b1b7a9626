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
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;

/** Tests that active runs are moved from one version of a flow to another. */
@Tag("stores")
class MoveRunsIT {
  private static final String SHOP = "acme.example.com";
  private static final String ALWAYS = "{\"frequency\":\"always\"}";
  private static final String FAR = "\"for\":\"300d\"";
  private static final int SHOPS = 60;

  private final FlowWorkspace workspace = new FlowWorkspace(RunningService.shared().tenants());
  private final FlowRuns runs = new FlowRuns(workspace);

  private String published(String... steps) {
    return workspace.published(definition("begun", ALWAYS, steps));
  }

  private void publishNext(String flow, String... steps) {
    ok(workspace.change(flow, definition("begun", ALWAYS, steps)));
    workspace.acted(flow, "publish", "{}");
  }

  private String enter(String flow, String step) {
    runs.send(SHOP, "begun", "{}");
    return runs.awaitAt(flow, step);
  }

  private Response move(String flow, String more) {
    return workspace.act(flow, "move-runs", "{\"from\":1,\"to\":2" + more + "}");
  }

  private JsonNode moved(String flow, String more) {
    return ok(move(flow, more)).path("move");
  }

  private static void assertMove(String expected, JsonNode move) {
    assertEquals(SegmentWorkspace.json(expected), move);
  }

  @ConcurrentTest
  void aRunGoesOnInTheOtherVersion() {
    String flow = published(waiting("w", FAR), webhook("old"));
    String id = enter(flow, "w");
    publishNext(flow, waiting("w", "\"for\":\"1s\""), webhook("new"));
    String expected =
        "{\"runs\":1,\"steps\":[{\"step\":\"w\",\"runs\":1,\"to\":\"w\"}],\"remaining\":0}";
    assertMove(expected, moved(flow, ",\"preview\":true"));
    assertEquals(1, runs.run(id).path("version").asInt());
    JsonNode before = runs.run(id);
    assertMove(expected, moved(flow, ""));
    JsonNode kept = runs.run(id);
    assertEquals(2, kept.path("version").asInt());
    assertEquals(before.path("dueAt"), kept.path("dueAt"));
    assertMove("{\"runs\":0,\"steps\":[],\"remaining\":0}", moved(flow, ""));
    assertEquals(0, workspace.versions(flow).get(1).path("activeRuns").asInt());
    assertEquals(1, workspace.versions(flow).get(0).path("activeRuns").asInt());
    JsonNode counts =
        ok(workspace.segments.get("/flows/" + flow + "/counts?version=1")).path("counts");
    assertEquals(0, counts.path("active").asInt(), counts::toString);
  }

  @ConcurrentTest
  void waitsCountAnewFromTheirStart() {
    String flow = published(waiting("w", FAR), webhook("old"));
    String id = enter(flow, "w");
    publishNext(flow, waiting("w", "\"for\":\"2s\""), webhook("new"));
    moved(flow, ",\"waits\":\"recompute\"");
    runs.awaitEnded(flow, 1);
    JsonNode run = runs.run(id);
    assertEquals("w elapsed, new no_subscriber, completed", log(run));
    Instant entered = Instant.parse(run.path("enteredAt").asText());
    Instant elapsed = Instant.parse(run.at("/log/0/at").asText());
    assertEquals(Duration.ofSeconds(2), Duration.between(entered, elapsed));
  }

  @ConcurrentTest
  void stepsAreMappedAndRunsOfThoseThatGoNowhereEnd() {
    String flow =
        published(
            """
            {"id":"split","type":"branch","arms":[{"name":"a","properties":[
              {"property":"arm","operator":"equals","value":"a"}],"steps":[%s]}],"else":[%s]}
            """
                .formatted(waiting("one", FAR), waiting("two", FAR)));
    runs.send(SHOP, "begun", "{\"arm\":\"a\"}");
    runs.send(SHOP, "begun", "{\"arm\":\"b\"}");
    Poll.until(FlowRuns.TIME, () -> "two runs", () -> runs.of(flow, "?status=active").size() == 2);
    publishNext(flow, webhook("act"), waiting("w", FAR));
    Response unmapped = move(flow, "");
    assertFails(422, "unmapped_steps", unmapped);
    assertEquals(2, unmapped.json().path("errors").size(), unmapped::body);
    assertFails(422, "unknown_step", move(flow, ",\"map\":{\"one\":\"none\",\"two\":null}"));
    assertFails(422, "unknown_step", move(flow, ",\"map\":{\"none\":\"w\",\"two\":null}"));
    assertEquals(2, runs.of(flow, "?version=1&status=active").size());
    assertMove(
        """
        {"runs":2,"steps":[{"step":"one","runs":1,"to":"act"},{"step":"two","runs":1,"to":null}],
         "remaining":0}
        """,
        moved(flow, ",\"map\":{\"one\":\"act\",\"two\":null}"));
    JsonNode out = runs.run(runs.of(flow, "?reason=moved_out").get(0).path("id").asText());
    assertEquals("split else, moved_out", log(out));
    Poll.until(
        FlowRuns.TIME,
        () -> "the run acts, actual " + runs.of(flow, ""),
        () -> runs.of(flow, "?status=active").get(0).path("step").asText().equals("w"));
    JsonNode run = runs.run(runs.of(flow, "?status=active").get(0).path("id").asText());
    assertEquals(
        "act no_subscriber",
        run.at("/log/1/step").asText() + " " + run.at("/log/1/outcome").asText());
    assertEquals(1, runs.counts(flow).path("active").asInt());
  }

  @ConcurrentTest
  void bodiesAreChecked() {
    String flow = published(webhook("w"));
    assertFails(422, "unknown_version", move(flow, ""));
    assertFails(422, "required", workspace.act(flow, "move-runs", "{\"from\":1}"));
    assertFails(422, "invalid_value", workspace.act(flow, "move-runs", "{\"from\":1,\"to\":1}"));
    assertFails(422, "invalid_value", move(flow, ",\"waits\":\"maybe\""));
    assertFails(422, "type_mismatch", move(flow, ",\"map\":[]"));
    assertFails(422, "type_mismatch", move(flow, ",\"map\":{\"w\":1}"));
    String draft = workspace.created(definition("begun", ALWAYS, webhook("w")));
    assertFails(409, "wrong_status", move(draft, ""));
  }

  @ConcurrentTest
  void noRunIsLostOrActsTwiceWhileRunsGoOnAndAreMovedToAndFro() throws Exception {
    String[] steps = {
      waiting("a", "\"for\":\"1s\""),
      webhook("first"),
      waiting("b", "\"event\":{\"eventName\":\"go\"},\"timeout\":\"2s\""),
      webhook("second")
    };
    String flow = published(steps);
    publishNext(flow, steps[0], steps[1], steps[2], steps[3], waiting("c", "\"for\":\"1s\""));
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> senders = new ArrayList<>();
      for (int i = 0; i < SHOPS; i++) {
        String shop = "s" + i + ".example.com";
        senders.add(
            threads.submit(
                () -> {
                  runs.send(shop, "begun", "{}");
                  runs.send(shop, "go", "{}");
                }));
      }
      boolean isForth = false;
      for (int round = 0; round < 40; round++) {
        String body =
            isForth ? "{\"from\":1,\"to\":2}" : "{\"from\":2,\"to\":1,\"map\":{\"c\":null}}";
        ok(workspace.act(flow, "move-runs", body));
        isForth = !isForth;
      }
      for (Future<?> sender : senders) {
        sender.get();
      }
    } finally {
      threads.shutdownNow();
    }
    Poll.until(
        FlowRuns.TIME,
        () -> "all runs have ended, actual " + runs.counts(flow),
        () -> {
          JsonNode counts = runs.counts(flow);
          return counts.path("entered").asInt() == SHOPS && counts.path("active").asInt() == 0;
        });
    String logs =
        RunningService.shared()
            .sql()
            .text(
                """
                select string_agg(distinct log, '; ') from (
                  select string_agg(s.step, ' ' order by number) filter (where s.step <> 'c') as log
                  from flow_run_steps s join flow_runs r on r.id = s.run_id
                  where r.flow_id = ? group by run_id) l
                """,
                Long.parseLong(flow));
    assertEquals("a first b second", logs);
    long wrong =
        RunningService.shared()
            .sql()
            .number(
                """
                select count(*) from (
                  select version, sum(case when kind in ('entered', 'joined') then count
                    when kind in ('left', 'ended') then -count else 0 end) as active
                  from flow_counts where flow_id = ? group by version) c
                where active <> 0
                """,
                Long.parseLong(flow));
    assertEquals(0, wrong, "counts of versions add up");
    assertTrue(runs.of(flow, "?status=active").isEmpty());
  }
}
