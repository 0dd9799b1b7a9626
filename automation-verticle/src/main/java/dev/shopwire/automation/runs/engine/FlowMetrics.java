package dev.shopwire.automation.runs.engine;

import dev.shopwire.automation.runs.machine.StepType;
import dev.shopwire.common.telemetry.Telemetry;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.concurrent.atomic.AtomicLong;

/** Meters of flows: what this process did, and what waits in all of them. Thread-safe. */
public final class FlowMetrics {
  // More are not counted, as that would take longer than working on them. The orders are those of
  // indexes.
  private static final String MEASURE =
      """
      select (select count(*) from (select from flow_causes limit 100000) c)
          + (select count(*) from (select from flow_changes limit 100000) c)
          + (select coalesce(sum(events), 0)
             from (select events from flow_event_groups limit 100000) g) as causes,
        (select count(*) from (
          select workspace_id, flow_id from flow_runs
          where wake_at < statement_timestamp() - interval '1 second'
          order by wake_at limit 100000) r
         join flows f on f.workspace_id = r.workspace_id and f.id = r.flow_id
           and f.status <> 'paused')
          + (select count(*) from (
              select workspace_id, flow_id from flow_step_requests
              where requested_at < statement_timestamp() - interval '1 second'
              order by requested_at limit 100000) q
             join flows f on f.workspace_id = q.workspace_id and f.id = q.flow_id
               and f.status <> 'paused') as overdue,
        (select count(*) from (
          (select * from flow_runs
           where wake_at < statement_timestamp() - make_interval(secs => $1) and failures = 0
           order by wake_at limit 100000)
          union all
          (select * from flow_runs where failures > 0 and status <> 'ended'
           order by workspace_id, id limit 100000)
          union all
          (select r.* from (
             select workspace_id, run_id from flow_step_requests
             where requested_at < statement_timestamp() - make_interval(secs => $1)
             order by requested_at limit 100000) q
           join flow_runs r on r.workspace_id = q.workspace_id and r.id = q.run_id
             and r.failures = 0 and r.wake_at is null)) r
         where %s)
          + (select count(*) from flow_failures e
             where e.since < statement_timestamp() - make_interval(secs => $1) and not exists (
               select from flow_runs o
               where o.workspace_id = e.workspace_id and o.customer_id = e.customer_id
                 and o.status <> 'ended' and o.failures > 0)) as stuck
      """
          .formatted(StuckRuns.condition("$1"));

  private final Counter entries;
  private final MeterRegistry registry;
  private final Timer lag;
  private final AtomicLong causes = new AtomicLong();
  private final AtomicLong overdue = new AtomicLong();
  private final AtomicLong stuck = new AtomicLong();

  public FlowMetrics(MeterRegistry registry) {
    this.registry = registry;
    entries =
        Counter.builder("shopwire.flow.entries")
            .description("Runs of flows that this process has started")
            .register(registry);
    lag =
        Telemetry.histogram(
                "shopwire.flow.lag", "Time from when a run was due to when it was worked on")
            .register(registry);
    for (StepType type : StepType.values()) {
      for (String outcome : StepOutcomes.of(type)) {
        steps(type, outcome);
      }
    }
    gauge("shopwire.flow.causes", "Events that flows want and have not seen yet", causes);
    gauge("shopwire.flow.steps.overdue", "Runs that have been due for over a second", overdue);
    gauge(
        "shopwire.flow.runs.stuck",
        "Runs that are overdue for long, or fail, for no reason that they show",
        stuck);
  }

  private void gauge(String name, String description, AtomicLong value) {
    Gauge.builder(name, value, AtomicLong::get).description(description).register(registry);
  }

  private Counter steps(StepType type, String outcome) {
    return Counter.builder("shopwire.flow.steps")
        .description("Steps of runs that this process has done")
        .tag("type", type.apiName())
        .tag("outcome", outcome)
        .register(registry);
  }

  void record(Batch.Result result) {
    entries.increment(result.entries());
    result.lags().forEach(lag::record);
    result.steps().forEach(step -> steps(step.type(), step.outcome()).increment());
  }

  /**
   * Measures what waits, over all processes.
   *
   * @param stuckSeconds how long a run may be overdue
   */
  Future<Void> measure(SqlClient client, int stuckSeconds) {
    return client
        .preparedQuery(MEASURE)
        .execute(Tuple.of((double) stuckSeconds))
        .map(rows -> rows.iterator().next())
        .map(
            row -> {
              causes.set(row.getLong("causes"));
              overdue.set(row.getLong("overdue"));
              stuck.set(row.getLong("stuck"));
              return null;
            });
  }
}
