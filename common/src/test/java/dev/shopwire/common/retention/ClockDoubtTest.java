package dev.shopwire.common.retention;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.retention.ClockDoubt.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClockDoubtTest {
  private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
  private static final Optional<ClockDoubt> NONE = Optional.empty();

  private static Optional<Instant> daysBefore(Instant moment, int days) {
    return Optional.of(moment.minus(Duration.ofDays(days)));
  }

  private static Instant later(int days) {
    return NOW.plus(Duration.ofDays(days));
  }

  @Test
  void aClockThatGoesOnWhileDataComesIsTrusted() {
    assertEquals(NONE, ClockDoubt.of(NOW, daysBefore(NOW, 0), NONE, daysBefore(NOW, 1)));
    assertEquals(NONE, ClockDoubt.of(NOW, daysBefore(NOW, 35), NONE, daysBefore(NOW, 35)));
    assertEquals(NONE, ClockDoubt.of(NOW, Optional.empty(), NONE, Optional.empty()));
  }

  @Test
  void aJumpIsDoubtedAlsoWhereNewDataHasItsTimeAndForThirtyDaysAtMost() {
    Optional<ClockDoubt> doubt = ClockDoubt.of(NOW, daysBefore(NOW, 365), NONE, daysBefore(NOW, 0));
    assertEquals(Optional.of(new ClockDoubt(Reason.JUMP, NOW)), doubt);
    Instant soon = later(29);
    assertEquals(doubt, ClockDoubt.of(soon, daysBefore(soon, 0), doubt, daysBefore(soon, 0)));
    assertTrue(doubt.orElseThrow().isReasonToWait(soon));
    Instant end = later(30);
    assertFalse(doubt.orElseThrow().isReasonToWait(end));
    assertEquals(NONE, ClockDoubt.of(end, daysBefore(end, 0), doubt, daysBefore(end, 0)));
  }

  @Test
  void anotherJumpBeginsTheWaitAnew() {
    Optional<ClockDoubt> doubt = Optional.of(new ClockDoubt(Reason.JUMP, NOW));
    Instant again = later(365);
    assertEquals(
        Optional.of(new ClockDoubt(Reason.JUMP, again)),
        ClockDoubt.of(again, Optional.of(later(20)), doubt, Optional.of(later(20))));
  }

  @Test
  void aClockThatIsPutRightIsTrustedAtOnce() {
    Optional<ClockDoubt> doubt = Optional.of(new ClockDoubt(Reason.JUMP, later(365)));
    assertEquals(NONE, ClockDoubt.of(NOW, Optional.of(later(366)), doubt, Optional.of(later(365))));
  }

  @Test
  void whereNothingComesRetentionWaitsForThirtyDaysAndThenGoesOn() {
    Optional<ClockDoubt> doubt = ClockDoubt.of(NOW, daysBefore(NOW, 0), NONE, daysBefore(NOW, 36));
    assertEquals(Optional.of(new ClockDoubt(Reason.IDLE, NOW)), doubt);
    assertTrue(doubt.orElseThrow().isReasonToWait(later(29)));
    Instant end = later(31);
    Optional<ClockDoubt> still = ClockDoubt.of(end, daysBefore(end, 0), doubt, daysBefore(NOW, 36));
    assertEquals(doubt, still, "else it would begin anew");
    assertFalse(still.orElseThrow().isReasonToWait(end));
    assertEquals(NONE, ClockDoubt.of(end, daysBefore(end, 0), still, daysBefore(end, 0)));
  }
}
