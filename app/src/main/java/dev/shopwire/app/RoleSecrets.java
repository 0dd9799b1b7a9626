package dev.shopwire.app;

import dev.shopwire.common.config.Settings;
import dev.shopwire.common.role.Role;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a process from holding secrets that only other roles need, so that whoever takes over the
 * public edge finds neither the admin token nor the keys of signing secrets in its memory.
 */
final class RoleSecrets {
  private static final Logger LOG = LoggerFactory.getLogger(RoleSecrets.class);
  private static final Map<String, Role> OWNERS =
      Map.of("admin.token", Role.CONSOLE, "webhook.secret.keys", Role.WEBHOOK);

  private RoleSecrets() {}

  /** Forgets what {@code roles} have no use for; to be called before anything reads it. */
  static void withhold(Settings settings, List<Role> roles) {
    OWNERS.forEach(
        (key, owner) -> {
          String name = settings.nameOf(key);
          if (!roles.contains(owner) && settings.forget(key)) {
            LOG.warn(
                "{} is not read: only the role {} needs it, which this process doesn't run. Don't"
                    + " give it to this process",
                name,
                owner.word());
          }
        });
  }
}
