package dev.shopwire.attribution.installs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.config.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class InstallSourceConfigTest {
  private static final Map<String, String> COMPLETE =
      Map.of(
          "SHOPWIRE_LISTING_URI", "postgresql://reader:hidden@warehouse/installs",
          "SHOPWIRE_LISTING_QUERY", "select * from installs ; ",
          "SHOPWIRE_LISTING_WORKSPACE", "7",
          "SHOPWIRE_LISTING_APP", "demo-app",
          "SHOPWIRE_LISTING_KEY_COLUMN", "key",
          "SHOPWIRE_LISTING_TIME_COLUMN", "time",
          "SHOPWIRE_LISTING_SHOP_COLUMN", "shop",
          "SHOPWIRE_LISTING_URL_COLUMN", "url");

  private static Optional<InstallSourceConfig> read(Map<String, String> environment) {
    return InstallSourceConfig.of(Settings.load(Path.of("none"), environment));
  }

  private static String message(String name, String value) {
    Map<String, String> changed = new TreeMap<>(COMPLETE);
    changed.put(name, value);
    return String.valueOf(assertThrows(SettingException.class, () -> read(changed)).getMessage());
  }

  @Test
  void withoutAUriThereIsNoInstallSource() {
    assertEquals(Optional.empty(), read(Map.of()));
    assertEquals(Optional.empty(), read(Map.of("SHOPWIRE_LISTING_QUERY", "select 1")));
  }

  @Test
  void otherSettingsHaveDefaults() {
    InstallSourceConfig config = read(COMPLETE).orElseThrow();
    assertEquals("select * from installs", config.query());
    assertEquals(7, config.workspaceId());
    assertEquals(List.of("mref"), config.params());
    assertEquals(Duration.ofMinutes(5), config.interval());
    assertEquals(Duration.ofDays(2), config.overlap());
    assertEquals(1_000, config.pageRows());
    assertFalse(config.toString().contains("hidden"));
  }

  @Test
  void withAUriMissingSettingsAreReported() {
    for (String name : COMPLETE.keySet()) {
      if (!name.equals("SHOPWIRE_LISTING_URI")) {
        assertTrue(message(name, "").startsWith(name + ": expected"), name);
      }
    }
  }

  @Test
  void anInvalidValueIsReportedWithoutShowingSecrets() {
    assertTrue(message("SHOPWIRE_LISTING_WORKSPACE", "0").contains("the id of a workspace"));
    assertTrue(message("SHOPWIRE_LISTING_PARAMS", "mref,,via").contains("SHOPWIRE_LISTING_PARAMS"));
    assertTrue(
        message("SHOPWIRE_LISTING_INTERVAL_MILLIS", "999")
            .contains("SHOPWIRE_LISTING_INTERVAL_MILLIS"));
    String uri = message("SHOPWIRE_LISTING_URI", "http://hidden");
    assertTrue(uri.contains("SHOPWIRE_LISTING_URI"));
    assertFalse(uri.contains("hidden"));
  }
}
