package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.config.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PostgresConfigTest {
  private static final String URI = "postgresql://app:hunter2@db.example/shop";

  private static PostgresConfig of(Map<String, String> environment) {
    return PostgresConfig.of(Settings.load(Path.of("/nowhere"), environment));
  }

  private static String errorMessage(Map<String, String> environment) {
    SettingException error = assertThrows(SettingException.class, () -> of(environment));
    String message = String.valueOf(error.getMessage());
    assertFalse(message.contains("hunter2"), message);
    return message;
  }

  @Test
  void anErrorNamesTheSettingAndTheFileButNotThePassword() {
    String missing = URI + "?sslmode=verify-full&sslrootcert=/nowhere/ca.crt";
    String message = errorMessage(Map.of("SHOPWIRE_POSTGRES_URI", missing));
    assertTrue(message.startsWith("SHOPWIRE_POSTGRES_URI: "), message);
    assertTrue(message.endsWith("sslrootcert: no such file: /nowhere/ca.crt"), message);
    message =
        errorMessage(
            Map.of("SHOPWIRE_POSTGRES_URI", URI, "SHOPWIRE_POSTGRES_REPLICA_URI", missing));
    assertTrue(message.startsWith("SHOPWIRE_POSTGRES_REPLICA_URI: "), message);
  }

  @Test
  void anEmbeddedPostgresHasNoReplicaAndNoPooler() {
    for (String setting :
        new String[] {"SHOPWIRE_POSTGRES_REPLICA_URI", "SHOPWIRE_POSTGRES_DIRECT_URI"}) {
      assertTrue(errorMessage(Map.of(setting, URI)).startsWith(setting + ": expected no value"));
    }
  }

  @Test
  void theReplicaHasThePrimarysConnectionSettings() {
    PostgresConfig config =
        of(
            Map.of(
                "SHOPWIRE_POSTGRES_URI",
                URI,
                "SHOPWIRE_POSTGRES_REPLICA_URI",
                URI,
                "SHOPWIRE_POSTGRES_DIRECT_URI",
                "postgresql://app:hunter2@direct/shop",
                "SHOPWIRE_POSTGRES_PREPARED_STATEMENTS",
                "false"));
    assertFalse(config.replica().orElseThrow().prepared());
    assertEquals("postgresql://direct/shop", config.configured().orElseThrow().direct().toString());
    assertEquals(Duration.ofSeconds(5), config.replicaLag());
  }
}
