package dev.shopwire.automation.tracking;

import dev.shopwire.common.telemetry.Telemetry;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Metrics of tracked segments. Thread-safe. */
public final class TrackingMetrics {
  // More are not counted, as that would take longer than looking at them.
  private static final String MEASURE =
      """
      select (select count(*) from (select from segment_pending limit 100000) p)
          + (select count(*) from (select from segment_queue limit 100000) q) as pending,
        greatest(0, extract(epoch from clock_timestamp() - least(
          (select min(o.queued_at) from segment_rounds r cross join lateral (
            select queued_at from segment_pending where workspace_id = r.workspace_id
            order by queued_at limit 1) o),
          (select min(o.queued_at) from segment_tracking t cross join lateral (
            select queued_at from segment_queue
            where workspace_id = t.workspace_id and segment_id = t.segment_id
            order by queued_at limit 1) o
            where t.status = 'current'),
          (select min(time_due_at) from segment_tracking where status = 'current'),
          clock_timestamp())))::float8 as lag
      """;

  private final Timer evaluations;
  private final Counter entered;
  private final Counter exited;
  private final Counter drift;
  private final AtomicLong pending = new AtomicLong();
  private volatile double lag;

  public TrackingMetrics(MeterRegistry registry) {
    evaluations =
        Telemetry.histogram(
                "shopwire.segment.evaluation",
                "Duration of a transaction that evaluates customers for tracked segments")
            .register(registry);
    entered = transitions(registry, "entered");
    exited = transitions(registry, "exited");
    drift =
        Counter.builder("shopwire.segment.drift")
            .description(
                "Customers whose stored membership differed from their segment's condition")
            .register(registry);
    Gauge.builder("shopwire.segment.pending", pending, AtomicLong::get)
        .description("Customers that wait to be looked at for tracked segments")
        .register(registry);
    Gauge.builder("shopwire.segment.lag.seconds", this, metrics -> metrics.lag)
        .description("How long the customer that has waited longest to be looked at has waited")
        .register(registry);
  }

  private static Counter transitions(MeterRegistry registry, String type) {
    return Counter.builder("shopwire.segment.transitions")
        .description("Changes of membership that were announced")
        .tag("type", type)
        .register(registry);
  }

  void recordEvaluation(Duration took) {
    evaluations.record(took);
  }

  void recordTransitions(long customersEntered, long customersExited) {
    entered.increment((double) customersEntered);
    exited.increment((double) customersExited);
  }

  void recordDrift(long customers) {
    drift.increment((double) customers);
  }

  /** Measures how many customers wait, over all processes. */
  Future<Void> measure(SqlClient client) {
    return client
        .query(MEASURE)
        .execute()
        .map(rows -> rows.iterator().next())
        .map(
            row -> {
              pending.set(row.getLong("pending"));
              lag = row.getDouble("lag");
              return null;
            });
  }
}
