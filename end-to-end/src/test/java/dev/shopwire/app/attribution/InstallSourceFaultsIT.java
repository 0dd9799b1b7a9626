package dev.shopwire.app.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.InstallRows;
import dev.shopwire.app.support.InstallWarehouse;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Stores;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Install sources that are unavailable, slow, misconfigured or writable. */
@Tag("full")
class InstallSourceFaultsIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Sql SQL = RunningService.shared().sql();
  private static InstallWarehouse warehouse;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() {
    warehouse = filledWarehouse();
    warehouse
        .sql()
        .run(
            """
            create table written (n int);
            create function write() returns text language plpgsql security definer as
              'begin insert into written values (1); return null; end';
            create function open_up() returns text language plpgsql security definer as
              'begin perform set_config(''transaction_read_only'', ''off'', false);
               insert into written values (1); return null; end';
            """);
  }

  private static InstallWarehouse filledWarehouse() {
    InstallWarehouse filled = new InstallWarehouse();
    InstallRows.fill(filled, 1, 500, 100);
    return filled;
  }

  @AfterAll
  static void stop() {
    warehouse.close();
  }

  @ConcurrentTest
  void anUnavailableSourceIsReportedAndReadAgainOnceItIsBack() {
    try (InstallWarehouse own = filledWarehouse()) {
      run(
          own,
          Map.of(),
          service -> {
            await(service, status -> status.path("events").asInt() > 0);
            own.killServer();
            await(service, status -> status.path("lastError").isTextual());
            assertTrue(new Http(service.process().managementUrl()).isUp("/health/ready"));
            own.restartServer();
            InstallRows.fillLate(own, 1_001, 1_100, 100, 5, 1);
            int events = InstallRows.expected(own).events().size();
            await(
                service,
                status ->
                    status.path("events").asInt() == events && status.path("lastError").isNull());
          });
    }
  }

  static Stream<Arguments> queriesThatWrite() {
    return Stream.of(
        Arguments.of("select i.*, write() as w from installs i", "read-only transaction"),
        Arguments.of("select i.*, open_up() as w from installs i", "read-write mode"),
        Arguments.of("select 1; insert into written values (1)", "syntax error"),
        Arguments.of(
            "select * from installs) q; insert into written values (1); select * from (select 1",
            "multiple commands"));
  }

  @ParameterizedTest
  @MethodSource("queriesThatWrite")
  @Execution(ExecutionMode.CONCURRENT)
  void aQueryThatWritesIsRefused(String query, String error) {
    assertError(query, error);
    assertEquals(0, warehouse.sql().number("select count(*) from written"));
  }

  @ConcurrentTest
  void aSlowQueryIsCanceled() {
    assertError("select i.*, pg_sleep(60) from installs i", "statement timeout");
  }

  @ConcurrentTest
  void aSlowQueryThatDisablesItsTimeoutIsCanceled() {
    assertError(
        "select i.*, pg_sleep(60) from installs i, set_config('statement_timeout', '0', true)",
        "cancel|in time");
  }

  @ConcurrentTest
  void aMissingColumnIsReported() {
    assertError("select 1 as other", "event_key");
  }

  @ConcurrentTest
  void aWrongPasswordIsReportedButNotShown() {
    String uri = warehouse.readerUri().replace(InstallWarehouse.password(), "a-wrong-one");
    run(
        warehouse,
        Map.of("SHOPWIRE_LISTING_URI", uri),
        service -> {
          await(service, status -> status.path("lastError").asText().contains("password"));
          assertFalse(service.status().toString().contains("a-wrong-one"));
          assertFalse(service.process().output().contains("a-wrong-one"));
        });
  }

  @ConcurrentTest
  void aRoleThatMayWriteCausesWarnings() {
    run(
        warehouse,
        Map.of("SHOPWIRE_LISTING_URI", warehouse.writerUri()),
        service -> await(service, status -> status.path("warnings").size() == 2));
  }

  @ConcurrentTest
  void shopwiresOwnDatabaseIsRefused() {
    run(
        warehouse,
        Map.of("SHOPWIRE_LISTING_URI", Stores.shared().postgresUri()),
        service ->
            await(service, status -> status.path("lastError").asText().contains("own database")));
  }

  @ConcurrentTest
  void aWorkspaceWithoutASourceIsReportedAsNotConfigured() {
    Tenants tenants = RunningService.shared().tenants();
    String path = "/console/api/workspaces/%s/listing-source";
    JsonNode response = tenants.console().get(path.formatted(tenants.app().workspaceId())).json();
    assertFalse(response.at("/listingSource/configured").asBoolean(true));
    assertEquals(404, tenants.console().get(path.formatted("999999999")).status());
  }

  private static void assertError(String query, String pattern) {
    run(
        warehouse,
        Map.of("SHOPWIRE_LISTING_QUERY", query, "SHOPWIRE_LISTING_STATEMENT_MILLIS", "500"),
        service -> {
          await(
              service,
              status -> status.path("lastError").asText().matches(".*(" + pattern + ").*"));
          assertFalse(service.status().toString().contains(InstallWarehouse.password()));
        });
  }

  private record Listing(ServiceProcess process, String workspaceId) {
    JsonNode status() {
      return new Tenants(process.consoleUrl(), process.httpUrl(), RunningService.ADMIN_TOKEN)
          .console()
          .get("/console/api/workspaces/" + workspaceId + "/listing-source")
          .json()
          .path("listingSource");
    }
  }

  private static void run(
      InstallWarehouse source, Map<String, String> more, Consumer<Listing> test) {
    Tenants.App app = RunningService.shared().tenants().app();
    Map<String, String> settings =
        new TreeMap<>(source.settings(app.workspaceId(), InstallRows.slug(SQL, app)));
    settings.put("SHOPWIRE_VERTICLES", "attribution,console");
    settings.putAll(more);
    Path directory = TemporaryFiles.directory("listing");
    try (ServiceProcess process =
        ServiceProcess.start(directory, RunningService.onSharedStores(settings))) {
      test.accept(new Listing(process, app.workspaceId()));
    } finally {
      TemporaryFiles.delete(directory);
    }
  }

  private static void await(Listing service, java.util.function.Predicate<JsonNode> condition) {
    Poll.until(
        TIMEOUT,
        () -> "another status than " + service.status() + service.process().output(),
        () -> condition.test(service.status()));
  }
}
