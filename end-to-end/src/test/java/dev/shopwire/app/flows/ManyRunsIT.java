package dev.shopwire.app.flows;

import static dev.shopwire.app.flows.FlowRuns.definition;
import static dev.shopwire.app.flows.FlowRuns.waiting;
import static dev.shopwire.app.flows.FlowWorkspace.assertFails;
import static dev.shopwire.app.flows.FlowWorkspace.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Sql;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests calls about flows with more runs than one transaction changes. */
@Tag("stores")
class ManyRunsIT {
  private static final int RUNS = 11_000;
  private static final int MANY = 100_000;
  private static final String RESUME = "{\"overdue\":\"reschedule\"}";

  private static final String CUSTOMERS =
      """
      insert into customers (workspace_id, domain)
      select %s, 'many' || n || '.example.com' from generate_series(1, 100) n
      """;
  // Half of them are due at the same time. event_id: the time that they are due, by the run.
  private static final String ADD =
      """
      insert into flow_runs (workspace_id, flow_id, version, customer_id, status, step, at,
        waiting_since, waits_for, due_at, wake_at, entered_at, cause_type, cause_at, occurred_at,
        cause_app, cause_key, event_id, event_name)
      select %1$s, %2$s, 1, c.ids[1 + n %% 100], 'active', 'w', t.at, t.at, 'time', t.due, t.due,
        t.at, 'usage_event', t.at, t.at, 1, gen_random_uuid(), t.due::text, 'begun'
      from generate_series(1, %3$d) n
      cross join (select array_agg(id) as ids from customers where workspace_id = %1$s) c
      cross join lateral (
        select now() as at, now() + interval '1 hour' * (1 + n %% 2 * n) as due) t
      """;
  private static final String MOVED =
      """
      select count(*) from flow_runs r join flow_pauses p using (workspace_id, flow_id)
      where r.flow_id = %s and r.due_at = r.event_id::timestamptz + (p.resumed_at - p.paused_at)
        and r.wake_at = r.due_at and r.at < p.paused_at
      """;

  private static FlowWorkspace workspace(SegmentWorkspace segments, Sql sql) {
    FlowWorkspace workspace = new FlowWorkspace(segments);
    sql.run(CUSTOMERS.formatted(workspace.id()));
    return workspace;
  }

  private static String published(FlowWorkspace workspace, Sql sql, int runs) {
    String flow = workspace.published(definition("begun", "", waiting("w", "\"for\":\"1h\"")));
    sql.run(ADD.formatted(workspace.id(), flow, runs));
    return flow;
  }

  private static void resume(FlowWorkspace workspace, String flow) {
    workspace.acted(flow, "pause", "{}");
    JsonNode resumed = workspace.acted(flow, "resume", RESUME);
    assertEquals("paused", resumed.path("status").asText(), resumed::toString);
    assertTrue(resumed.path("resuming").asBoolean(), resumed::toString);
  }

  private static void awaitMoved(FlowWorkspace workspace, Sql sql, String flow, int runs) {
    Poll.until(
        FlowRuns.TIME,
        () -> "all runs are rescheduled, moved " + sql.number(MOVED.formatted(flow)),
        () -> workspace.flow(flow).path("status").asText().equals("published"));
    assertEquals(runs, sql.number(MOVED.formatted(flow)));
  }

  @Test
  void eachRunIsRescheduledOnceBeforeTheFlowGoesOn() {
    Sql sql = RunningService.shared().sql();
    FlowWorkspace workspace =
        workspace(new SegmentWorkspace(RunningService.shared().tenants()), sql);
    String flow = published(workspace, sql, RUNS);
    resume(workspace, flow);
    awaitMoved(workspace, sql, flow, RUNS);
    String archived = published(workspace, sql, RUNS);
    resume(workspace, archived);
    assertFails(409, "wrong_status", workspace.act(archived, "resume", RESUME));
    ok(workspace.act(archived, "archive", "{\"runs\":\"end\"}"));
    Poll.until(
        FlowRuns.TIME,
        () -> "all runs end",
        () ->
            sql.number(
                    """
                    select count(*) from flow_runs r join flows f
                      on f.workspace_id = r.workspace_id and f.id = r.flow_id
                    where f.id = %s and r.reason = 'archived' and r.ended_at = f.archived_at
                    """
                        .formatted(archived))
                == RUNS);
    assertEquals(
        0, sql.number("select count(*) from flow_run_updates where flow_id = " + archived));
  }

  @Test
  @Tag("full")
  void eachRunIsRescheduledOnceThoughTheProcessIsKilled() {
    try (OwnService service = new OwnService(Map.of())) {
      FlowWorkspace workspace = workspace(new SegmentWorkspace(service.tenants()), service.sql());
      String flow = published(workspace, service.sql(), MANY);
      resume(workspace, flow);
      service.process().kill();
      assertTrue(
          service.sql().number("select count(*) from flow_run_updates where runs > 0") == 1,
          "the kill came too late");
      service.startAgain();
      awaitMoved(workspace, service.sql(), flow, MANY);
    }
  }
}
