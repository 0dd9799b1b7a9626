package dev.shopwire.automation.tracking;

import static org.junit.jupiter.api.Assertions.assertSame;

import java.time.OffsetDateTime;
import org.junit.jupiter.api.Test;

class CauseTest {
  private static final OffsetDateTime NOW = OffsetDateTime.parse("2026-11-28T10:00:00Z");

  @Test
  void ofTwoCausesTheLaterIsAnnounced() {
    Cause first = new Cause("identify", NOW, 1L, 0);
    Cause second = new Cause("time", NOW.plusNanos(1_000), null, 0);
    assertSame(second, Cause.later(first, second));
    assertSame(second, Cause.later(second, first));
    assertSame(first, Cause.later(first, new Cause("staff", NOW, null, 0)));
  }
}
