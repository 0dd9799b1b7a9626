package dev.shopwire.webhook.delivery;

import dev.shopwire.webhook.fanout.FanOutMetrics;
import dev.shopwire.webhook.lanes.Lanes;
import dev.shopwire.webhook.sending.Outcome;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/** Metrics of deliveries. Tags never contain an endpoint. Thread-safe. */
public final class DeliveryMetrics {
  private final Timer firstAttempt;
  private final Timer attempt;
  private final Map<Outcome, Counter> outcomes = new EnumMap<>(Outcome.class);
  private final AtomicLongArray lagMillis = new AtomicLongArray(Lanes.COUNT);
  private final AtomicInteger inFlight = new AtomicInteger();
  private final Map<EndpointHealth.Status, AtomicInteger> endpoints =
      new EnumMap<>(EndpointHealth.Status.class);
  private final AtomicInteger lanes = new AtomicInteger();

  public DeliveryMetrics(MeterRegistry registry) {
    firstAttempt =
        FanOutMetrics.histogram(
                "shopwire.webhook.first.attempt",
                "Time from writing the message to its first attempt")
            .register(registry);
    attempt =
        FanOutMetrics.histogram("shopwire.webhook.attempt", "Duration of a request")
            .register(registry);
    for (Outcome outcome : Outcome.values()) {
      outcomes.put(
          outcome,
          Counter.builder("shopwire.webhook.attempts")
              .description("Requests to receivers by outcome")
              .tag("outcome", outcome.code())
              .register(registry));
    }
    for (int i = 0; i < Lanes.COUNT; i++) {
      int lane = i;
      Gauge.builder("shopwire.webhook.lane.lag.seconds", lagMillis, all -> all.get(lane) / 1_000.0)
          .description("Age of a lane's oldest delivery that could be sent but isn't yet")
          .tag("lane", Integer.toString(lane))
          .register(registry);
    }
    Gauge.builder("shopwire.webhook.oldest.due.seconds", this, DeliveryMetrics::oldestSeconds)
        .description("Age of the oldest delivery that could be sent but isn't yet")
        .register(registry);
    Gauge.builder("shopwire.webhook.in.flight", inFlight, AtomicInteger::get)
        .description("Requests in flight")
        .register(registry);
    Gauge.builder("shopwire.webhook.lanes", lanes, AtomicInteger::get)
        .description("Lanes that this process delivers for")
        .register(registry);
    for (EndpointHealth.Status status : EndpointHealth.Status.values()) {
      AtomicInteger count = new AtomicInteger();
      endpoints.put(status, count);
      Gauge.builder("shopwire.webhook.endpoints", count, AtomicInteger::get)
          .description("Endpoints that this process delivers for")
          .tag("status", status.name().toLowerCase(Locale.ROOT))
          .register(registry);
    }
  }

  private double oldestSeconds() {
    long oldest = 0;
    for (int lane = 0; lane < Lanes.COUNT; lane++) {
      oldest = Math.max(oldest, lagMillis.get(lane));
    }
    return oldest / 1_000.0;
  }

  void recordFirstAttempt(Duration sinceCause) {
    firstAttempt.record(Math.max(0, sinceCause.toNanos()), TimeUnit.NANOSECONDS);
  }

  void recordAttempt(Outcome outcome, Duration duration) {
    Objects.requireNonNull(outcomes.get(outcome)).increment();
    attempt.record(duration);
  }

  /** Sets the lag of a lane; 0 for a lane that this process doesn't hold. */
  void setLag(int lane, long millis) {
    lagMillis.set(lane, millis);
  }

  /** Adds one worker's change to the value of the process. */
  void addInFlight(int change) {
    inFlight.addAndGet(change);
  }

  void addLanes(int change) {
    lanes.addAndGet(change);
  }

  void addEndpoints(EndpointHealth.Status status, int change) {
    Objects.requireNonNull(endpoints.get(status)).addAndGet(change);
  }
}
