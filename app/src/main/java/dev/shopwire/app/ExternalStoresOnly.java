package dev.shopwire.app;

import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.config.Settings;
import java.util.List;
import java.util.stream.Stream;

/**
 * Prevents a process meant for external stores, such as the container image, from silently starting
 * an embedded PostgreSQL because a URI is missing (its data would be lost with the container), or
 * from running without a Redis whose URI was forgotten.
 */
final class ExternalStoresOnly {
  private ExternalStoresOnly() {}

  /**
   * @throws SettingException naming each URI that is missing while {@code stores.embedded} is false
   */
  static void require(Settings settings) {
    if (settings.bool("stores.embedded", true)) {
      return;
    }
    List<String> missing =
        Stream.of("postgres.uri", "redis.uri")
            .filter(key -> settings.secret(key).isEmpty())
            .map(settings::nameOf)
            .toList();
    if (!missing.isEmpty()) {
      throw new SettingException(
          String.join(" and ", missing)
              + ": expected the store's URI (for Redis also none, to run without it), because "
              + settings.nameOf("stores.embedded")
              + " is false (the container image sets it). To try an embedded PostgreSQL, set it to"
              + " true, and SHOPWIRE_DATA_DIR to a directory on a writable volume.");
    }
  }
}
