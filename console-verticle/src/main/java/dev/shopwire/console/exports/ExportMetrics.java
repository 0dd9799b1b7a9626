package dev.shopwire.console.exports;

import dev.shopwire.common.telemetry.Gauges;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/** Metrics of exports. Thread-safe. */
final class ExportMetrics {
  /** How an export ended. */
  enum Outcome {
    /** It was sent completely. */
    FINISHED,
    /** The client disconnected or did not read. */
    ABANDONED,
    /** It could not be completed, so the connection was broken. */
    BROKEN
  }

  private final AtomicInteger running = new AtomicInteger();
  private final Counter rows;
  private final Map<Outcome, Counter> outcomes = new EnumMap<>(Outcome.class);

  ExportMetrics(MeterRegistry registry) {
    Gauges.replace(
        registry,
        Gauge.builder("shopwire.exports.running", running, AtomicInteger::get)
            .description("Exports that are being sent"));
    rows =
        Counter.builder("shopwire.exports.rows")
            .description("Rows that were sent in exports")
            .register(registry);
    for (Outcome outcome : Outcome.values()) {
      outcomes.put(
          outcome,
          Counter.builder("shopwire.exports")
              .description("Exports by how they ended")
              .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
              .register(registry));
    }
  }

  void started() {
    running.incrementAndGet();
  }

  void sent(int count) {
    rows.increment(count);
  }

  void ended(Outcome outcome) {
    running.decrementAndGet();
    Objects.requireNonNull(outcomes.get(outcome)).increment();
  }
}
