package dev.shopwire.app;

import dev.shopwire.common.config.Settings;
import dev.shopwire.common.role.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Drops secrets that only other roles need, so that an attacker who takes over the public listener
 * finds neither the admin token nor the keys of signing secrets in its memory.
 */
final class RoleSecrets {
  /** The secrets that a single role reads; a test compares them with what the roles read. */
  static final Map<String, Role> OWNERS =
      Map.of(
          "admin.token", Role.CONSOLE,
          "console.oidc.client.secret", Role.CONSOLE,
          "console.secret.keys", Role.CONSOLE,
          "listing.uri", Role.ATTRIBUTION,
          "webhook.secret.keys", Role.WEBHOOK);

  private RoleSecrets() {}

  /**
   * Drops the secrets that {@code roles} don't need; must be called before settings are read.
   *
   * @return a warning for each of them
   */
  static List<String> removeUnneeded(Settings settings, List<Role> roles) {
    List<String> warnings = new ArrayList<>();
    new TreeMap<>(OWNERS)
        .forEach(
            (key, owner) -> {
              String name = settings.nameOf(key);
              if (!roles.contains(owner) && settings.remove(key)) {
                warnings.add(
                    ("Ignored %s: only the role %s needs it, which this process does not run. Do"
                            + " not set it for this process")
                        .formatted(name, owner.id()));
              }
            });
    return warnings;
  }
}
