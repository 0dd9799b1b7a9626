package dev.shopwire.common.purging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.purging.ClockSkewGuard.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClockSkewGuardTest {
  private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
  private static final Optional<ClockSkewGuard> NONE = Optional.empty();

  private static Optional<Instant> daysBefore(Instant moment, int days) {
    return Optional.of(moment.minus(Duration.ofDays(days)));
  }

  private static Instant later(int days) {
    return NOW.plus(Duration.ofDays(days));
  }

  @Test
  void aClockThatGoesOnWhileDataComesIsTrusted() {
    assertEquals(NONE, ClockSkewGuard.of(NOW, daysBefore(NOW, 0), NONE, daysBefore(NOW, 1)));
    assertEquals(NONE, ClockSkewGuard.of(NOW, daysBefore(NOW, 35), NONE, daysBefore(NOW, 35)));
    assertEquals(NONE, ClockSkewGuard.of(NOW, Optional.empty(), NONE, Optional.empty()));
  }

  @Test
  void aJumpIsDoubtedAlsoWhereNewDataHasItsTimeAndForThirtyDaysAtMost() {
    Optional<ClockSkewGuard> doubt =
        ClockSkewGuard.of(NOW, daysBefore(NOW, 365), NONE, daysBefore(NOW, 0));
    assertEquals(Optional.of(new ClockSkewGuard(Reason.JUMP, NOW)), doubt);
    Instant soon = later(29);
    assertEquals(doubt, ClockSkewGuard.of(soon, daysBefore(soon, 0), doubt, daysBefore(soon, 0)));
    assertTrue(doubt.orElseThrow().isReasonToWait(soon));
    Instant end = later(30);
    assertFalse(doubt.orElseThrow().isReasonToWait(end));
    assertEquals(NONE, ClockSkewGuard.of(end, daysBefore(end, 0), doubt, daysBefore(end, 0)));
  }

  @Test
  void anotherJumpBeginsTheWaitAnew() {
    Optional<ClockSkewGuard> doubt = Optional.of(new ClockSkewGuard(Reason.JUMP, NOW));
    Instant again = later(365);
    assertEquals(
        Optional.of(new ClockSkewGuard(Reason.JUMP, again)),
        ClockSkewGuard.of(again, Optional.of(later(20)), doubt, Optional.of(later(20))));
  }

  @Test
  void aClockThatIsPutRightIsTrustedAtOnce() {
    Optional<ClockSkewGuard> doubt = Optional.of(new ClockSkewGuard(Reason.JUMP, later(365)));
    assertEquals(
        NONE, ClockSkewGuard.of(NOW, Optional.of(later(366)), doubt, Optional.of(later(365))));
  }

  @Test
  void whereNothingComesRetentionWaitsForThirtyDaysAndThenGoesOn() {
    Optional<ClockSkewGuard> doubt =
        ClockSkewGuard.of(NOW, daysBefore(NOW, 0), NONE, daysBefore(NOW, 36));
    assertEquals(Optional.of(new ClockSkewGuard(Reason.IDLE, NOW)), doubt);
    assertTrue(doubt.orElseThrow().isReasonToWait(later(29)));
    Instant end = later(31);
    Optional<ClockSkewGuard> still =
        ClockSkewGuard.of(end, daysBefore(end, 0), doubt, daysBefore(NOW, 36));
    assertEquals(doubt, still, "else it would begin anew");
    assertFalse(still.orElseThrow().isReasonToWait(end));
    assertEquals(NONE, ClockSkewGuard.of(end, daysBefore(end, 0), still, daysBefore(end, 0)));
  }
}
