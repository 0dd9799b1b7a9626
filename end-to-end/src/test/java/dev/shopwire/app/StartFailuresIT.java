package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Stores;
import dev.shopwire.testing.TemporaryFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that a start fails, and says why, for wrong settings, stores, and what is in use. */
@Tag("full")
class StartFailuresIT {
  @Test
  void anInvalidOrUnknownSettingFailsTheStartAndIsNamed() {
    assertStartFails(Map.of("SHOPWIRE_HTTP_PROT", "8080"), "SHOPWIRE_HTTP_PROT", "");
    assertStartFails(
        Map.of("SHOPWIRE_POSTGRES_URI", "mysql://u:hidden@h/d"), "SHOPWIRE_POSTGRES_URI", "hidden");
  }

  @Test
  void aDatabaseThatRefusesTheLoginOrCanLoseDataFailsTheStart() {
    Stores stores = Stores.shared();
    String wrongPassword = stores.postgresUri().replaceFirst(":[^:@/]+@", ":hidden@");
    assertStartFails(
        RunningService.onSharedStores(Map.of("SHOPWIRE_POSTGRES_URI", wrongPassword)),
        "SHOPWIRE_POSTGRES_URI",
        "hidden");
    Sql sql = new Sql(stores.postgresUri());
    sql.run("alter role current_user set synchronous_commit = off");
    try {
      assertStartFails(
          RunningService.onSharedStores(Map.of()), "synchronous_commit", stores.postgresUri());
    } finally {
      sql.run("alter role current_user reset synchronous_commit");
    }
  }

  private static void assertStartFails(
      Map<String, String> environment, String named, String hidden) {
    Path directory = TemporaryFiles.directory("refused");
    try {
      ServiceProcess service = ServiceProcess.launch(directory, environment);
      Poll.until(
          Duration.ofSeconds(15), () -> "the process exits", () -> !service.process().isAlive());
      assertEquals(1, service.process().exitValue());
      String output = service.output();
      assertTrue(
          output.lines().anyMatch(l -> l.startsWith("Shopwire can't start.") && l.contains(named)),
          output);
      assertTrue(hidden.isEmpty() || !output.contains(hidden), output);
    } finally {
      TemporaryFiles.delete(directory);
    }
  }

  @Test
  void aPortAndADataDirectoryInUseAreReported() {
    try (OwnService service = new OwnService(Map.of())) {
      ServiceProcess second = ServiceProcess.launch(service.directory(), Map.of());
      Poll.until(
          Duration.ofSeconds(15), () -> "the process exits", () -> !second.process().isAlive());
      assertTrue(second.output().contains("SHOPWIRE_DATA_DIR"), second::output);
      String usedPort = service.process().httpUrl().replaceAll(".*:", "");
      assertStartFails(
          Map.of("SHOPWIRE_POSTGRES_URI", service.postgresUri(), "SHOPWIRE_HTTP_PORT", usedPort),
          "SHOPWIRE_HTTP_PORT",
          "");
    }
  }
}
