package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.analytics.AnalyticsConfig;
import dev.shopwire.app.cluster.ClusterConfig;
import dev.shopwire.attribution.AttributionConfig;
import dev.shopwire.automation.AutomationConfig;
import dev.shopwire.common.config.Settings;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.ConsoleConfig;
import dev.shopwire.enrichment.EnrichmentConfig;
import dev.shopwire.ingest.IngestConfig;
import dev.shopwire.sources.SourcesConfig;
import dev.shopwire.webhook.WebhookConfig;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RoleSecretsTest {
  private static RoleConfigs configs(Role... roles) {
    Settings settings =
        Settings.load(
            Path.of("none"),
            Map.of(
                "SHOPWIRE_ADMIN_TOKEN", "admin-token-of-sixteen-or-more",
                "SHOPWIRE_SECRET_KEYS", "Zm9yLXRlc3RzLWFsb25lLWZvci10ZXN0cy1hbG9uZS4="));
    assertEquals(
        Role.values().length == roles.length,
        RoleSecrets.removeUnneeded(settings, List.of(roles)).isEmpty());
    RoleConfigs configs = RoleConfigs.of(settings);
    long present = settings.effective().values().stream().filter("(set)"::equals).count();
    List<Role> all = List.of(roles);
    boolean hasVault =
        all.contains(Role.WEBHOOK) || all.contains(Role.AUTOMATION) || all.contains(Role.SOURCES);
    assertEquals((all.contains(Role.CONSOLE) ? 1 : 0) + (hasVault ? 1 : 0), present);
    return configs;
  }

  @Test
  void aRoleHasOnlyItsSecrets() {
    RoleConfigs console = configs(Role.CONSOLE);
    assertTrue(console.console().adminToken().isPresent());
    assertTrue(console.webhook().secrets().keys().isEmpty());
    RoleConfigs webhook = configs(Role.WEBHOOK, Role.INGEST);
    assertTrue(webhook.console().adminToken().isEmpty());
    assertTrue(webhook.webhook().secrets().keys().isPresent());
    RoleConfigs others = configs(Role.INGEST, Role.ENRICHMENT, Role.ATTRIBUTION);
    assertTrue(others.console().adminToken().isEmpty());
    assertTrue(others.webhook().secrets().keys().isEmpty());
  }

  @Test
  void aProcessWithAllRolesHasAllSecrets() {
    RoleConfigs all = configs(Role.values());
    assertTrue(all.console().adminToken().isPresent());
    assertTrue(all.webhook().secrets().keys().isPresent());
  }

  /** A secret that only some roles read, and not the process itself, is dropped by the others. */
  @Test
  void everySecretOfSomeRolesIsListed() {
    Settings process = Settings.load(Path.of("none"), Map.of());
    AppConfig.of(process);
    ClusterConfig.of(process);
    Map<String, Set<Role>> readers = new TreeMap<>();
    for (Role role : Role.values()) {
      Settings settings = Settings.load(Path.of("none"), Map.of());
      read(role, settings);
      for (String secret : settings.secrets()) {
        readers.computeIfAbsent(secret, key -> EnumSet.noneOf(Role.class)).add(role);
      }
    }
    readers.keySet().removeAll(process.secrets());
    // Of the store that all processes share.
    readers.remove("redis.sentinel.password");
    readers.values().removeIf(roles -> roles.size() == Role.values().length);
    assertEquals(readers, new TreeMap<>(RoleSecrets.OWNERS));
  }

  private static Record read(Role role, Settings settings) {
    return switch (role) {
      case INGEST -> IngestConfig.of(settings);
      case ANALYTICS -> AnalyticsConfig.of(settings);
      case ENRICHMENT -> EnrichmentConfig.of(settings);
      case ATTRIBUTION -> AttributionConfig.of(settings);
      case AUTOMATION -> AutomationConfig.of(settings);
      case SOURCES -> SourcesConfig.of(settings);
      case WEBHOOK -> WebhookConfig.of(settings);
      case CONSOLE -> ConsoleConfig.of(settings);
    };
  }
}
