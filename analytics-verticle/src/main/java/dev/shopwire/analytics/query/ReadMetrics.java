package dev.shopwire.analytics.query;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.Map.Entry;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Metrics of waiting, running and rejected reads. Thread-safe. */
final class ReadMetrics {
  private static final Map<String, String> REASONS =
      Map.of(
          "queue", "too many reads were waiting",
          "busy", "other reads left too little time",
          "time", "it ran out of time",
          "rows", "it read too many rows",
          "bytes", "it would have kept too many bytes");

  private final Map<String, Counter> refused;

  ReadMetrics(MeterRegistry registry) {
    refused =
        REASONS.keySet().stream()
            .collect(Collectors.toMap(Function.identity(), reason -> refused(registry, reason)));
  }

  private static Counter refused(MeterRegistry registry, String reason) {
    return Counter.builder("shopwire.reads.refused")
        .description("Rejected reads, by reason: " + reasons())
        .tag("reason", reason)
        .register(registry);
  }

  private static String reasons() {
    return REASONS.entrySet().stream()
        .sorted(Entry.comparingByKey())
        .map(each -> each.getKey() + ": " + each.getValue())
        .collect(Collectors.joining(", "));
  }

  void countRefused(String reason) {
    Counter counter = refused.get(reason);
    if (counter != null) {
      counter.increment();
    }
  }

  /**
   * Registers gauges of the sums over {@code schedulers}.
   *
   * @param kind of connections
   */
  static void register(MeterRegistry registry, String kind, FairScheduler... schedulers) {
    gauge(
        registry,
        "waiting",
        "Reads that wait for their app's turn",
        kind,
        schedulers,
        FairScheduler::waiting);
    gauge(
        registry,
        "running",
        "Reads that have a connection",
        kind,
        schedulers,
        FairScheduler::running);
  }

  private static void gauge(
      MeterRegistry registry,
      String name,
      String description,
      String kind,
      FairScheduler[] schedulers,
      ToIntFunction<FairScheduler> count) {
    Gauge.builder("shopwire.reads." + name, () -> Stream.of(schedulers).mapToInt(count).sum())
        .description(description)
        .tag("kind", kind)
        .register(registry);
  }
}
