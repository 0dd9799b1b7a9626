package dev.shopwire.app;

import dev.shopwire.attribution.installs.InstallSourceConfig;
import dev.shopwire.common.config.Settings;
import dev.shopwire.common.postgres.Postgres;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Warns at startup of databases on other machines whose connections may be unencrypted without the
 * operator having decided so: {@code sslmode=prefer}, which is the default.
 */
final class EncryptionWarning {
  private EncryptionWarning() {}

  /** One warning for all such databases; empty if there are none. */
  static Optional<String> of(
      Settings settings, PostgresConfig config, Optional<InstallSourceConfig> installSource) {
    Map<String, Postgres> databases = new LinkedHashMap<>();
    config.configured().ifPresent(it -> databases.put("postgres.uri", it));
    config
        .configured()
        .flatMap(Postgres::directUri)
        .ifPresent(uri -> databases.put("postgres.direct.uri", new Postgres(uri)));
    config.replica().ifPresent(it -> databases.put("postgres.replica.uri", it));
    installSource.ifPresent(it -> databases.put("listing.uri", it.source()));
    databases.values().removeIf(database -> !database.allowsUnencryptedFallback());
    if (databases.isEmpty()) {
      return Optional.empty();
    }
    String which =
        databases.entrySet().stream()
            .map(each -> settings.nameOf(each.getKey()) + " (" + each.getValue().address() + ")")
            .collect(Collectors.joining(", "));
    return Optional.of(
        which
            + ": with sslmode=prefer, which is the default, connections are unencrypted if the"
            + " server offers no encryption, and the server's identity is not verified. Set"
            + " sslmode=verify-full and sslrootcert, at least sslmode=require, or sslmode=disable"
            + " on a private network");
  }
}
