package dev.shopwire.analytics.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReplicaLagTest {
  private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

  private final ReplicaLag lag = new ReplicaLag();

  /** Records the primary's position at a number of seconds after noon. */
  private void primary(int second, long position) {
    lag.recordPrimary(
        new ReplicaLag.Sample(
            position, NOON.plusSeconds(second), Duration.ofSeconds(second).toNanos()));
  }

  private Optional<Duration> replica(int second, long position) {
    return lag.recordReplica(position, Duration.ofSeconds(second).toNanos());
  }

  @Test
  void theLagIsUnknownUntilTheFirstPositionIsReached() {
    assertEquals(Optional.empty(), replica(0, 100));
    primary(1, 200);
    assertEquals(Optional.empty(), replica(1, 199));
    assertEquals(Optional.empty(), lag.replayedUntil());
  }

  @Test
  void anUpToDateReplicaHasNoLagHoweverLongThePrimaryIsIdle() {
    primary(1, 200);
    assertEquals(Optional.of(Duration.ZERO), replica(1, 200));
    primary(100, 200);
    assertEquals(Optional.of(Duration.ZERO), replica(100, 200));
    assertEquals(Optional.of(NOON.plusSeconds(100)), lag.replayedUntil());
  }

  @Test
  void aStoppedReplicaLagsSinceThePrimaryWasAtItsPosition() {
    primary(1, 200);
    replica(1, 200);
    primary(2, 250);
    primary(3, 300);
    assertEquals(Optional.of(Duration.ofSeconds(3)), replica(4, 249));
    assertEquals(Optional.of(NOON.plusSeconds(1)), lag.replayedUntil());
    assertEquals(Optional.of(Duration.ofSeconds(3)), replica(5, 299));
    assertEquals(Optional.of(NOON.plusSeconds(2)), lag.replayedUntil());
    assertEquals(Optional.of(Duration.ZERO), replica(6, 300));
  }

  @Test
  void theLastSampleOfAnIdlePrimaryCounts() {
    primary(1, 200);
    replica(1, 200);
    primary(2, 300);
    primary(9, 300);
    assertEquals(Optional.of(Duration.ZERO), replica(9, 300));
    assertEquals(Optional.of(NOON.plusSeconds(9)), lag.replayedUntil());
  }
}
