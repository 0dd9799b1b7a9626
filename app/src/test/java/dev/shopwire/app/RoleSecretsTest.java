package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.config.Settings;
import dev.shopwire.common.role.Role;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RoleSecretsTest {
  private static RoleConfigs configs(Role... roles) {
    Settings settings =
        Settings.load(
            Path.of("none"),
            Map.of(
                "SHOPWIRE_ADMIN_TOKEN", RunningService.ADMIN_TOKEN,
                "SHOPWIRE_WEBHOOK_SECRET_KEYS", RunningService.WEBHOOK_KEY));
    RoleSecrets.removeUnneeded(settings, List.of(roles));
    RoleConfigs configs = RoleConfigs.of(settings);
    long shown = settings.effective().values().stream().filter("(set)"::equals).count();
    assertEquals(Arrays.stream(roles).filter(RoleSecretsTest::hasSecret).count(), shown);
    return configs;
  }

  private static boolean hasSecret(Role role) {
    return role == Role.CONSOLE || role == Role.WEBHOOK;
  }

  @Test
  void aRoleHasItsSecretsAlone() {
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
  void aProcessOfAllRolesHasThemAll() {
    RoleConfigs all = configs(Role.values());
    assertTrue(all.console().adminToken().isPresent());
    assertTrue(all.webhook().secrets().keys().isPresent());
  }
}
