package dev.shopwire.sources.linked.runs;

import dev.shopwire.sources.linked.runs.RunTable.Ended;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Counts runs of linked queries, and shows which ones wait. Thread-safe. */
public final class LinkedMetrics {
  private static final String RUNS = "shopwire.linked.runs";
  private static final String OUTCOME = "outcome";
  private static final List<String> OUTCOMES =
      List.of("applied", "held", "superseded", "rejected", "failed");

  private final MeterRegistry registry;
  private final AtomicLong held = new AtomicLong();
  private final AtomicLong age = new AtomicLong();

  public LinkedMetrics(MeterRegistry registry) {
    this.registry = registry;
    OUTCOMES.forEach(outcome -> timer(outcome));
    registry.counter("shopwire.linked.rows");
    Gauge.builder("shopwire.linked.held", held, AtomicLong::get)
        .description("Number of runs of linked queries that wait for an approval")
        .register(registry);
    Gauge.builder("shopwire.linked.age.seconds", age, AtomicLong::get)
        .description("The longest time since a run of an active linked query was applied")
        .register(registry);
  }

  private Timer timer(String outcome) {
    return registry.timer(RUNS, OUTCOME, outcome);
  }

  void ended(Ended run) {
    timer(run.status()).record(run.duration());
    registry.counter("shopwire.linked.rows").increment((double) run.rows());
  }

  void measured(long heldRuns, long ageSeconds) {
    held.set(heldRuns);
    age.set(ageSeconds);
  }
}
