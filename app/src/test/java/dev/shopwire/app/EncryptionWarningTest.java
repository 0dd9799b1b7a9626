package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.attribution.installs.InstallSourceConfig;
import dev.shopwire.common.config.Settings;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EncryptionWarningTest {
  private static final Map<String, String> INSTALL_SOURCE =
      Map.of(
          "SHOPWIRE_LISTING_URI", "postgresql://u:hunter2@warehouse.example/d",
          "SHOPWIRE_LISTING_QUERY", "select 1",
          "SHOPWIRE_LISTING_WORKSPACE", "1",
          "SHOPWIRE_LISTING_APP", "demo-app",
          "SHOPWIRE_LISTING_KEY_COLUMN", "k",
          "SHOPWIRE_LISTING_TIME_COLUMN", "t",
          "SHOPWIRE_LISTING_SHOP_COLUMN", "s",
          "SHOPWIRE_LISTING_URL_COLUMN", "u");

  private static Optional<String> warning(Map<String, String> environment) {
    Settings settings = Settings.load(Path.of("none"), environment);
    return EncryptionWarning.of(
        settings, PostgresConfig.of(settings), InstallSourceConfig.of(settings));
  }

  private static Optional<String> warningOf(String uri) {
    return warning(Map.of("SHOPWIRE_POSTGRES_URI", uri));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?sslmode=prefer", "?application_name=x&sslmode=prefer"})
  void aRemoteDatabaseWithSslmodePreferIsNamed(String parameters) {
    String text = warningOf("postgresql://u:hunter2@db.example/d" + parameters).orElseThrow();
    assertTrue(text.startsWith("SHOPWIRE_POSTGRES_URI (db.example:5432): "), text);
    assertFalse(text.contains("hunter2"), text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql://u:p@db.example/d?sslmode=require",
        "postgresql://u:p@db.example/d?sslmode=disable",
        "postgresql://u:p@localhost/d?sslmode=prefer",
        "postgresql://u:p@127.0.0.1/d",
        "postgresql://u:p@127.0.0.2/d?sslmode=prefer",
        "postgresql://u:p@[::1]:5433/d?sslmode=prefer"
      })
  void anExplicitModeOrALocalDatabaseCausesNoWarning(String uri) {
    assertEquals(Optional.empty(), warningOf(uri));
  }

  @Test
  void oneWarningNamesAllDatabases() {
    Map<String, String> environment = new TreeMap<>(INSTALL_SOURCE);
    environment.put("SHOPWIRE_POSTGRES_URI", "postgresql://u:p@pooler.example:6432/d");
    environment.put("SHOPWIRE_POSTGRES_DIRECT_URI", "postgresql://u:p@db.example/d");
    environment.put("SHOPWIRE_POSTGRES_REPLICA_URI", "postgresql://u:p@10.0.0.7/d");
    String text = warning(environment).orElseThrow();
    assertTrue(
        text.startsWith(
            "SHOPWIRE_POSTGRES_URI (pooler.example:6432), SHOPWIRE_POSTGRES_DIRECT_URI"
                + " (db.example:5432), SHOPWIRE_POSTGRES_REPLICA_URI (10.0.0.7:5432),"
                + " SHOPWIRE_LISTING_URI (warehouse.example:5432): "),
        text);
    assertEquals(Optional.empty(), warning(Map.of()));
  }
}
