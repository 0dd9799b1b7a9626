package dev.shopwire.analytics.replica;

import dev.shopwire.common.postgres.Postgres;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The process's replica: what is known of it, and the meters that show it. {@link ReplicaVerticle}
 * keeps it up to date. Thread-safe.
 */
public final class Replica {
  private record State(boolean answers, Optional<Duration> lag, Optional<Instant> holdsAllUntil) {}

  private static final State AWAY = new State(false, Optional.empty(), Optional.empty());
  private static final double NANOS = 1e9;

  private final Postgres postgres;
  private final Duration maxLag;
  private final Counter replicaReads;
  private final Counter primaryReads;
  private final Counter fallbacks;
  private volatile State state = AWAY;

  public Replica(Postgres postgres, Duration maxLag, MeterRegistry registry) {
    this.postgres = postgres;
    this.maxLag = maxLag;
    Gauge.builder("shopwire.replica.lag.seconds", this, Replica::lagSeconds)
        .description("How far the replica is behind, in steps of 0.25 s; NaN: it does not answer")
        .register(registry);
    Gauge.builder("shopwire.replica.usable", this, replica -> replica.isUsable() ? 1 : 0)
        .description("1 while reads use the replica")
        .register(registry);
    replicaReads = reads(registry, "replica");
    primaryReads = reads(registry, "primary");
    fallbacks =
        Counter.builder("shopwire.replica.fallbacks")
            .description("Reads that began on the replica and were done on the primary")
            .register(registry);
  }

  private static Counter reads(MeterRegistry registry, String on) {
    return Counter.builder("shopwire.replica.reads")
        .tag("on", on)
        .description("Reads that may use the replica, by where they began")
        .register(registry);
  }

  public Postgres postgres() {
    return postgres;
  }

  /** Whether it answered when it was last asked, a quarter of a second ago or less. */
  public boolean answers() {
    return state.answers();
  }

  /** Whether it answers and is less behind than is allowed. */
  public boolean isUsable() {
    State now = state;
    return now.answers() && now.lag().filter(lag -> lag.compareTo(maxLag) < 0).isPresent();
  }

  /** All that was committed before, by the primary's clock, is on the replica. */
  public Optional<Instant> holdsAllUntil() {
    return state.holdsAllUntil();
  }

  /** It doesn't answer, or must not be read. */
  void lost() {
    state = AWAY;
  }

  void is(Optional<Duration> lag, Optional<Instant> holdsAllUntil) {
    state = new State(true, lag, holdsAllUntil);
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
