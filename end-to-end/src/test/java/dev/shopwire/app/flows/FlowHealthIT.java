package dev.shopwire.app.flows;

import static dev.shopwire.app.flows.FlowRuns.definition;
import static dev.shopwire.app.flows.FlowRuns.log;
import static dev.shopwire.app.flows.FlowRuns.waiting;
import static dev.shopwire.app.flows.FlowRuns.webhook;
import static dev.shopwire.app.flows.FlowWorkspace.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.Metric;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Sql;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests whether a workspace learns that its flows keep up, and which runs do not. */
@Tag("full")
class FlowHealthIT {
  private static final Duration TIME = Duration.ofSeconds(60);
  private static final String SHOP = "acme.example.com";
  private static final OwnService SERVICE =
      new OwnService(Map.of("SHOPWIRE_AUTOMATION_STUCK_SECONDS", "2"));

  private final FlowWorkspace workspace =
      new FlowWorkspace(new SegmentWorkspace(SERVICE.tenants()));
  private final FlowRuns runs = new FlowRuns(workspace);

  @AfterAll
  static void stop() {
    SERVICE.close();
  }

  private JsonNode health() {
    return ok(workspace.segments.get(workspace.list("automation-health"))).path("health");
  }

  private JsonNode await(String member, String value) {
    Poll.until(TIME, () -> health().toString(), () -> health().path(member).asText().equals(value));
    return health();
  }

  private void assertIdle() {
    await("stuckRuns", "0");
    JsonNode health = health();
    assertEquals(0, health.path("pendingCauses").asLong(), health::toString);
    assertTrue(health.path("oldestCauseSeconds").isNull(), health::toString);
    assertEquals(0, health.path("dueSteps").asLong(), health::toString);
    assertTrue(health.path("oldestDueSeconds").isNull(), health::toString);
  }

  private static double stuck() {
    return Metric.value(SERVICE.process().managementUrl(), "shopwire_flow_runs_stuck");
  }

  /** Lets each insert into a table fail. */
  private static void breakTable(Sql sql, String table, String when) {
    sql.run(
        """
        create or replace function refuse() returns trigger language plpgsql as $$
        begin raise exception 'broken by a test'; end $$;
        create trigger broken before insert on %s for each row when (%s)
        execute function refuse();
        """
            .formatted(table, when));
  }

  private static void repair(Sql sql, String table) {
    sql.run("drop trigger broken on " + table);
  }

  @Test
  void aCustomerWhoseStepAlwaysFailsIsSeenUntilItIsCured() {
    String flow =
        workspace.published(
            definition("started", "", waiting("first", "\"for\":\"1s\""), webhook("tell")));
    breakTable(SERVICE.sql(), "flow_run_steps", "new.step = 'tell'");
    runs.send(SHOP, "started", "{}");
    JsonNode health = await("stuckRuns", "1");
    assertEquals(1, health.path("dueSteps").asLong(), health::toString);
    assertTrue(health.path("oldestDueSeconds").asLong() >= 2, health::toString);
    JsonNode run = runs.of(flow, "?stuck=true").get(0);
    assertTrue(run.path("stuck").asBoolean(), run::toString);
    assertEquals(0, runs.of(flow, "?stuck=false").size());
    Poll.until(TIME, () -> "the metric counts 1, actual " + stuck(), () -> stuck() == 1);
    workspace.acted(flow, "pause", "{}");
    await("stuckRuns", "0");
    assertEquals(0, health().path("dueSteps").asLong(), () -> health().toString());
    assertEquals(0, runs.of(flow, "?stuck=true").size());
    workspace.acted(flow, "resume", "{\"overdue\":\"send\"}");
    repair(SERVICE.sql(), "flow_run_steps");
    assertEquals("first elapsed, tell no_subscriber, completed", log(runs.awaitEnd(flow)));
    assertIdle();
    Poll.until(TIME, () -> "the metric counts 0, actual " + stuck(), () -> stuck() == 0);
  }

  @Test
  void eventsThatWereNotGivenToFlowsAreCounted() {
    String flow = workspace.published(definition("wanted", "", webhook("tell")));
    breakTable(SERVICE.sql(), "flow_causes", "true");
    runs.send(SHOP, "wanted", "{}");
    Poll.until(
        TIME,
        () -> health().toString(),
        () ->
            health().path("pendingCauses").asLong() == 1
                && health().path("oldestCauseSeconds").asLong() >= 1);
    repair(SERVICE.sql(), "flow_causes");
    runs.awaitEnd(flow);
    assertIdle();
  }

  @Test
  void runsThatWaitAreNotDue() {
    String flow = workspace.published(definition("begun", "", waiting("long", "\"for\":\"300d\"")));
    runs.send(SHOP, "begun", "{}");
    runs.awaitAt(flow, "long");
    assertIdle();
  }
}
