package dev.shopwire.webhook.fanout;

import dev.shopwire.common.telemetry.Telemetry;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Metrics of the fan-out of usage events. Thread-safe. */
public final class FanOutMetrics {
  private final Timer delay;
  private final Counter failures;
  private final AtomicLong lagMillis = new AtomicLong();
  private final AtomicLong quarantined = new AtomicLong();

  public FanOutMetrics(MeterRegistry registry) {
    delay =
        histogram(
                "shopwire.webhook.fan.out",
                "Time from storing to expanding events, for the oldest group of a step")
            .register(registry);
    failures =
        Counter.builder("shopwire.webhook.fan.out.failures")
            .description("Failed attempts to expand an event")
            .register(registry);
    Gauge.builder("shopwire.webhook.fan.out.lag.seconds", lagMillis, millis -> millis.get() / 1e3)
        .description("Age of the oldest group of events that is not yet expanded")
        .register(registry);
    Gauge.builder("shopwire.webhook.fan.out.set.aside", quarantined, AtomicLong::get)
        .description("Events that could not be expanded and wait for a retry")
        .register(registry);
  }

  /** A histogram from 1 ms to a minute, which receivers may take. */
  public static Timer.Builder histogram(String name, String description) {
    return Telemetry.histogram(
        name, description, 1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 5_000, 60_000);
  }

  void recordExpanded(long oldestMillis) {
    delay.record(Math.max(0, oldestMillis), TimeUnit.MILLISECONDS);
  }

  void recordFailed(int events) {
    failures.increment(events);
  }

  void setLag(long millis) {
    lagMillis.set(Math.max(0, millis));
  }

  void setQuarantined(long events) {
    quarantined.set(events);
  }
}
