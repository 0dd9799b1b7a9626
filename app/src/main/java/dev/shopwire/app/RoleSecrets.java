package dev.shopwire.app;

import dev.shopwire.common.config.Settings;
import dev.shopwire.common.role.Role;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drops secrets that only other roles need, so that an attacker who takes over the public listener
 * finds neither the admin token nor the keys of signing secrets in its memory.
 */
final class RoleSecrets {
  private static final Logger LOG = LoggerFactory.getLogger(RoleSecrets.class);
  private static final Map<String, Role> OWNERS =
      Map.of("admin.token", Role.CONSOLE, "webhook.secret.keys", Role.WEBHOOK);

  private RoleSecrets() {}

  /** Drops the secrets that {@code roles} don't need; must be called before settings are read. */
  static void removeUnneeded(Settings settings, List<Role> roles) {
    OWNERS.forEach(
        (key, owner) -> {
          String name = settings.nameOf(key);
          if (!roles.contains(owner) && settings.forget(key)) {
            LOG.warn(
                "Ignored {}: only the role {} needs it, which this process does not run. Do not set"
                    + " it for this process",
                name,
                owner.word());
          }
        });
  }
}
