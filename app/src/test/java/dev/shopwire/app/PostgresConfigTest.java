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

  private static String refusal(Map<String, String> environment) {
    SettingException error = assertThrows(SettingException.class, () -> of(environment));
    String said = String.valueOf(error.getMessage());
    assertFalse(said.contains("hunter2"), said);
    return said;
  }

  @Test
  void anErrorNamesTheSettingAndTheFileAndNotThePassword() {
    String missing = URI + "?sslmode=verify-full&sslrootcert=/nowhere/ca.crt";
    String said = refusal(Map.of("SHOPWIRE_POSTGRES_URI", missing));
    assertTrue(said.startsWith("SHOPWIRE_POSTGRES_URI: "), said);
    assertTrue(said.endsWith("sslrootcert: no such file: /nowhere/ca.crt"), said);
    said = refusal(Map.of("SHOPWIRE_POSTGRES_URI", URI, "SHOPWIRE_POSTGRES_REPLICA_URI", missing));
    assertTrue(said.startsWith("SHOPWIRE_POSTGRES_REPLICA_URI: "), said);
  }

  @Test
  void anEmbeddedPostgresHasNoReplicaAndNoPooler() {
    for (String setting :
        new String[] {"SHOPWIRE_POSTGRES_REPLICA_URI", "SHOPWIRE_POSTGRES_DIRECT_URI"}) {
      assertTrue(refusal(Map.of(setting, URI)).startsWith(setting + ": expected no value"));
    }
  }

  @Test
  void theReplicaIsReachedAsThePrimaryIs() {
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
    assertEquals("postgresql://direct/shop", config.given().orElseThrow().direct().toString());
    assertEquals(Duration.ofSeconds(5), config.replicaLag());
  }
}
