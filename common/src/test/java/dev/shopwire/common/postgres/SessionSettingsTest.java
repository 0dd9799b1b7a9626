package dev.shopwire.common.postgres;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionSettingsTest {
  /** The interval at which a pool checks for idle connections, plus a margin. */
  private static final Duration CLEANUP = Duration.ofSeconds(2);

  @Test
  void aPoolDropsAnIdleConnectionLongBeforeItsSocketTimesOut() {
    for (SessionSettings settings :
        List.of(
            SessionSettings.CALLS,
            SessionSettings.BACKGROUND,
            SessionSettings.READS,
            SessionSettings.ROLLUPS,
            SessionSettings.MAINTENANCE,
            SessionSettings.SHARED)) {
      assertTrue(
          settings.idle().plus(CLEANUP).compareTo(settings.socketTimeout()) < 0,
          settings::toString);
      assertTrue(
          settings.socketTimeout().compareTo(settings.statementTimeout()) > 0, settings::toString);
    }
  }
}
