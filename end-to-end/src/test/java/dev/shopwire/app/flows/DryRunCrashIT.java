package dev.shopwire.app.flows;

import static dev.shopwire.app.flows.FlowRuns.definition;
import static dev.shopwire.app.flows.FlowRuns.waiting;
import static dev.shopwire.app.flows.FlowWorkspace.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.Poll;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Kills the process in the middle of a dry run, which another one must complete. */
@Tag("full")
class DryRunCrashIT {
  private static final int CUSTOMERS = 1_000;
  private static final int EVENTS = 40_000;
  private static final String DONE = "select max(causes) from flow_dry_runs";

  /** One that is past its 7 days, with a run. */
  private static final String OLD =
      """
      with old as (
        insert into flow_dry_runs (workspace_id, flow_id, definition, status, starts_at, ends_at,
          occurred, run_out, created_at)
        select workspace_id, flow_id, definition, 'done', starts_at, ends_at, occurred, run_out,
          now() - interval '8 days'
        from flow_dry_runs
        returning workspace_id, id
      )
      insert into flow_dry_run_runs (workspace_id, dry_run_id, entered_at, customer_id, status,
        reason, cause_type, cause_at, log)
      select workspace_id, id, now(), 1, 'ended', 'completed', 'usage_event', now(), '[]' from old
      """;

  private static final String ADD_CUSTOMERS =
      """
      insert into customers (workspace_id, domain)
      select %s, 'crash' || n || '.example.com' from generate_series(1, %d) n
      """;
  private static final String ADD_EVENTS =
      """
      insert into usage_events (app_id, customer_id, occurred_at, received_at, event_key, event_name)
      select %s, c.ids[1 + n %% cardinality(c.ids)], now(), now(), gen_random_uuid(), 'happened'
      from generate_series(1, %d) n,
        (select array_agg(id) as ids from customers where workspace_id = %s) c
      """;

  @Test
  void aDryRunGoesOnWhereItsProcessWasKilled() {
    try (OwnService service = new OwnService(Map.of())) {
      FlowWorkspace workspace = new FlowWorkspace(new SegmentWorkspace(service.tenants()));
      DryRuns dryRuns = new DryRuns(workspace);
      service.sql().run(ADD_CUSTOMERS.formatted(workspace.id(), CUSTOMERS));
      service
          .sql()
          .run(ADD_EVENTS.formatted(workspace.segments.app().appId(), EVENTS, workspace.id()));
      String flow =
          workspace.created(
              definition("happened", "{\"frequency\":\"always\"}", waiting("w", "\"for\":\"1h\"")));
      String from = Instant.now().minus(Duration.ofHours(1)).toString();
      String id =
          ok(dryRuns.start(flow, "{\"from\":\"%s\",\"runOut\":true}".formatted(from)))
              .at("/dryRun/id")
              .asText();
      Poll.until(FlowRuns.TIME, () -> "some causes are done", () -> service.sql().number(DONE) > 0);
      service.process().kill();
      long before = service.sql().number(DONE);
      assertTrue(before < EVENTS, () -> "done before the kill: " + before);
      service.sql().run(OLD);
      service.startAgain();
      JsonNode dryRun = dryRuns.await(id);
      assertEquals(EVENTS, dryRun.path("causes").asInt(), dryRun::toString);
      assertEquals(EVENTS, dryRun.path("runs").asInt(), dryRun::toString);
      assertEquals(
          EVENTS,
          service
              .sql()
              .number("select count(*) from flow_dry_run_runs where reason = 'completed'"));
      assertEquals(0, service.sql().number("select count(*) from flow_dry_run_customers"));
      assertEquals(1, service.sql().number("select count(*) from flow_dry_runs"));
    }
  }
}
