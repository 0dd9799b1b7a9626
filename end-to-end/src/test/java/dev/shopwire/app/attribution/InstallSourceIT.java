package dev.shopwire.app.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.InstallRows;
import dev.shopwire.app.support.InstallWarehouse;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

/** Install events read from a warehouse, compared with a brute-force computation over its rows. */
class InstallSourceIT {
  private static final int INSTALLS = RunSize.of("installSource.installs", 2_500, 20_000);
  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static final Sql SQL = RunningService.shared().sql();

  private final Path directory = TemporaryFiles.directory("listing");
  private InstallWarehouse warehouse;
  private Tenants.App app;

  @BeforeEach
  @SuppressWarnings("NullAway.Init")
  void start() {
    warehouse = new InstallWarehouse();
    Tenants tenants = RunningService.shared().tenants();
    app = tenants.app();
    InstallRows.register(app, tenants);
  }

  @AfterEach
  void stop() {
    warehouse.close();
    TemporaryFiles.delete(directory);
  }

  private ServiceProcess launch() {
    Map<String, String> settings =
        warehouse.settings(app.workspaceId(), InstallRows.slug(SQL, app));
    settings.put("SHOPWIRE_VERTICLES", "attribution,console");
    return ServiceProcess.launch(directory, RunningService.onSharedStores(settings));
  }

  @ConcurrentTest
  @Tag("full")
  void creditsMatchBruteForceAfterAKillInTheMiddle() {
    InstallRows.fill(warehouse, 1, INSTALLS, INSTALLS / 4);
    int expected = InstallRows.expected(warehouse).events().size();
    ServiceProcess killed = launch();
    awaitEvents(expected / 3);
    killed.kill();
    long before = InstallRows.events(SQL, app);
    assertTrue(before < expected, "the kill came too late");
    try (ServiceProcess service = launch()) {
      awaitEvents(before + 1);
      long from = System.nanoTime();
      awaitEvents(expected);
      double seconds = (System.nanoTime() - from) / 1e9;
      System.out.printf("%.0f events a second%n", (expected - before) / seconds);
      // Within the overlap, beyond it, and with keys that were read already.
      InstallRows.fillLate(warehouse, INSTALLS - 500, INSTALLS + 1_000, INSTALLS / 4, 20, 1);
      InstallRows.fillLate(warehouse, INSTALLS + 9_000, INSTALLS + 9_100, INSTALLS / 4, 100, 9);
      awaitEvents(InstallRows.expected(warehouse).events().size());
      awaitTwoMoreRuns(service);
      assertStatus(service, InstallRows.expected(warehouse));
    }
    assertMatchesBruteForce();
  }

  @ConcurrentTest
  void twoProcessesReadEachEventOnce() {
    InstallRows.fill(warehouse, 1, 2_000, 500);
    try (ServiceProcess one = launch();
        ServiceProcess other = launch()) {
      awaitEvents(InstallRows.expected(warehouse).events().size());
      one.awaitReady();
      other.awaitReady();
      InstallRows.fillLate(warehouse, 2_001, 2_500, 500, 5, 1);
      awaitEvents(InstallRows.expected(warehouse).events().size());
      awaitTwoMoreRuns(other);
    }
    assertMatchesBruteForce();
  }

  private void awaitEvents(long events) {
    Poll.until(
        TIMEOUT,
        () -> events + " events, actual " + InstallRows.events(SQL, app),
        () -> InstallRows.events(SQL, app) >= events);
  }

  /** Ensures that a run that started after the last insert has finished. */
  private void awaitTwoMoreRuns(ServiceProcess service) {
    service.awaitReady();
    for (int i = 0; i < 2; i++) {
      String last = status(service).path("lastFinishedAt").asText();
      Poll.until(
          TIMEOUT,
          () -> "another run: " + status(service),
          () -> !status(service).path("lastFinishedAt").asText().equals(last));
    }
  }

  private JsonNode status(ServiceProcess service) {
    return new Tenants(service.consoleUrl(), service.httpUrl(), RunningService.ADMIN_TOKEN)
        .console()
        .get("/console/api/workspaces/" + app.workspaceId() + "/listing-source")
        .json()
        .path("listingSource");
  }

  private void assertStatus(ServiceProcess service, InstallRows.Expected expected) {
    JsonNode status = status(service);
    assertTrue(status.path("lastError").isNull(), status::toString);
    assertTrue(status.path("warnings").isEmpty(), status::toString);
    assertEquals(expected.events().size(), status.path("events").asInt());
    assertEquals(
        expected.events().size() - expected.logged().size(), status.path("withoutCode").asInt());
    assertEquals(expected.credits().size(), status.path("credited").asInt());
    assertEquals(
        expected.logged().size() - expected.credits().size(), status.path("refused").asInt());
    assertEquals(4, status.path("refusedBy").size(), status::toString);
    assertEquals(1.0, status.at("/coverage/share").asDouble(), status::toString);
    assertTrue(status.at("/lastRun/badRows/time").asInt() > 0, status::toString);
    assertTrue(
        status.path("lagSeconds").asInt() >= 7_200 && status.path("lagSeconds").asInt() < 14_400,
        status::toString);
  }

  private void assertMatchesBruteForce() {
    InstallRows.Expected expected = InstallRows.expected(warehouse);
    assertEquals(String.join("\n", expected.logged()), InstallRows.logged(SQL, app));
    assertEquals(
        expected.credits().entrySet().stream()
            .map(credit -> credit.getKey() + "=" + credit.getValue())
            .collect(Collectors.joining("\n")),
        InstallRows.credits(SQL, app));
    assertEquals(expected.events().size(), InstallRows.events(SQL, app));
  }
}
