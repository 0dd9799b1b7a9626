package dev.shopwire.app.linked;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.SourceDatabase;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.Sql;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Measures a large run, and pushes of other fields meanwhile. */
@Tag("alone")
@Tag("full")
class LinkedApplySpeedIT {
  private static final int CUSTOMERS = RunSize.of("linkedApply.customers", 4_000, 1_000_000);
  private static final int PUSHERS = 8;

  /** What pushes must keep of their rate while a large run is written. */
  private static final double KEPT = 0.7;

  private static OwnService service;
  private static SourceDatabase source;
  private static Sql superuser;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() {
    service = OwnService.onTestStores(LinkedFixture.SETTINGS);
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
    FilledFields filled = new FilledFields(service::tenants, source, superuser);
    service
        .sql()
        .run(
            """
            insert into customers (workspace_id, domain)
            select %d, 's' || i || '.example.com' from generate_series(1, %d) i
            """
                .formatted(filled.workspace(), CUSTOMERS));
    filled.source(
        "insert into TABLE select 's' || i || '.example.com', 'old', 1 from generate_series(1, %d) i"
            .formatted(CUSTOMERS));
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

  @Test
  void pushesOfOtherFieldsContinueWhileARunIsWritten() throws Exception {
    FilledFields filled = filled();
    String query = filled.query("Accounts", "changes");
    filled.apply(query);
    assertEquals("1 %1$d, old %1$d".formatted(CUSTOMERS), values(filled));
    filled.source("update TABLE set tier = 'new', orders = 2");
    try (Pushers pushers = new Pushers(filled)) {
      Poll.until(Duration.ofSeconds(20), () -> "pushes", () -> pushers.count() > PUSHERS * 20L);
      double alone = pushers.rate(RunSize.isLong() ? 10_000 : 1_000, () -> false);
      String run = filled.begin(query);
      Poll.until(
          Duration.ofMinutes(10),
          () -> "the run is being written: " + filled.run(run),
          () -> !filled.run(run).path("status").asText().equals("reading"));
      long began = System.nanoTime();
      double meanwhile =
          pushers.rate(600_000, () -> !filled.run(run).path("status").asText().equals("applying"));
      double seconds = (System.nanoTime() - began) / 1e9;
      JsonNode applied = filled.awaitApplied(run);
      System.out.printf(
          "%d customers, %d values written in %.1f s: %.0f customers/s; pushes %.0f/s alone,"
              + " %.0f/s meanwhile: %.2f%n",
          CUSTOMERS,
          2 * CUSTOMERS,
          seconds,
          CUSTOMERS / seconds,
          alone,
          meanwhile,
          meanwhile / alone);
      assertEquals(2 * CUSTOMERS, applied.at("/changes/changed").asInt(), applied::toString);
      assertEquals(List.of(), pushers.failures());
      if (RunSize.isLong()) {
        assertTrue(meanwhile >= KEPT * alone, () -> meanwhile + " of " + alone);
      }
    }
    assertEquals("2 %1$d, new %1$d".formatted(CUSTOMERS), values(filled));
  }

  /** Clients that push a field that no query fills, without a pause. */
  private static final class Pushers implements AutoCloseable {
    private final FilledFields filled;
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final AtomicLong pushed = new AtomicLong();
    private final ExecutorService threads = Executors.newFixedThreadPool(PUSHERS);
    private final List<Future<String>> clients = new ArrayList<>();

    Pushers(FilledFields filled) {
      this.filled = filled;
      for (int i = 0; i < PUSHERS; i++) {
        int client = i;
        Callable<String> work = () -> push(client);
        clients.add(threads.submit(work));
      }
    }

    /** Returns the first response that is no success; empty if all are. */
    private String push(int client) {
      for (long i = 0; !stopped.get(); i++) {
        Response response =
            filled
                .app()
                .api()
                .post(
                    "/v1/identify",
                    "{\"myplatformDomain\":\"s%d.example.com\",\"customFields\":{\"note\":%d}}"
                        .formatted(1 + (client + i * PUSHERS) % CUSTOMERS, i));
        if (response.status() != 200) {
          return response.body();
        }
        pushed.incrementAndGet();
      }
      return "";
    }

    long count() {
      return pushed.get();
    }

    /** Pushes a second until {@code isOver}, at most for {@code millis}. */
    double rate(long millis, BooleanSupplier isOver) {
      long began = System.nanoTime();
      long before = count();
      Poll.until(
          Duration.ofMinutes(11),
          () -> "the end of the measurement",
          () -> System.nanoTime() - began >= millis * 1_000_000 || isOver.getAsBoolean());
      return (count() - before) * 1e9 / (System.nanoTime() - began);
    }

    /** What failed until now. */
    List<String> failures() throws Exception {
      stopped.set(true);
      List<String> failures = new ArrayList<>();
      for (Future<String> client : clients) {
        if (!client.get().isEmpty()) {
          failures.add(client.get());
        }
      }
      return failures;
    }

    @Override
    public void close() {
      stopped.set(true);
      threads.shutdown();
    }
  }
}
