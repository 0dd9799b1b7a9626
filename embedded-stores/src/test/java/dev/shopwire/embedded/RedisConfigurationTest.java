package dev.shopwire.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RedisConfigurationTest {
  private static List<String> lines(String directory, Map<String, String> settings) {
    return new RedisConfiguration(Path.of(directory), "secret", settings)
        .text(7000)
        .lines()
        .toList();
  }

  @Test
  void quotesWhatAPathMayContain() {
    assertTrue(lines("/a b/\"c\\", Map.of()).contains("dir \"/a b/\\\"c\\\\\""));
  }

  @Test
  void lettingInStaysClosedWhateverTheSettings() {
    Map<String, String> open = Map.of("bind", "0.0.0.0", "requirepass", "", "port", "1");
    List<String> lines = lines("/data", open);
    assertTrue(
        lines.containsAll(
            List.of("bind \"127.0.0.1\"", "requirepass \"secret\"", "port \"7000\"")));
    assertFalse(lines.contains("bind \"0.0.0.0\""));
  }

  @Test
  void aSettingReplacesTheDefault() {
    List<String> memory =
        lines("/data", Map.of("maxmemory", "1gb")).stream()
            .filter(line -> line.startsWith("maxmemory "))
            .toList();
    assertEquals(List.of("maxmemory \"1gb\""), memory);
  }
}
