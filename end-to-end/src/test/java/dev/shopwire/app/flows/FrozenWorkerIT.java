package dev.shopwire.app.flows;

import static dev.shopwire.app.flows.FlowRuns.definition;
import static dev.shopwire.app.flows.FlowRuns.log;
import static dev.shopwire.app.flows.FlowRuns.waiting;
import static dev.shopwire.app.flows.FlowRuns.webhook;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.HeldLock;
import dev.shopwire.app.support.OwnProcesses;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Signals;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Freezes a process while it works on a run, and looks whether that is seen. */
@Tag("full")
class FrozenWorkerIT {
  private static final Duration TIME = Duration.ofSeconds(60);
  private static final String NAME = "frozen";
  private static final String HOLDERS =
      """
      select coalesce(max(application_name), '') from pg_stat_activity
      where wait_event_type = 'Lock' and query like '%update flow_runs%'
      """;

  // Late enough that the test has locked the run by then.
  private static final String DUE_SOON =
      """
      update flow_runs set due_at = clock_timestamp() + interval '3 seconds',
        wake_at = clock_timestamp() + interval '3 seconds'
      where flow_id = \
      """;
  private static final int MAX_TRIES = 20;

  @Test
  void aRunOfAFrozenWorkerIsStuckUntilItIsTakenOver() {
    try (OwnProcesses processes = new OwnProcesses("flows");
        ServiceProcess healthy =
            processes.startAnother(
                "ingest,console,enrichment,automation",
                Map.of("SHOPWIRE_AUTOMATION_STUCK_SECONDS", "1"))) {
      Map<String, String> settings =
          Map.of(
              "SHOPWIRE_POSTGRES_URI",
              processes.postgresUri() + "?application_name=" + NAME,
              "SHOPWIRE_AUTOMATION_STUCK_SECONDS",
              "1");
      try (ServiceProcess worker = processes.startAnother("automation", settings)) {
        FlowWorkspace workspace = new FlowWorkspace(new SegmentWorkspace(tenants(healthy)));
        FlowRuns runs = new FlowRuns(workspace);
        String flow = freezeAtWork(processes, workspace, runs, worker);
        try {
          Poll.until(TIME, () -> "a stuck run of " + flow, () -> stuckRuns(workspace) == 1);
        } finally {
          Signals.thaw(worker.process().pid());
        }
        assertEquals("first elapsed, tell no_subscriber, completed", log(runs.awaitEnd(flow)));
        Poll.until(TIME, () -> "no stuck run", () -> stuckRuns(workspace) == 0);
      }
    }
  }

  private static Tenants tenants(ServiceProcess process) {
    return new Tenants(process.consoleUrl(), process.httpUrl(), RunningService.ADMIN_TOKEN);
  }

  /** Lets runs stop in PostgreSQL until one does of which the process has the transaction. */
  @SuppressWarnings("try") // the lock is only held
  private static String freezeAtWork(
      OwnProcesses processes, FlowWorkspace workspace, FlowRuns runs, ServiceProcess worker) {
    for (int i = 0; i < MAX_TRIES; i++) {
      String flow =
          workspace.published(
              definition("go" + i, "", waiting("first", "\"for\":\"300d\""), webhook("tell")));
      runs.send("s" + i + ".example.com", "go" + i, "{}");
      runs.awaitAt(flow, "first");
      processes.sql().run(DUE_SOON + flow);
      try (HeldLock lock =
          HeldLock.of(
              processes.postgresUri(),
              "select from flow_runs where flow_id = " + flow + " for update")) {
        Poll.until(TIME, () -> "a worker waits", () -> !holder(processes).isEmpty());
        if (holder(processes).equals(NAME)) {
          Signals.freeze(worker.process().pid());
          return flow;
        }
      }
      runs.awaitEnd(flow);
    }
    throw new AssertionError("The process got no transaction");
  }

  private static String holder(OwnProcesses processes) {
    return processes.sql().text(HOLDERS);
  }

  private static long stuckRuns(FlowWorkspace workspace) {
    return FlowWorkspace.ok(workspace.segments.get(workspace.list("automation-health")))
        .at("/health/stuckRuns")
        .asLong();
  }
}
