package dev.shopwire.common.postgres;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionSettingsTest {
  /** How often a pool looks for idle connections, with room to spare. */
  private static final Duration CLEANING = Duration.ofSeconds(2);

  @Test
  void aPoolForgetsAnIdleConnectionLongBeforeItIsClosed() {
    for (SessionSettings settings :
        List.of(
            SessionSettings.CALLS,
            SessionSettings.BACKGROUND,
            SessionSettings.READS,
            SessionSettings.ROLLUPS,
            SessionSettings.MAINTENANCE,
            SessionSettings.SHARED)) {
      assertTrue(
          settings.idle().plus(CLEANING).compareTo(settings.silence()) < 0, settings::toString);
      assertTrue(settings.silence().compareTo(settings.statement()) > 0, settings::toString);
    }
  }
}
