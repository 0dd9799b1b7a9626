package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.shopwire.app.support.OwnStores;
import dev.shopwire.app.support.SteadyLoad;
import dev.shopwire.app.support.SteadyRequests;
import dev.shopwire.app.support.SteadyRequests.Kind;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.embedded.DataDirectory;
import dev.shopwire.embedded.EmbeddedPostgres;
import dev.shopwire.testing.DataTemplate;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.TemporaryFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that a migration can be applied while the previous version is in use, as
 * docs/operators/upgrades.md requires. Tests the newest migration; in the long run it tests each
 * one after the baseline and builds the version before each, which takes minutes.
 */
@Tag("long")
class MigrationsIT {
  private static final boolean ALL = RunSize.isLong();
  private static final String KEY = "a-key-for-tests-of-migrations";
  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final int RATE = 40;
  private static final int MAX_STARTS = 3;

  /** The maximum duration of a request with its retries; a busy machine is slow by itself. */
  private static final long MAX_REQUEST_MILLIS = 15_000;

  @Test
  void eachMigrationIsAppliedWhileThePreviousVersionIsUnderLoad() throws Exception {
    String missing = EarlierVersions.missing().orElse("");
    assumeTrue(missing.isEmpty(), () -> "No earlier version can be built: " + missing);
    List<EarlierVersions.Step> steps = EarlierVersions.steps();
    assumeTrue(!steps.isEmpty(), "There is no migration after the baseline");
    for (EarlierVersions.Step step : ALL ? steps : steps.subList(steps.size() - 1, steps.size())) {
      apply(step);
    }
  }

  private static void apply(EarlierVersions.Step step) throws IOException {
    Path jar = EarlierVersions.jar(step.before());
    try (OwnStores stores = OwnStores.empty("migration")) {
      Path directory = stores.directory();
      Map<String, String> settings = stores.settings(Map.of("SHOPWIRE_BOOTSTRAP_API_KEY", KEY));
      Path files = copyMigrations(directory);
      try (ServiceProcess before = startWithRetries(jar, directory, settings)) {
        SteadyRequests requests = SteadyRequests.of("1", KEY, kinds(before));
        try (SteadyLoad load =
            new SteadyLoad(before.httpUrl(), before.consoleUrl(), requests, RATE, true)) {
          awaitMore(load, 3 * RATE);
          long start = System.nanoTime();
          Migrations.apply(flyway(stores.postgres().uri(), files, step.last()).load(), line -> {});
          long millis = (System.nanoTime() - start) / 1_000_000;
          awaitMore(load, 3 * RATE);
          load.finish();
          System.out.println(
              "MigrationsIT: up to V%d on %s in %d ms: %s"
                  .formatted(step.last(), jar.getFileName(), millis, load.summary()));
          assertEquals(List.of(), List.copyOf(load.failures()));
          assertTrue(load.slowestMillis() < MAX_REQUEST_MILLIS, load::summary);
        }
        assertStored(stores.sql(), requests, step);
      }
      // The previous version also starts on the migrated schema.
      try (ServiceProcess restarted = startWithRetries(jar, directory, settings)) {
        assertTrue(restarted.process().isAlive());
      }
    }
  }

  /** Old versions gave up a start at the first slow response, which happens on a busy machine. */
  private static ServiceProcess startWithRetries(
      Path jar, Path directory, Map<String, String> settings) {
    for (int attempt = 1; ; attempt++) {
      ServiceProcess process = ServiceProcess.launch(jar, directory, settings, List.of("-Xmx512m"));
      try {
        process.awaitReady();
        return process;
      } catch (IllegalStateException e) {
        if (attempt == MAX_STARTS) {
          throw e;
        }
      } catch (AssertionError e) {
        process.kill();
        throw e;
      }
    }
  }

  /** The kinds of requests that this version supports. */
  private static List<Kind> kinds(ServiceProcess service) {
    List<Kind> kinds = new ArrayList<>(List.of(Kind.EVENT, Kind.EVENT, Kind.BATCH));
    Http api = new Http(service.httpUrl());
    if (api.send("POST", "/v1/identify", Map.of(), new byte[0]).status() != 404) {
      kinds.addAll(List.of(Kind.IDENTIFY, Kind.STAFF, Kind.CUSTOMER, Kind.CONSOLE));
    }
    return kinds;
  }

  private static void assertStored(Sql sql, SteadyRequests requests, EarlierVersions.Step step) {
    assertEquals(
        step.last(),
        sql.number("select max(version::int) from flyway_schema_history where success"));
    assertEquals(
        requests.eventIds(),
        sql.text(
            "select string_agg(event_id, ',' order by event_id collate \"C\") from usage_events"));
    if (requests.count(Kind.STAFF) > 0) {
      assertEquals(2L * requests.count(Kind.STAFF), sql.number("select count(*) from contacts"));
      assertEquals(
          requests.count(Kind.IDENTIFY), sql.number("select count(*) from customer_profiles"));
    }
  }

  private static void awaitMore(SteadyLoad load, int requests) {
    int before = load.succeeded().size();
    Poll.until(TIMEOUT, load::summary, () -> load.succeeded().size() >= before + requests);
  }

  private static Path copyMigrations(Path directory) throws IOException {
    Path files = Files.createDirectories(directory.resolve("migrations"));
    for (EarlierVersions.Migration migration : EarlierVersions.migrations()) {
      Files.copy(migration.file(), files.resolve(migration.file().getFileName()));
    }
    return files;
  }

  private static FluentConfiguration flyway(String uri, Path files, int last) {
    return Migrations.configured(new Postgres(uri))
        .locations("filesystem:" + files)
        .target(String.valueOf(last));
  }

  @Test
  void concurrentStartsMigrateOnceAndReadersAreNotBlockedForLong() throws Exception {
    Path directory = TemporaryFiles.directory("migration");
    try (DataDirectory data =
            DataDirectory.open(DataTemplate.emptyPostgres(directory.resolve("stores")));
        EmbeddedPostgres postgres = EmbeddedPostgres.start(data, line -> {})) {
      Postgres server = new Postgres(postgres.uri());
      CompletableFuture.allOf(
              IntStream.range(0, 4)
                  .mapToObj(
                      i -> CompletableFuture.runAsync(() -> Migrations.apply(server, line -> {})))
                  .toArray(CompletableFuture[]::new))
          .join();
      Sql sql = new Sql(postgres.uri());
      assertEquals(
          EarlierVersions.migrations().size(),
          sql.number("select count(*) from flyway_schema_history where version is not null"));
      Path files = copyMigrations(directory);
      Files.writeString(
          files.resolve("V9001__column.sql"), "alter table workspaces add column a int;");
      CompletableFuture<?> applied;
      try (Connection reader =
              DriverManager.getConnection(server.jdbcUrl(), server.user(), server.password());
          Statement reading = reader.createStatement()) {
        reader.setAutoCommit(false);
        reading.execute("select count(*) from workspaces");
        applied =
            CompletableFuture.runAsync(
                () -> Migrations.apply(flyway(postgres.uri(), files, 9001).load(), line -> {}));
        Poll.until(
            TIMEOUT,
            () -> "the migration waits for its lock",
            () ->
                sql.number(
                        "select count(*) from pg_locks where not granted and relation is not null")
                    > 0);
        long start = System.nanoTime();
        sql.number("select count(*) from workspaces");
        long millis = (System.nanoTime() - start) / 1_000_000;
        assertTrue(millis < 3_000, () -> "a reader waited for " + millis + " ms");
        assertEquals(false, applied.isDone());
      }
      applied.join();
      // This version does not know migration 9001.
      Migrations.apply(server, line -> {});
    } finally {
      TemporaryFiles.delete(directory);
    }
  }
}
