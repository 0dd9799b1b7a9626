package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.Metric;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.FreePorts;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests starting and stopping a process. */
@Tag("full")
class StartIT {
  private static final Pattern KEY = Pattern.compile("API key +(sw_live_\\w+)");
  private static final Pattern SETUP = Pattern.compile("/console/setup#token=(\\w+)");
  private static final Pattern CURL = Pattern.compile("(?m)^ +(curl .*)$");

  private static String find(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    assertTrue(matcher.find(), () -> pattern + " is not in: " + text);
    return matcher.group(1);
  }

  private static String bash(String command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder("bash", "-c", command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output;
  }

  @ConcurrentTest
  void withoutConfigurationItStartsPrintsInstructionsAndKeepsItsData() throws Exception {
    Path directory = TemporaryFiles.directory("first");
    Map<String, String> ports =
        Map.of(
            "SHOPWIRE_HTTP_PORT", Integer.toString(FreePorts.next()),
            "SHOPWIRE_CONSOLE_PORT", Integer.toString(FreePorts.next()),
            "SHOPWIRE_MANAGEMENT_PORT", Integer.toString(FreePorts.next()));
    try {
      long start = System.nanoTime();
      ServiceProcess first = ServiceProcess.start(directory, ports);
      assertTrue(seconds(start) < 60, "the first start took too long");
      Poll.until(
          Duration.ofSeconds(5),
          () -> "the startup message is printed",
          () -> first.output().contains("curl"));
      String curl = find(CURL, first.output());
      assertEquals(
          "{\"success\":true,\"accepted\":1,\"duplicates\":0,\"rejected\":[]}", bash(curl));
      String firstToken = find(SETUP, first.output());
      assertAnExpiredTokenIsReported(first, directory.resolve("data"), firstToken);
      assertDataIsPrivate(directory.resolve("data"));
      assertEquals(0, first.stop());
      assertFalse(Files.exists(directory.resolve("data/postgres.uri")));

      start = System.nanoTime();
      try (ServiceProcess second = ServiceProcess.start(directory, ports)) {
        assertTrue(seconds(start) < 10, "a later start took too long");
        assertEquals(
            "{\"success\":true,\"accepted\":0,\"duplicates\":1,\"rejected\":[]}", bash(curl));
        Poll.until(
            Duration.ofSeconds(5),
            () -> "the startup message is printed",
            () -> second.output().contains("is ready."));
        assertFalse(KEY.matcher(second.output()).find(), "the key is printed again");
        String admin = setUp(second, firstToken, find(SETUP, second.output()));
        assertServesWithoutRedis(second, admin);
        assertSetupTokensAreCreatedWhileThereIsNoUser(directory);
      }
    } finally {
      TemporaryFiles.delete(directory);
    }
  }

  private static long seconds(long start) {
    return Duration.ofNanos(System.nanoTime() - start).toSeconds();
  }

  /**
   * Replaces the printed token for a moment with one that expired an hour ago, as its suffix says.
   */
  private static void assertAnExpiredTokenIsReported(
      ServiceProcess service, Path data, String printed) throws IOException {
    long expires = Long.parseLong(printed.substring(printed.indexOf('_') + 1), 36);
    long remaining = expires - Instant.now().getEpochSecond();
    long day = Duration.ofDays(1).toSeconds();
    assertTrue(remaining <= day && remaining > day - 3_600, remaining + " s of the day remain");
    Sql sql = new Sql(Files.readString(data.resolve("postgres.uri")).trim());
    String expired =
        "0123456789abcdef_" + Long.toString(Instant.now().getEpochSecond() - 3_600, 36);
    String replace = "update installation set setup_token_hash = sha256('%s')";
    sql.run(replace.formatted(expired));
    Response refused =
        new Http(service.consoleUrl())
            .send(
                "POST",
                "/console/api/setup",
                Map.of("Content-Type", "application/json"),
                ("{\"token\":\"" + expired + "\"}").getBytes(StandardCharsets.UTF_8));
    assertEquals(401, refused.status());
    assertTrue(refused.json().path("detail").asText().contains("token expired"), refused::body);
    sql.run(replace.formatted(printed));
  }

  /**
   * Checks that only the setup token printed last works, and only once; returns the admin token.
   */
  private static String setUp(ServiceProcess service, String previousToken, String token) {
    SchemaCheckedHttp console =
        new SchemaCheckedHttp(service.consoleUrl(), "/console/api/openapi.json", Map.of());
    for (String wrong : List.of("guess", previousToken)) {
      assertEquals(
          401, console.post("/console/api/setup", "{\"token\":\"" + wrong + "\"}").status());
    }
    Response created = console.post("/console/api/setup", "{\"token\":\"" + token + "\"}");
    String admin = created.json().path("adminToken").asText();
    assertEquals(401, console.post("/console/api/setup", "{\"token\":\"" + token + "\"}").status());
    Response workspaces =
        new SchemaCheckedHttp(
                service.consoleUrl(),
                "/console/api/openapi.json",
                Map.of("Authorization", "Bearer " + admin))
            .get("/console/api/workspaces");
    assertEquals("demo", workspaces.json().at("/workspaces/0/name").asText());
    return admin;
  }

  /** Checks what otherwise uses Redis: resent requests, rate limits, and active customers. */
  private static void assertServesWithoutRedis(ServiceProcess service, String admin) {
    assertTrue(service.output().contains("Redis     none"), service::output);
    Tenants tenants = new Tenants(service.consoleUrl(), service.httpUrl(), admin);
    Tenants.App app = tenants.app();
    String view =
        "{\"eventName\":\"page_view\",\"path\":\"/\",\"customerId\":\"s.example.com\",\"eventId\":\"1\"}";
    assertEquals(0, app.api().post("/v1/usage_events", view).json().path("duplicates").asInt());
    assertEquals(1, app.api().post("/v1/usage_events", view).json().path("duplicates").asInt());
    Response summary =
        tenants.console().get("/console/api/apps/" + app.appId() + "/sessions/summary");
    assertEquals(1, summary.json().at("/summary/activeNow").asInt(), summary::body);
    SchemaCheckedHttp limited =
        tenants
            .key(app.workspaceId(), app.appId(), "{\"requestsPerSecond\":2,\"eventsPerSecond\":10}")
            .api();
    int accepted = 0;
    while (accepted < 100 && limited.post("/v1/usage_events", view).status() == 200) {
      accepted++;
    }
    assertTrue(accepted >= 2 && accepted < 100, accepted + " requests were accepted");
    assertEquals(0, Metric.value(service.managementUrl(), "shopwire_redis_links_down"));
    assertFalse(service.output().contains("is unavailable, falling back"), service::output);
  }

  /** The admin token doesn't end them; only the console creates any. */
  private static void assertSetupTokensAreCreatedWhileThereIsNoUser(Path directory)
      throws IOException {
    Vertx vertx = Vertx.vertx();
    try {
      Postgres postgres =
          new Postgres(Files.readString(directory.resolve("data/postgres.uri")).trim());
      assertTrue(setupToken(vertx, postgres, true).isPresent());
      assertEquals(Optional.empty(), setupToken(vertx, postgres, false));
      new Sql(postgres.uri())
          .run("insert into console_users (email, name) values ('a@b.example', 'A')");
      assertEquals(Optional.empty(), setupToken(vertx, postgres, true));
    } finally {
      vertx.close().await();
    }
  }

  private static Optional<String> setupToken(Vertx vertx, Postgres postgres, boolean console) {
    return new Bootstrap(Optional.empty(), console)
        .run(vertx, postgres)
        .await()
        .created()
        .setupToken();
  }

  private static void assertDataIsPrivate(Path data) throws IOException {
    assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(data)));
    assertEquals(
        "rw-------",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(data.resolve("postgres.uri"))));
    Sql sql = new Sql(Files.readString(data.resolve("postgres.uri")).trim());
    for (String setting : new String[] {"fsync", "synchronous_commit", "full_page_writes"}) {
      assertEquals("on", sql.text("show " + setting), setting);
    }
  }

  @ConcurrentTest
  void afterAKillTheNextStartStopsTheOrphanedPostgres() {
    try (OwnService service = new OwnService(Map.of())) {
      long postgres = service.postgresPid();
      service.process().kill();
      service.startAgain();
      assertFalse(isRunning(postgres));
    }
  }

  /** A process that ended but was not reaped by its parent still has an id, but no command. */
  private static boolean isRunning(long pid) {
    return ProcessHandle.of(pid).flatMap(process -> process.info().command()).isPresent();
  }

  @Test
  void onSigtermReadinessIsFalseAtOnceThePortStaysUsableAndTheExitStatusIsZero() {
    Path directory = TemporaryFiles.directory("stopping");
    try {
      ServiceProcess service =
          ServiceProcess.start(
              directory, RunningService.onSharedStores(Map.of(ServiceProcess.GRACE, "1000")));
      Http management = new Http(service.managementUrl());
      long start = System.nanoTime();
      CompletableFuture<Integer> status = CompletableFuture.supplyAsync(service::stop);
      Poll.until(
          Duration.ofMillis(900),
          () -> "readiness is false",
          () -> !management.isUp("/health/ready"));
      assertTrue(management.isUp("/health/live"));
      assertTrue(new Http(service.httpUrl()).isUp("/v1/openapi.json"));
      assertEquals(0, status.join());
      assertTrue(seconds(start) < 10);
    } finally {
      TemporaryFiles.delete(directory);
    }
  }

  @ConcurrentTest
  void aProcessListensOnlyOnThePortsOfItsRolesAndReadsOnlyTheirSecrets() {
    Path directory = TemporaryFiles.directory("roles");
    Map<String, String> console = Map.of("SHOPWIRE_VERTICLES", "console");
    try (ServiceProcess service =
        ServiceProcess.start(directory, RunningService.onSharedStores(console))) {
      String output = service.output();
      assertTrue(output.contains("Ignored SHOPWIRE_SECRET_KEYS"), output);
      assertFalse(output.contains("Ignored SHOPWIRE_ADMIN_TOKEN"), output);
      assertTrue(new Http(service.consoleUrl()).isUp("/console/api/openapi.json"));
      assertFalse(new Http(service.httpUrl()).isUp("/v1/openapi.json"));
    } finally {
      TemporaryFiles.delete(directory);
    }
  }

  @ConcurrentTest
  void aConfiguredBootstrapKeyWorks() {
    Path directory = TemporaryFiles.directory("chosen");
    String key = "chosen-key-of-an-operator";
    try (ServiceProcess service =
        ServiceProcess.start(
            directory, RunningService.onSharedStores(Map.of("SHOPWIRE_BOOTSTRAP_API_KEY", key)))) {
      SchemaCheckedHttp api =
          new SchemaCheckedHttp(service.httpUrl(), "/v1/openapi.json", Map.of("X-Api-Key", key));
      assertEquals(
          200,
          api.post("/v1/usage_events", "{\"eventName\":\"a\",\"customerId\":\"s.example.com\"}")
              .status());
    } finally {
      TemporaryFiles.delete(directory);
    }
  }
}
