package dev.shopwire.analytics.replica;

import dev.shopwire.common.postgres.Postgres;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The state and metrics of the read replica, which {@link ReplicaVerticle} keeps up to date.
 * Thread-safe.
 */
public final class Replica {
  private record State(
      boolean reachable, Optional<Duration> lag, Optional<Instant> replayedUntil) {}

  private static final State UNAVAILABLE = new State(false, Optional.empty(), Optional.empty());
  private static final double NANOS = 1e9;

  private final Postgres postgres;
  private final Duration maxLag;
  private final Counter replicaReads;
  private final Counter primaryReads;
  private final Counter fallbacks;
  private volatile State state = UNAVAILABLE;

  public Replica(Postgres postgres, Duration maxLag, MeterRegistry registry) {
    this.postgres = postgres;
    this.maxLag = maxLag;
    Gauge.builder("shopwire.replica.lag.seconds", this, Replica::lagSeconds)
        .description("Replica lag in steps of 0.25 s; NaN if the replica does not respond")
        .register(registry);
    Gauge.builder("shopwire.replica.usable", this, replica -> replica.isUsable() ? 1 : 0)
        .description("1 while reads use the replica")
        .register(registry);
    replicaReads = reads(registry, "replica");
    primaryReads = reads(registry, "primary");
    fallbacks =
        Counter.builder("shopwire.replica.fallbacks")
            .description("Reads that started on the replica and were completed on the primary")
            .register(registry);
  }

  private static Counter reads(MeterRegistry registry, String on) {
    return Counter.builder("shopwire.replica.reads")
        .tag("on", on)
        .description("Reads that may use the replica, by where they started")
        .register(registry);
  }

  public Postgres postgres() {
    return postgres;
  }

  /** Whether it responded to the last check, which was a quarter of a second ago or less. */
  public boolean isReachable() {
    return state.reachable();
  }

  /** Whether it is reachable and its lag is below the limit. */
  public boolean isUsable() {
    State now = state;
    return now.reachable() && now.lag().filter(lag -> lag.compareTo(maxLag) < 0).isPresent();
  }

  /** The time, by the primary's clock, before which everything committed is on the replica. */
  public Optional<Instant> replayedUntil() {
    return state.replayedUntil();
  }

  /** Called if it does not respond or must not be read. */
  void markUnavailable() {
    state = UNAVAILABLE;
  }

  void update(Optional<Duration> lag, Optional<Instant> replayedUntil) {
    state = new State(true, lag, replayedUntil);
  }

  Optional<Duration> lag() {
    return state.lag();
  }

  private double lagSeconds() {
    return state.lag().map(lag -> lag.toNanos() / NANOS).orElse(Double.NaN);
  }

  public void countRead(boolean onReplica) {
    (onReplica ? replicaReads : primaryReads).increment();
  }

  public void countFallback() {
    fallbacks.increment();
  }
}
