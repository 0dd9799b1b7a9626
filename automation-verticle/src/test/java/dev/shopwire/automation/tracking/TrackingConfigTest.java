package dev.shopwire.automation.tracking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.config.Settings;
import java.nio.file.Path;
import java.time.LocalTime;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TrackingConfigTest {
  private static TrackingConfig config(Map<String, String> environment) {
    return TrackingConfig.of(Settings.load(Path.of("none"), environment));
  }

  @Test
  void connectionsAreSharedByRoundsAndSegmentsThatAreBehind() {
    TrackingConfig two = config(Map.of("SHOPWIRE_SEGMENTS_TRACKING_CONNECTIONS", "2"));
    assertEquals(1, two.rounds());
    assertEquals(1, two.catchUps());
    TrackingConfig five = config(Map.of("SHOPWIRE_SEGMENTS_TRACKING_CONNECTIONS", "5"));
    assertEquals(3, five.rounds());
    assertEquals(2, five.catchUps());
    assertEquals(8, five.allConnections());
  }

  @Test
  void theTimeOfDriftChecksIsATimeOfDay() {
    assertEquals(LocalTime.of(3, 0), config(Map.of()).verifyAt());
    assertEquals(
        LocalTime.of(23, 5), config(Map.of("SHOPWIRE_SEGMENTS_VERIFY_AT", "23:05")).verifyAt());
    SettingException refused =
        assertThrows(
            SettingException.class, () -> config(Map.of("SHOPWIRE_SEGMENTS_VERIFY_AT", "25:00")));
    assertTrue(String.valueOf(refused.getMessage()).contains("SHOPWIRE_SEGMENTS_VERIFY_AT"));
  }
}
