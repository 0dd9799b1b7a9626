package dev.shopwire.app.flows;

import static dev.shopwire.app.flows.FlowRuns.definition;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.OwnProcesses;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Changes that fall together with the start of the wait that follows them, and with kills. */
class FollowedConditionsRacesIT {
  private static final OwnProcesses PROCESSES =
      new OwnProcesses("flows", "ingest,enrichment", "console,automation", "automation");
  private static final Duration TIME = Duration.ofSeconds(60);
  private static final int ROUNDS = RunSize.of("followedConditions.rounds", 60, 3_000);

  private final Tenants tenants = PROCESSES.tenants(1, 0);
  private final Tenants.App app = tenants.app();
  private final FlowWorkspace workspace = new FlowWorkspace(new SegmentWorkspace(tenants, app));
  private final ExecutorService threads = Executors.newFixedThreadPool(8);

  @AfterAll
  static void stop() {
    PROCESSES.close();
  }

  private void post(String path, String body) {
    Poll.until(TIME, () -> "it is stored", () -> app.api().post(path, body).status() == 200);
  }

  private void send(String shop, String name) {
    post("/v1/usage_events", "{\"eventName\":\"%s\",\"customerId\":\"%s\"}".formatted(name, shop));
  }

  private void push(String shop, String plan) {
    post(
        "/v1/identify",
        "{\"myplatformDomain\":\"%s\",\"customFields\":{\"plan\":\"%s\"}}".formatted(shop, plan));
  }

  private String awaiting(String event, String condition) {
    ObjectNode step =
        (ObjectNode) SegmentWorkspace.json("{\"id\":\"w\",\"type\":\"wait\",\"timeout\":\"1h\"}");
    return workspace.published(definition(event, "", step.put("condition", condition).toString()));
  }

  private long number(String sql, String flow) {
    return PROCESSES.sql().number(sql, Long.parseLong(flow));
  }

  private long ended(String flow) {
    return number(
        """
        select count(*) from flow_runs r
        join flow_run_steps s on s.workspace_id = r.workspace_id and s.run_id = r.id
        where r.flow_id = ? and r.reason = 'completed' and s.outcome = 'true'
        """,
        flow);
  }

  private void awaitEnds(String flow, long count) {
    Poll.until(
        TIME, () -> count + " runs ended, actual " + ended(flow), () -> ended(flow) == count);
  }

  /**
   * The change comes up to 0.4 s after the event, and of a few shops up to 4 s; a wait begins 0.1
   * to 0.3 s after it, and later on a machine that is busy.
   */
  @Test
  void noChangeIsLostThatComesWhileTheWaitIsWrittenDown() throws Exception {
    push("other.example.com", "free");
    String byField = awaiting("begin", "cf:plan = \"pro\"");
    String byEvent = awaiting("begin", "event:paid performed");
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<Future<?>> sent = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      String shop = "race" + i + ".example.com";
      long later = random.nextInt(i % 10 == 0 ? 4_000 : 400);
      sent.add(
          threads.submit(
              () -> {
                send(shop, "begin");
                long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(later);
                Poll.until(TIME, () -> "later", () -> System.nanoTime() >= until);
                push(shop, "pro");
                send(shop, "paid");
              }));
    }
    for (Future<?> each : sent) {
      each.get(60, TimeUnit.SECONDS);
    }
    awaitEnds(byField, ROUNDS);
    awaitEnds(byEvent, ROUNDS);
    long atOnce =
        number(
            """
            select count(*) from flow_runs r
            join flow_run_steps s on s.workspace_id = r.workspace_id and s.run_id = r.id
            where r.flow_id = ? and s.at = r.entered_at
            """,
            byField);
    assertTrue(atOnce > 0 && atOnce < ROUNDS, () -> atOnce + " at once, seed " + seed);
  }

  @Test
  @Tag("full")
  void aKillBetweenAChangeAndTheLookLosesNothing() {
    push("other.example.com", "free");
    String flow = awaiting("begin", "cf:plan = \"pro\"");
    int shops = 20;
    for (int i = 0; i < shops; i++) {
      send("kill" + i + ".example.com", "begin");
    }
    Poll.until(
        TIME,
        () -> "all runs wait",
        () ->
            number(
                    "select count(*) from flow_runs where flow_id = ? and waits_for = 'condition'",
                    flow)
                == shops);
    for (int i = 0; i < shops; i++) {
      if (i == shops / 2) {
        PROCESSES.kill(1);
        PROCESSES.kill(2);
      }
      push("kill" + i + ".example.com", "pro");
    }
    assertTrue(ended(flow) < shops, "Some changes wait");
    long waiting =
        PROCESSES
            .sql()
            .number(
                "select count(distinct customer_id) from flow_changes where workspace_id = ?",
                Long.parseLong(workspace.id()));
    assertTrue(waiting >= shops / 2, () -> waiting + " changes");
    PROCESSES.startAgain(1);
    PROCESSES.startAgain(2);
    awaitEnds(flow, shops);
  }
}
