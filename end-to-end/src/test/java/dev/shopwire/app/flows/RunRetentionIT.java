package dev.shopwire.app.flows;

import static dev.shopwire.app.flows.FlowRuns.definition;
import static dev.shopwire.app.flows.FlowRuns.waiting;
import static dev.shopwire.app.flows.FlowRuns.webhook;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.Poll;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that runs that ended are deleted in time, and what stays. */
@Tag("full")
class RunRetentionIT {
  private static final String SHOP = "acme.example.com";
  private static final String AGE =
      "update flow_runs set entered_at = entered_at - interval '3 days',"
          + " ended_at = ended_at - interval '3 days' where workspace_id = ";

  @Test
  void oldRunsThatEndedAreDeletedAndNobodyEntersAgain() {
    try (OwnService service =
        new OwnService(Map.of("SHOPWIRE_AUTOMATION_RUNS_RETENTION_DAYS", "2"))) {
      FlowWorkspace workspace = new FlowWorkspace(new SegmentWorkspace(service.tenants()));
      FlowRuns runs = new FlowRuns(workspace);
      String old = workspace.published(definition("go", "", webhook("tell")));
      String active =
          workspace.published(definition("go", "", waiting("long", "\"for\":\"300d\"")));
      runs.send(SHOP, "go", "{}");
      String gone = runs.awaitEnd(old).path("id").asText();
      runs.awaitAt(active, "long");
      service.sql().run(AGE + workspace.id());
      String late = workspace.published(definition("late", "", webhook("tell")));
      runs.send(SHOP, "late", "{}");
      runs.awaitEnd(late);
      service.process().stop();
      service.startAgain();
      Poll.until(FlowRuns.TIME, () -> "the run is deleted", () -> runs.of(old, "").isEmpty());
      assertEquals(404, workspace.segments.get("/flow-runs/" + gone).status());
      assertEquals(
          0,
          service
              .sql()
              .number(
                  "select count(*) from flow_run_steps where run_id = ?", Long.parseLong(gone)));
      assertEquals(1, runs.of(active, "?status=active").size());
      assertEquals(1, runs.of(late, "").size());
      assertEquals(1, runs.counts(old).path("entered").asInt());
      assertEquals(0, runs.counts(old).path("active").asInt());
      String mark = workspace.published(definition("go", "", webhook("tell")));
      runs.send(SHOP, "go", "{}");
      runs.awaitEnd(mark);
      assertEquals(0, runs.of(old, "").size());
    }
  }
}
