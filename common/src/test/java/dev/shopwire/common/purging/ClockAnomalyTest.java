package dev.shopwire.common.purging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.purging.ClockAnomaly.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClockAnomalyTest {
  private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
  private static final Optional<ClockAnomaly> NONE = Optional.empty();

  private static Optional<Instant> daysBefore(Instant moment, int days) {
    return Optional.of(moment.minus(Duration.ofDays(days)));
  }

  private static Instant later(int days) {
    return NOW.plus(Duration.ofDays(days));
  }

  @Test
  void aClockThatAdvancesWithTheDataIsTrusted() {
    assertEquals(NONE, ClockAnomaly.of(NOW, daysBefore(NOW, 0), NONE, daysBefore(NOW, 1)));
    assertEquals(NONE, ClockAnomaly.of(NOW, daysBefore(NOW, 35), NONE, daysBefore(NOW, 35)));
    assertEquals(NONE, ClockAnomaly.of(NOW, Optional.empty(), NONE, Optional.empty()));
  }

  @Test
  void aJumpIsDoubtedEvenWithNewDataAndForThirtyDaysAtMost() {
    Optional<ClockAnomaly> anomaly =
        ClockAnomaly.of(NOW, daysBefore(NOW, 365), NONE, daysBefore(NOW, 0));
    assertEquals(Optional.of(new ClockAnomaly(Reason.JUMP, NOW)), anomaly);
    Instant soon = later(29);
    assertEquals(anomaly, ClockAnomaly.of(soon, daysBefore(soon, 0), anomaly, daysBefore(soon, 0)));
    assertTrue(anomaly.orElseThrow().pausesRetention(soon));
    Instant end = later(30);
    assertFalse(anomaly.orElseThrow().pausesRetention(end));
    assertEquals(NONE, ClockAnomaly.of(end, daysBefore(end, 0), anomaly, daysBefore(end, 0)));
  }

  @Test
  void anotherJumpRestartsThePause() {
    Optional<ClockAnomaly> anomaly = Optional.of(new ClockAnomaly(Reason.JUMP, NOW));
    Instant secondJump = later(365);
    assertEquals(
        Optional.of(new ClockAnomaly(Reason.JUMP, secondJump)),
        ClockAnomaly.of(secondJump, Optional.of(later(20)), anomaly, Optional.of(later(20))));
  }

  @Test
  void aCorrectedClockIsTrustedAtOnce() {
    Optional<ClockAnomaly> anomaly = Optional.of(new ClockAnomaly(Reason.JUMP, later(365)));
    assertEquals(
        NONE, ClockAnomaly.of(NOW, Optional.of(later(366)), anomaly, Optional.of(later(365))));
  }

  @Test
  void withoutNewDataRetentionPausesForThirtyDaysAndThenResumes() {
    Optional<ClockAnomaly> anomaly =
        ClockAnomaly.of(NOW, daysBefore(NOW, 0), NONE, daysBefore(NOW, 36));
    assertEquals(Optional.of(new ClockAnomaly(Reason.IDLE, NOW)), anomaly);
    assertTrue(anomaly.orElseThrow().pausesRetention(later(29)));
    Instant end = later(31);
    Optional<ClockAnomaly> unchanged =
        ClockAnomaly.of(end, daysBefore(end, 0), anomaly, daysBefore(NOW, 36));
    assertEquals(anomaly, unchanged, "otherwise the pause would restart");
    assertFalse(unchanged.orElseThrow().pausesRetention(end));
    assertEquals(NONE, ClockAnomaly.of(end, daysBefore(end, 0), unchanged, daysBefore(end, 0)));
  }
}
