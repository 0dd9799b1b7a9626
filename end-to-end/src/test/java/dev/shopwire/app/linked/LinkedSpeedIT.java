package dev.shopwire.app.linked;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.support.GcLog;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.SourceDatabase;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.TemporaryFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Shows how fast rows are read and compared, unchanged and changed, and that the heap does not grow
 * with their number; prints the figures.
 */
@Tag("full")
class LinkedSpeedIT {
  private static final int ROWS = RunSize.of("linkedSpeed.rows", 20_000, 1_000_000);
  private static final int MAX_GROWTH_MIB = 200;
  private static final Duration LIMIT = Duration.ofMinutes(20);

  private static final String WRITTEN =
      """
      select n_tup_ins + n_tup_upd + n_tup_del from pg_stat_user_tables
      where relname = 'custom_field_values'
      """;

  @Test
  void unchangedRowsWriteNoValueAndChangedOnesAreApplied() {
    Path log = TemporaryFiles.directory("linked-speed").resolve("gc.log");
    Map<String, String> settings = new TreeMap<>(LinkedFixture.SETTINGS);
    // These options come after those of the command line.
    settings.put("_JAVA_OPTIONS", "-Xmx384m -Xlog:gc:file=" + log);
    try (SourceDatabase source = new SourceDatabase();
        OwnService service = new OwnService(settings)) {
      Sql superuser = source.superuser();
      superuser.run(
          """
          create table fast as select 's' || n || '.platform.example' as shop, 'plan' || n %% 7 as plan,
            n as seats, n %% 3 = 0 as trial, n * 1.25 as revenue, date '2026-01-01' + n %% 300 as since
          from generate_series(1, %d) n;
          grant select on fast to reader
          """
              .replace("%%", "%")
              .replace("%d", Integer.toString(ROWS)));
      LinkedQueries queries =
          LinkedQueries.of(LinkedFixture.of(service.tenants()), source.readerUri());
      service
          .sql()
          .run(
              "insert into customers (workspace_id, domain) select %s, 's' || n || '.platform.example'"
                      .formatted(queries.fixture().app().workspaceId())
                  + " from generate_series(1, "
                  + ROWS
                  + ") n");
      ObjectNode body =
          LinkedQueries.body(
              "fast",
              "select * from fast",
              "shop",
              "plan:fast_plan:text:app",
              "seats:fast_seats:number:app",
              "trial:fast_trial:boolean:app",
              "revenue:fast_revenue:number:app",
              "since:fast_since:text:app");
      body.putObject("guard").put("percent", 100);
      String query = queries.created(body);
      GcLog.collect(service.process().process().pid());
      JsonNode first = run(queries, query, "set");
      assertEquals(ROWS * 5L, first.at("/changes/set").asLong(), first::toString);
      long written = written(service.sql(), ROWS * 5L);
      JsonNode second = run(queries, query, "unchanged");
      assertEquals(ROWS, second.at("/changes/unchanged").asLong(), second::toString);
      assertEquals(written, service.sql().number(WRITTEN));
      superuser.run("update fast set seats = seats + 1");
      JsonNode third = run(queries, query, "changed");
      assertEquals(ROWS, third.at("/changes/changed").asLong(), third::toString);
      superuser.close();
      GcLog heap = GcLog.read(log);
      System.out.printf("Heap of 384 MiB: %d MiB before, %s%n", heap.firstMib(), heap);
      assertTrue(heap.maxUsedMib() - heap.firstMib() <= MAX_GROWTH_MIB, heap::toString);
    } finally {
      TemporaryFiles.delete(requireNonNull(log.getParent()));
    }
  }

  /** PostgreSQL counts what a session has written a moment after its transaction. */
  private static long written(Sql sql, long least) {
    Poll.until(
        Duration.ofSeconds(10),
        () -> least + " writes are counted",
        () -> sql.number(WRITTEN) >= least);
    return sql.number(WRITTEN);
  }

  private static JsonNode run(LinkedQueries queries, String query, String what) {
    String id = queries.post("/linked-queries/" + query + "/run", "").json().at("/run/id").asText();
    Poll.until(
        LIMIT,
        () -> "the run is over: " + queries.show(id),
        () -> !queries.show(id).path("finishedAt").isNull());
    JsonNode run = queries.show(id);
    assertEquals("applied", run.path("status").asText(), run::toString);
    double read = seconds(run, "startedAt", "readAt");
    double rest = seconds(run, "readAt", "finishedAt");
    System.out.printf(
        Locale.ROOT,
        "%,d rows of 5 columns, %s: read and compared in %.1f s (%,.0f rows/s), rest %.1f s, in all %,.0f rows/s%n",
        ROWS,
        what,
        read,
        ROWS / read,
        rest,
        ROWS / (read + rest));
    return run;
  }

  private static double seconds(JsonNode run, String from, String to) {
    return Duration.between(
                Instant.parse(run.path(from).asText()), Instant.parse(run.path(to).asText()))
            .toMillis()
        / 1_000.0;
  }
}
