package dev.shopwire.app;

import dev.shopwire.common.config.Settings;
import dev.shopwire.common.role.Role;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Drops secrets that only other roles need, so that an attacker who takes over the public listener
 * finds neither the admin token nor the keys of signing secrets in its memory.
 */
final class RoleSecrets {
  /** The secrets that not all roles read; a test compares them with what the roles read. */
  static final Map<String, Set<Role>> OWNERS =
      Map.of(
          "admin.token", Set.of(Role.CONSOLE),
          "console.oidc.client.secret", Set.of(Role.CONSOLE),
          "console.secret.keys", Set.of(Role.CONSOLE),
          "listing.uri", Set.of(Role.ATTRIBUTION),
          "mail.uri", Set.of(Role.AUTOMATION),
          "secret.keys", Set.of(Role.AUTOMATION, Role.SOURCES, Role.WEBHOOK),
          "webhook.secret.keys", Set.of(Role.AUTOMATION, Role.SOURCES, Role.WEBHOOK));

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
            (key, owners) -> {
              String name = settings.nameOf(key);
              if (Collections.disjoint(roles, owners) && settings.remove(key)) {
                warnings.add(
                    ("Ignored %s: only %s needs it, which this process does not run. Do"
                            + " not set it for this process")
                        .formatted(name, named(owners)));
              }
            });
    return warnings;
  }

  private static String named(Set<Role> roles) {
    return "the role " + roles.stream().map(Role::id).sorted().collect(Collectors.joining(" or "));
  }
}
