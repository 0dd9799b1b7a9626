package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.common.config.Settings;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the connection counts in the table of docs/operators/postgresql.md. */
class PoolSizesTest {
  private static final Map<String, String> TWO_PROCESSORS =
      Map.of(
          "SHOPWIRE_INGEST_INSTANCES", "2",
          "SHOPWIRE_ANALYTICS_INSTANCES", "2",
          "SHOPWIRE_ENRICHMENT_INSTANCES", "2",
          "SHOPWIRE_ATTRIBUTION_INSTANCES", "2");
  private static final String URI = "postgresql://u:p@db.example/d";

  private static PoolSizes of(Map<String, String> more) {
    Map<String, String> environment = new java.util.TreeMap<>(TWO_PROCESSORS);
    environment.putAll(more);
    Settings settings = Settings.load(Path.of("/nowhere"), environment);
    return PoolSizes.of(AppConfig.of(settings), RoleConfigs.of(settings));
  }

  @Test
  void theCountsMatchTheTable() {
    assertEquals(
        "PostgreSQL connections of this process: up to 99 (management 1, ingest 7,"
            + " analytics 12, enrichment 19, attribution 13, automation 24, sources 6, webhook 11, console 6)",
        of(Map.of()).toString());
  }

  @Test
  void onlyTheAnalyticsRoleUsesAReplica() {
    Map<String, String> replica =
        Map.of("SHOPWIRE_POSTGRES_URI", URI, "SHOPWIRE_POSTGRES_REPLICA_URI", URI);
    assertEquals(100, of(replica).sum());
    assertEquals(9, of(replica).replica());
    Map<String, String> console = new java.util.TreeMap<>(replica);
    console.put("SHOPWIRE_VERTICLES", "console");
    assertEquals(new PoolSizes(Map.of("management", 1, "console", 6), 0), of(console));
  }
}
