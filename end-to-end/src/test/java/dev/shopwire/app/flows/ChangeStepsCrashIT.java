package dev.shopwire.app.flows;

import static dev.shopwire.app.flows.FlowRuns.definition;
import static dev.shopwire.app.flows.FlowRuns.log;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.HeldLock;
import dev.shopwire.app.support.OwnProcesses;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests steps that change customers while the processes that are needed are stopped or killed. */
@Tag("full")
class ChangeStepsCrashIT {
  private static final Duration TIME = Duration.ofMinutes(2);
  private static final String SHOP = "acme.example.com";
  private static final int SHOPS = 40;
  private static final String ALL = "ingest,console,enrichment,automation";
  private static final String WITHOUT = "ingest,console,automation";
  private static final Map<String, String> STUCK_SOON =
      Map.of("SHOPWIRE_AUTOMATION_STUCK_SECONDS", "2");

  // The lock that storing an outcome waits for.
  private static final String LOCK_CUSTOMER =
      "select pg_advisory_xact_lock(hashtextextended('flow_customers', customer_id))"
          + " from flow_step_requests";

  private static String set(String id, String field, String value) {
    return "{\"id\":\"%s\",\"type\":\"set_field\",\"field\":\"%s\",\"app\":\"%s\",\"value\":%s}"
        .formatted(id, field, "SLUG", value);
  }

  private static String flow(FlowWorkspace workspace, String event, String... steps) {
    String slug = workspace.segments.slug(workspace.segments.app());
    for (int i = 0; i < steps.length; i++) {
      steps[i] = steps[i].replace("SLUG", slug);
    }
    return workspace.published(definition(event, "", steps));
  }

  /** The same workspace through a process that the test started. */
  private static FlowWorkspace through(FlowWorkspace workspace, ServiceProcess process) {
    return new FlowWorkspace(
        workspace.segments.through(
            new Tenants(process.consoleUrl(), process.httpUrl(), RunningService.ADMIN_TOKEN)));
  }

  private static JsonNode fields(FlowWorkspace workspace) {
    return workspace
        .segments
        .app()
        .api()
        .get("/v1/customer?customerId=" + SHOP)
        .json()
        .at("/customer/customFields");
  }

  private static void awaitChange(FlowRuns runs, String id) {
    Poll.until(
        TIME,
        () -> "it waits for the change, actual " + runs.run(id),
        () -> runs.run(id).path("waitsFor").asText().equals("change"));
  }

  @Test
  void aStepActsOnceWhenTheRoleIsBack() {
    try (OwnProcesses processes = new OwnProcesses("flows", ALL)) {
      FlowWorkspace workspace = new FlowWorkspace(new SegmentWorkspace(processes.tenants(0)));
      workspace.segments.push(SHOP, "{\"plan\":\"free\",\"seats\":1}");
      String flow =
          flow(workspace, "upgraded", set("plan", "plan", "\"pro\""), set("seats", "seats", "2"));
      processes.kill(0);
      try (ServiceProcess without = processes.startAnother(WITHOUT, STUCK_SOON)) {
        FlowWorkspace there = through(workspace, without);
        FlowRuns runs = new FlowRuns(there);
        runs.send(SHOP, "upgraded", "{}");
        String id = runs.awaitAt(flow, "plan");
        awaitChange(runs, id);
        Poll.until(TIME, () -> "the run is stuck", () -> runs.of(flow, "?stuck=true").size() == 1);
        JsonNode health =
            FlowWorkspace.ok(there.segments.get(there.list("automation-health"))).path("health");
        assertEquals(1, health.path("stuckRuns").asInt(), health::toString);
        assertEquals(1, health.path("dueSteps").asInt(), health::toString);
      }
      processes.startAgain(0);
      processes.awaitReady();
      JsonNode run = new FlowRuns(workspace).awaitEnd(flow);
      assertEquals("plan written, seats written, completed", log(run));
      assertEquals(SegmentWorkspace.json("{\"plan\":\"pro\",\"seats\":2}"), fields(workspace));
      assertEquals(0, processes.sql().number("select count(*) from flow_step_requests"));
    }
  }

  @Test
  void aCancelledRunChangesNothing() {
    try (OwnProcesses processes = new OwnProcesses("flows", ALL)) {
      FlowWorkspace workspace = new FlowWorkspace(new SegmentWorkspace(processes.tenants(0)));
      workspace.segments.push(SHOP, "{\"plan\":\"free\"}");
      String flow = flow(workspace, "upgraded", set("plan", "plan", "\"pro\""));
      String other = flow(workspace, "other", set("plan", "plan", "\"free\""));
      processes.kill(0);
      try (ServiceProcess without = processes.startAnother(WITHOUT, STUCK_SOON)) {
        FlowRuns runs = new FlowRuns(through(workspace, without));
        runs.send(SHOP, "upgraded", "{}");
        String id = runs.awaitAt(flow, "plan");
        awaitChange(runs, id);
        FlowWorkspace.ok(runs.cancel(id));
      }
      processes.startAgain(0);
      processes.awaitReady();
      FlowRuns runs = new FlowRuns(workspace);
      runs.send(SHOP, "other", "{}");
      assertEquals("plan unchanged, completed", log(runs.awaitEnd(other)));
    }
  }

  /**
   * The change commits, and its outcome is lost with the process that asked for it: nobody makes
   * the change again, also not over a newer one.
   */
  @Test
  void aChangeWhoseOutcomeWasLostIsNotMadeAgain() {
    try (OwnProcesses processes = new OwnProcesses("flows", ALL)) {
      FlowWorkspace workspace = new FlowWorkspace(new SegmentWorkspace(processes.tenants(0)));
      workspace.segments.push(SHOP, "{\"plan\":\"free\"}");
      String flow = flow(workspace, "upgraded", set("plan", "plan", "\"pro\""));
      HeldLock changes = HeldLock.on(processes.postgresUri(), "applied_flow_steps");
      new FlowRuns(workspace).send(SHOP, "upgraded", "{}");
      HeldLock.awaitWaiting(processes.sql(), "applied_flow_steps");
      HeldLock outcomes = HeldLock.of(processes.postgresUri(), LOCK_CUSTOMER);
      changes.close();
      Poll.until(
          TIME,
          () -> "the change was made",
          () -> processes.sql().number("select count(*) from applied_flow_steps") == 1);
      processes.kill(0);
      outcomes.close();
      try (ServiceProcess pushing =
          processes.startAnother("ingest,console,enrichment", STUCK_SOON)) {
        assertEquals("pro", fields(through(workspace, pushing)).path("plan").asText());
        through(workspace, pushing).segments.push(SHOP, "{\"plan\":\"newer\"}");
      }
      processes.startAgain(0);
      processes.awaitReady();
      assertEquals("plan written, completed", log(new FlowRuns(workspace).awaitEnd(flow)));
      assertEquals("newer", fields(workspace).path("plan").asText());
    }
  }

  @Test
  void eachStepActsOnceWhateverIsKilled() {
    String worker = "automation,enrichment";
    try (OwnProcesses processes =
        new OwnProcesses("flows", "ingest,console,automation,enrichment", worker, worker)) {
      FlowWorkspace workspace = new FlowWorkspace(new SegmentWorkspace(processes.tenants(0)));
      FlowRuns runs = new FlowRuns(workspace);
      for (int shop = 0; shop < SHOPS; shop++) {
        workspace.segments.push(
            "s%d.example.com".formatted(shop), "{\"first\":0,\"second\":0,\"third\":0}");
      }
      String flow =
          flow(
              workspace,
              "go",
              set("a", "first", "{\"property\":\"n\"}"),
              set("b", "second", "{\"property\":\"n\"}"),
              FlowRuns.waiting("pause", "\"for\":\"1s\""),
              set("c", "third", "{\"property\":\"n\"}"));
      for (int shop = 0; shop < SHOPS; shop++) {
        runs.send("s%d.example.com".formatted(shop), "go", "{\"n\":%d}".formatted(shop + 1));
        if (shop % 10 == 5) {
          int victim = 1 + (shop / 10) % 2;
          processes.kill(victim);
          processes.startAgain(victim);
        }
        if (shop == 20) {
          processes.killPostgres();
        }
      }
      processes.awaitReady();
      Poll.until(
          TIME,
          () -> "all runs have ended",
          () ->
              processes.sql().number("select count(*) from flow_runs where status = 'ended'")
                  == SHOPS);
      assertEquals(
          SHOPS,
          processes
              .sql()
              .number(
                  """
                  select count(*) from flow_runs r
                  where r.flow_id = %s and r.reason = 'completed' and (
                    select string_agg(step || ' ' || outcome, ', ' order by number)
                    from flow_run_steps s
                    where s.workspace_id = r.workspace_id and s.run_id = r.id)
                    = 'a written, b written, pause elapsed, c written'
                    and (select count(*) from custom_field_values v
                      where v.workspace_id = r.workspace_id and v.customer_id = r.customer_id
                        and v.number_value = (r.properties->>'n')::numeric) = 3
                  """
                      .formatted(flow)));
      assertEquals(0, processes.sql().number("select count(*) from flow_step_requests"));
    }
  }
}
