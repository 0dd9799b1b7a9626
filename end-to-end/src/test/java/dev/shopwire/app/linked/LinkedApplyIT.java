package dev.shopwire.app.linked;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.HeldLock;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.SourceDatabase;
import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.Sql;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that a run is written as a whole or not at all. */
class LinkedApplyIT {
  private static final int CUSTOMERS = RunSize.of("linkedApply.customers", 4_000, 1_000_000);

  /** Customers of a run that is no small one. */
  private static final int LARGE = 10_001;

  private static OwnService service;
  private static SourceDatabase source;
  private static Sql superuser;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() {
    service =
        OwnService.onTestStores(
            Map.of(
                "SHOPWIRE_SOURCES_ALLOW_PRIVATE",
                "true",
                "SHOPWIRE_WEBHOOK_ALLOW_PRIVATE",
                "true"));
    source = new SourceDatabase();
    superuser = source.superuser();
  }

  @AfterAll
  static void stop() {
    superuser.close();
    service.close();
    source.close();
  }

  /** A workspace with many customers, each of which has a row. */
  private static FilledFields filled() {
    return filled(CUSTOMERS);
  }

  private static FilledFields filled(int customers) {
    FilledFields filled = new FilledFields(service::tenants, source, superuser);
    service
        .sql()
        .run(
            """
            insert into customers (workspace_id, domain)
            select %d, 's' || i || '.example.com' from generate_series(1, %d) i
            """
                .formatted(filled.workspace(), customers));
    filled.source(
        "insert into TABLE select 's' || i || '.example.com', 'old', 1 from generate_series(1, %d) i"
            .formatted(customers));
    return filled;
  }

  /** How many values there are of each kind: texts and numbers by what they are. */
  private static String values(FilledFields filled) {
    return service
        .sql()
        .text(
            """
            select coalesce(string_agg(value || ' ' || count, ', ' order by value), '') from (
              select coalesce(text_value, number_value::text) as value, count(*) as count
              from customer_field_values v join custom_field_definitions f on f.id = v.field_id
              where v.workspace_id = ? and f.name in ('tier', 'orders') group by 1) counts
            """,
            filled.workspace());
  }

  private static HeldLock lockOfLastValues(FilledFields filled) {
    return HeldLock.of(
        service.postgresUri(),
        """
        select from custom_field_values where workspace_id = %1$d and customer_id = (
          select max(customer_id) from custom_field_values where workspace_id = %1$d) for update
        """
            .formatted(filled.workspace()));
  }

  @Test
  @Tag("full")
  void aRunThatCannotBeWrittenSeveralTimesFailsAndChangesNothing() {
    FilledFields filled = filled();
    String query = filled.query("Accounts", "none");
    filled.apply(query);
    String before = values(filled);
    filled.source("update TABLE set tier = 'new', orders = 2");
    HeldLock held = lockOfLastValues(filled);
    try {
      String run = filled.begin(query);
      Poll.until(
          Duration.ofMinutes(5),
          () -> "the run fails: " + filled.run(run),
          () -> filled.run(run).path("status").asText().equals("failed"));
      assertEquals("not_applied", filled.run(run).at("/error/code").asText());
    } finally {
      held.close();
    }
    assertEquals(before, values(filled));
    filled.apply(query);
    assertEquals("2 %1$d, new %1$d".formatted(CUSTOMERS), values(filled));
  }

  @Test
  void aSmallRunIsWrittenWhileALargeOneIs() {
    FilledFields large = filled(LARGE);
    FilledFields small = filled(10);
    String largeQuery = large.query("Accounts", "none");
    String smallQuery = small.query("Accounts", "none");
    large.apply(largeQuery);
    small.apply(smallQuery);
    large.source("update TABLE set tier = 'new', orders = 2");
    String run;
    HeldLock held = lockOfLastValues(large);
    try {
      run = large.begin(largeQuery);
      // The writer gives up after some seconds and tries again; one of its attempts is long enough.
      Poll.until(
          Duration.ofMinutes(1),
          () -> "a small run is written meanwhile",
          () -> {
            String writer = waitingWriter();
            if (writer.isEmpty()) {
              return false;
            }
            small.source("update TABLE set orders = orders + 1");
            small.apply(smallQuery);
            return waitingWriter().equals(writer);
          });
    } finally {
      held.close();
    }
    large.awaitApplied(run);
    assertEquals("2 %1$d, new %1$d".formatted(LARGE), values(large));
  }

  /** When the transaction began that waits for a lock of a value; empty if none does. */
  private static String waitingWriter() {
    return service
        .sql()
        .text(
            """
            select coalesce(max(xact_start::text), '') from pg_stat_activity
            where wait_event_type = 'Lock' and query like '%write_linked_values%'
            """);
  }

  @Test
  void whileARunIsWrittenItsFieldsArePromotedButNotFreed() {
    FilledFields filled = filled(20);
    String query = filled.query("Accounts", "none");
    filled.apply(query);
    filled.source("update TABLE set tier = 'new', orders = 2");
    String run;
    HeldLock held = lockOfLastValues(filled);
    try {
      run = filled.begin(query);
      Poll.until(
          Duration.ofMinutes(1), () -> "the run is written", () -> !waitingWriter().isEmpty());
      assertEquals(409, filled.delete(query).status());
      assertEquals(
          409,
          filled
              .console()
              .patch("/console/api/linked-queries/" + query, "{\"sql\":\"select 1 as domain\"}")
              .status());
      FilledFields.ok(filled.console().post(filled.fieldPath("tier") + "/promote", "{}"));
    } finally {
      held.close();
    }
    filled.awaitApplied(run);
    assertEquals("2 20, new 20", values(filled));
    assertEquals("customers", filled.field("tier").path("scope").asText());
    assertEquals(run, filled.shown("s7.example.com", "tier").at("/linked/runId").asText());
    FilledFields.ok(filled.delete(query));
  }

  /** Of a second process that is asked for it: a writer begins with this function. */
  @Test
  void aRunThatIsAskedForTwiceAtOnceIsWrittenOnce() {
    FilledFields filled = filled(20);
    String query = filled.query("Accounts", "changes");
    filled.apply(query);
    WebhookEndpoint.make(
            filled.tenants(), filled.app().workspaceId(), "http://127.0.0.1:1/hook", "")
        .change("{\"topics\":[\"custom_fields/updated\"]}");
    filled.source("update TABLE set tier = 'new', orders = 2");
    String run;
    String begin;
    HeldLock held = lockOfLastValues(filled);
    try {
      run = filled.begin(query);
      begin = "select begin_linked_apply(%d, %s)".formatted(filled.workspace(), run);
      Poll.until(
          Duration.ofMinutes(1), () -> "the run is written", () -> !waitingWriter().isEmpty());
      String second = "set lock_timeout = '200ms'; " + begin;
      assertThrows(IllegalStateException.class, () -> service.sql().run(second));
    } finally {
      held.close();
    }
    filled.awaitApplied(run);
    assertEquals("f", service.sql().text(begin));
    assertEquals(40, filled.run(run).at("/changes/changed").asInt());
    assertEquals(
        20,
        service
            .sql()
            .number(
                "select count(*) from webhook_messages where workspace_id = ? and topic = ?",
                filled.workspace(),
                "custom_fields/updated"));
  }

  @Test
  void aKillWhileARunIsWrittenLeavesNothingOfItAndItIsWrittenAfterTheRestart() {
    FilledFields filled = filled();
    String query = filled.query("Accounts", "none");
    filled.apply(query);
    filled.source("update TABLE set tier = 'new', orders = 2");
    HeldLock held = lockOfLastValues(filled);
    String run = filled.begin(query);
    try {
      Poll.until(
          Duration.ofMinutes(10),
          () -> "the last values wait for the lock: " + filled.run(run),
          () ->
              service
                      .sql()
                      .number(
                          """
                          select count(*) from pg_stat_activity
                          where wait_event_type = 'Lock' and query like '%write_linked_values%'
                          """)
                  > 0);
      service.process().kill();
    } finally {
      held.close();
    }
    service.startAgain();
    long restarted = System.nanoTime();
    String before = values(filled);
    assertTrue(
        List.of("1 %1$d, old %1$d".formatted(CUSTOMERS), "2 %1$d, new %1$d".formatted(CUSTOMERS))
            .contains(before),
        before);
    filled.awaitApplied(run);
    assertTrue(
        System.nanoTime() - restarted < Duration.ofSeconds(20).toNanos() || RunSize.isLong());
    assertEquals("2 %1$d, new %1$d".formatted(CUSTOMERS), values(filled));
  }
}
