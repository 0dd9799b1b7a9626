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
    Optional<ClockAnomaly> doubt =
        ClockAnomaly.of(NOW, daysBefore(NOW, 365), NONE, daysBefore(NOW, 0));
    assertEquals(Optional.of(new ClockAnomaly(Reason.JUMP, NOW)), doubt);
    Instant soon = later(29);
    assertEquals(doubt, ClockAnomaly.of(soon, daysBefore(soon, 0), doubt, daysBefore(soon, 0)));
    assertTrue(doubt.orElseThrow().pausesRetention(soon));
    Instant end = later(30);
    assertFalse(doubt.orElseThrow().pausesRetention(end));
    assertEquals(NONE, ClockAnomaly.of(end, daysBefore(end, 0), doubt, daysBefore(end, 0)));
  }

  @Test
  void anotherJumpRestartsThePause() {
    Optional<ClockAnomaly> doubt = Optional.of(new ClockAnomaly(Reason.JUMP, NOW));
    Instant secondJump = later(365);
    assertEquals(
        Optional.of(new ClockAnomaly(Reason.JUMP, secondJump)),
        ClockAnomaly.of(secondJump, Optional.of(later(20)), doubt, Optional.of(later(20))));
  }

  @Test
  void aCorrectedClockIsTrustedAtOnce() {
    Optional<ClockAnomaly> doubt = Optional.of(new ClockAnomaly(Reason.JUMP, later(365)));
    assertEquals(
        NONE, ClockAnomaly.of(NOW, Optional.of(later(366)), doubt, Optional.of(later(365))));
  }

  @Test
  void withoutNewDataRetentionPausesForThirtyDaysAndThenResumes() {
    Optional<ClockAnomaly> doubt =
        ClockAnomaly.of(NOW, daysBefore(NOW, 0), NONE, daysBefore(NOW, 36));
    assertEquals(Optional.of(new ClockAnomaly(Reason.IDLE, NOW)), doubt);
    assertTrue(doubt.orElseThrow().pausesRetention(later(29)));
    Instant end = later(31);
    Optional<ClockAnomaly> unchanged =
        ClockAnomaly.of(end, daysBefore(end, 0), doubt, daysBefore(NOW, 36));
    assertEquals(doubt, unchanged, "otherwise the pause would restart");
    assertFalse(unchanged.orElseThrow().pausesRetention(end));
    assertEquals(NONE, ClockAnomaly.of(end, daysBefore(end, 0), unchanged, daysBefore(end, 0)));
  }
}
