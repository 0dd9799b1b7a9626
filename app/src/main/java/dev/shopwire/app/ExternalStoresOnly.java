package dev.shopwire.app;

import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.config.Settings;
import java.util.List;
import java.util.stream.Stream;

/**
 * Keeps a process that is meant for outside stores, as the container image is, from quietly
 * starting a PostgreSQL of its own because a URI is missing, whose data would go with the
 * container, or from doing without a Redis that was forgotten.
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
              + ": expected the store's URI (of Redis also none, to do without), because "
              + settings.nameOf("stores.embedded")
              + " is false (the container image sets it). For a trial with an embedded PostgreSQL set"
              + " it to true, and SHOPWIRE_DATA_DIR to a directory on a volume that can be written.");
    }
  }
}
