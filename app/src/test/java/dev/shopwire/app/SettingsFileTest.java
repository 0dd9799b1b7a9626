package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.common.config.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Tests that conf/shopwire.properties lists all settings. */
class SettingsFileTest {
  private static final Path FILE = Path.of("../conf/shopwire.properties");

  @Test
  void theFileListsEverySettingWithItsDefault() throws IOException {
    Settings settings = Settings.load(FILE, Map.of());
    ProcessConfig.of(settings);
    Map<String, String> listed = new TreeMap<>();
    for (String line : Files.readAllLines(FILE)) {
      if (line.matches("#[a-z.]+=.*")) {
        String[] parts = line.substring(1).split("=", 2);
        listed.put(parts[0], parts[1]);
      }
    }
    Map<String, String> effective = new TreeMap<>(settings.effective());
    // Their default depends on the machine.
    effective.replaceAll((name, value) -> name.endsWith(".instances") ? "" : value);
    assertEquals(effective, listed);
  }

  /** Else it would be printed at the start. */
  @Test
  void whatIsNamedLikeASecretIsReadAsOne() {
    Settings settings = Settings.load(Path.of("none"), Map.of());
    ProcessConfig.of(settings);
    Set<String> named = new TreeSet<>(settings.effective().keySet());
    named.removeIf(name -> !name.matches(".*\\.(uri|password|token|secret|keys|api\\.key)"));
    assertEquals(settings.secrets(), named);
  }
}
