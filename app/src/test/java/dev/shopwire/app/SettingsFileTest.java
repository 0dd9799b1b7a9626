package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.analytics.AnalyticsConfig;
import dev.shopwire.app.cluster.ClusterConfig;
import dev.shopwire.app.logs.LogConfig;
import dev.shopwire.app.tracing.TracingConfig;
import dev.shopwire.attribution.AttributionConfig;
import dev.shopwire.common.config.Settings;
import dev.shopwire.common.load.LoadLimits;
import dev.shopwire.console.ConsoleConfig;
import dev.shopwire.enrichment.EnrichmentConfig;
import dev.shopwire.ingest.IngestConfig;
import dev.shopwire.webhook.WebhookConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** conf/shopwire.properties is the list of all settings. */
class SettingsFileTest {
  private static final Path FILE = Path.of("../conf/shopwire.properties");

  @Test
  void itNamesEverySettingWithItsDefault() throws IOException {
    Settings settings = Settings.load(FILE, Map.of());
    AppConfig app = AppConfig.of(settings);
    AllowedHosts.of(settings, app.managementHost());
    ClusterConfig.of(settings);
    LogConfig.of(settings);
    TracingConfig.of(settings);
    IngestConfig.of(settings);
    AnalyticsConfig.of(settings);
    EnrichmentConfig.of(settings);
    AttributionConfig.of(settings);
    ConsoleConfig.of(settings);
    WebhookConfig.of(settings);
    LoadLimits.of(settings);
    settings.text("settings");
    settings.rejectUnknown();
    Map<String, String> named = new TreeMap<>();
    for (String line : Files.readAllLines(FILE)) {
      if (line.matches("#[a-z.]+=.*")) {
        String[] parts = line.substring(1).split("=", 2);
        named.put(parts[0], parts[1]);
      }
    }
    Map<String, String> effective = new TreeMap<>(settings.effective());
    // Their default is a property of the machine.
    effective.replaceAll((name, value) -> name.endsWith(".instances") ? "" : value);
    assertEquals(effective, named);
  }
}
