package dev.shopwire.app.linked;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.SourceDatabase;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.Sql;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Kills the process, and each third time its PostgreSQL, with kill -9 at random points of runs: the
 * values are those before the run or after it, the log of runs says which, and the next run brings
 * the source's state.
 */
@Tag("full")
class LinkedCrashIT {
  private static final int KILLS = RunSize.of("linkedCrash.kills", 2, 100);
  private static final int CUSTOMERS = RunSize.of("linkedCrash.customers", 2_000, 50_000);
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Set<String> OVER = Set.of("applied", "failed");

  private static final String VALUES =
      """
      select coalesce(min(v.text_value), '') || ' ' || coalesce(max(v.text_value), '') || ' ' || count(*)
      from custom_fields f join custom_field_values v
        on v.workspace_id = f.workspace_id and v.field_id = f.id
      where f.name = 'round'
      """;

  @Test
  void aKillLeavesTheValuesBeforeOrAfterARun() {
    Random random = new Random(7);
    try (SourceDatabase source = new SourceDatabase();
        OwnService service = new OwnService(LinkedFixture.SETTINGS)) {
      Sql superuser = source.superuser();
      superuser.run(
          """
          create table rounds as select 's' || n || '.platform.example' as shop, 'r0' as round
          from generate_series(1, %d) n;
          grant select on rounds to reader
          """
              .formatted(CUSTOMERS));
      LinkedQueries queries =
          LinkedQueries.of(LinkedFixture.of(service.tenants()), source.readerUri());
      service
          .sql()
          .run(
              "insert into customers (workspace_id, domain) select %s, 's' || n || '.platform.example'"
                      .formatted(queries.fixture().app().workspaceId())
                  + " from generate_series(1, "
                  + CUSTOMERS
                  + ") n");
      ObjectNode body =
          LinkedQueries.body("rounds", "select * from rounds", "shop", "round:round:text:app");
      body.putObject("guard").put("percent", 100);
      String query = queries.created(body);
      long start = System.nanoTime();
      assertEquals("applied", queries.run(query).path("status").asText());
      long usualMillis = Duration.ofNanos(System.nanoTime() - start).toMillis();
      int applied = 0;
      String before = "r0";
      for (int i = 1; i <= KILLS; i++) {
        String after = "r" + i;
        superuser.run("update rounds set round = '" + after + "'");
        JsonNode begun = queries.post("/linked-queries/" + query + "/run", "").json().path("run");
        LockSupport.parkNanos(Duration.ofMillis(random.nextLong(usualMillis + 200)).toNanos());
        kill(service, i);
        queries =
            new LinkedQueries(
                new LinkedFixture(service.tenants(), queries.fixture().app()), queries.database());
        String status = ended(service, begun.path("id").asText());
        String is = status.equals("applied") ? after : before;
        assertEquals(is + " " + is + " " + CUSTOMERS, service.sql().text(VALUES), status);
        if (status.equals("applied")) {
          applied++;
        } else {
          assertEquals("applied", queries.run(query).path("status").asText());
        }
        assertEquals(after + " " + after + " " + CUSTOMERS, service.sql().text(VALUES));
        JsonNode again = queries.run(query);
        assertEquals(0, again.at("/changes/customers").asInt(), again::toString);
        before = after;
      }
      Poll.until(
          LIMIT,
          () -> "no session is left in the source",
          () ->
              superuser.number("select count(*) from pg_stat_activity where usename = 'reader'")
                  == 0);
      assertTrue(applied <= KILLS);
      System.out.printf(
          "%d kills in runs of %d customers (%d ms each): %d applied, %d failed%n",
          KILLS, CUSTOMERS, usualMillis, applied, KILLS - applied);
      superuser.close();
    }
  }

  private static void kill(OwnService service, int number) {
    if (number % 3 == 2) {
      service.killPostgres();
    } else {
      service.process().kill();
      service.startAgain();
    }
  }

  /** A run that was cut off ends soon after the restart. */
  private static String ended(OwnService service, String run) {
    String sql = "select status from linked_runs where id = " + run;
    Poll.until(
        Duration.ofSeconds(20),
        () -> "the run is over",
        () -> OVER.contains(service.sql().text(sql)));
    return service.sql().text(sql);
  }
}
