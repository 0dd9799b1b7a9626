package dev.shopwire.benchmarks.flows;

import static dev.shopwire.benchmarks.measure.Output.line;
import static dev.shopwire.benchmarks.measure.Output.secondsSince;

import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.benchmarks.measure.SessionStatements;
import dev.shopwire.benchmarks.measure.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.regex.Pattern;

/** Runs that wait, and how late they continue. Blocking. */
final class DueRuns {
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final Duration LOOK = Duration.ofMillis(200);
  private static final String CUSTOMERS =
      """
      insert into customers (workspace_id, domain)
      select %s, 'due-' || i || '.platform.example' from generate_series(1, %d) i
      on conflict do nothing
      """;

  // As if an event had started them. Each customer has some, one after the other.
  private static final String RUNS =
      """
      insert into flow_runs (workspace_id, flow_id, version, customer_id, status, step, at,
        waiting_since, waits_for, due_at, wake_at, entered_at, cause_type, cause_at, occurred_at,
        cause_app, cause_key, event_id, event_name)
      select %1$s, %2$s, 1, c.id, 'active', 'wait', b.at, b.at, 'time', d.due, d.due, b.at,
        'usage_event', b.at, b.at, 1, gen_random_uuid(), 'e', 'begun'
      from generate_series(0, %3$d - 1) i
      join (select id, row_number() over (order by id) - 1 as number from customers
        where workspace_id = %1$s and domain like 'due-%%') c on c.number = i %% %4$d
      cross join (select clock_timestamp() as at) b
      cross join lateral (
        select b.at + interval '%5$d seconds' + i * interval '1 microsecond' * %6$d as due) d
      """;
  private static final String LATE =
      """
      select coalesce(percentile_disc(%s) within group (
        order by extract(epoch from s.done_at - s.at)), 0)
      from flow_run_steps s join flow_runs r on r.workspace_id = s.workspace_id and r.id = s.run_id
      where r.flow_id = %s and s.step = 'wait'
      """;
  private static final String LEFT =
      "select count(*) from flow_runs where flow_id = ? and status <> 'ended'";

  private final Installation installation;
  private final FlowWorkspace workspace;
  private final int customers;

  /**
   * @param customers who have the runs
   */
  DueRuns(Installation installation, FlowWorkspace workspace, int customers) {
    this.installation = installation;
    this.workspace = workspace;
    this.customers = customers;
    installation.sql().run(CUSTOMERS.formatted(workspace.id(), customers));
  }

  /**
   * Adds runs to a flow.
   *
   * @param after in how many seconds the first is due
   * @param microsBetween the time between two; 0 if all are due at once
   */
  void add(String flow, long count, long after, long microsBetween) {
    installation
        .sql()
        .run(RUNS.formatted(workspace.id(), flow, count, customers, after, microsBetween));
    installation.sql().run("analyze flow_runs");
  }

  /** Waits until all runs of a flow have ended; returns seconds. */
  double awaitEnded(String flow) {
    long start = System.nanoTime();
    while (left(flow) > 0) {
      if (secondsSince(start) > LIMIT.toSeconds()) {
        throw new IllegalStateException(left(flow) + " runs are left");
      }
      Waiting.sleep(LOOK);
    }
    return secondsSince(start);
  }

  private long left(String flow) {
    return installation.sql().number(LEFT, Long.parseLong(flow));
  }

  /** How late the waits of a flow's runs ended, in seconds. */
  double lateSeconds(String flow, double percentile) {
    double seconds =
        Double.parseDouble(installation.sql().text(LATE.formatted(percentile / 100, flow)));
    line("  p%.0f %.2f s late", percentile, seconds);
    return seconds;
  }

  /** Statements of flows for each step, while runs of a flow continue. */
  double statementsPerStep(String flow, long count, long after, long microsBetween)
      throws IOException {
    add(flow, count, after, microsBetween);
    try (SessionStatements statements =
        new SessionStatements(installation, Pattern.compile("\\bflow_"))) {
      awaitEnded(flow);
      // Each run has two steps.
      return statements.count() / (2.0 * count);
    }
  }
}
