package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.Metric;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests what happens to a file that can't be completed, and what that costs others. */
@Tag("full")
class ExportLimitsIT {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** The sessions of PostgreSQL that hold the snapshot of an export. */
  private static final String EXPORT_SESSIONS =
      """
      select count(*) from pg_stat_activity
      where state = 'idle in transaction' and query like '%from affiliates%'
      """;

  private static final String END_EXPORT_SESSIONS =
      """
      select count(pg_terminate_backend(pid)) from pg_stat_activity
      where state = 'idle in transaction' and query like '%from affiliates%'
      """;

  private static OwnService service;
  private static LargeList list;

  /** A client may not read for two seconds, and one file is sent at a time. */
  @BeforeAll
  static void start() {
    service =
        new OwnService(
            Map.of("SHOPWIRE_HTTP_REQUEST_MILLIS", "2000", "SHOPWIRE_CONSOLE_EXPORTS", "1"));
    list = LargeList.create(service.tenants(), service.sql());
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static FileDownload download(String format) {
    return new FileDownload(service.process().consoleUrl(), list.path(format));
  }

  private static double ended(String outcome) {
    return Metric.value(
        service.process().managementUrl(), "shopwire_exports_total{outcome=\"" + outcome + "\"}");
  }

  private static void awaitExports(long count) {
    Poll.until(
        LIMIT,
        () -> count + " sessions, actual " + service.sql().number(EXPORT_SESSIONS),
        () -> service.sql().number(EXPORT_SESSIONS) == count);
  }

  @Test
  void aCompleteFileHasAllRows() {
    double finished = ended("finished");
    try (FileDownload csv = download("csv")) {
      FileDownload.Result result = csv.readRest();
      assertTrue(result.complete());
      assertEquals(list.rows(), csv.totalCount());
      assertEquals(list.rows() + 1, result.body().split("\r\n", -1).length - 1);
    }
    awaitExports(0);
    assertEquals(finished + 1, ended("finished"));
  }

  @Test
  void aClientThatDoesNotReadIsCutOffAndTheNextOneGetsItsTurn() throws IOException {
    double abandoned = ended("abandoned");
    try (FileDownload stalled = download("csv")) {
      assertTrue(stalled.readChunk());
      long start = System.nanoTime();
      Response other = service.tenants().console().get(list.path("json"));
      assertEquals(200, other.status());
      assertTrue(System.nanoTime() - start < LIMIT.toNanos() / 5, "another request is not delayed");
      // Waits until the client that doesn't read is cut off.
      try (FileDownload next = download("ndjson")) {
        assertEquals(200, next.status());
        FileDownload.Result result = next.readRest();
        assertTrue(result.complete());
        assertEquals(list.rows(), result.body().lines().count());
      }
      assertEquals(abandoned + 1, ended("abandoned"));
      assertFalse(stalled.readRest().complete());
    }
    awaitExports(0);
  }

  @Test
  void aClientThatGoesAwayEndsTheExport() throws IOException {
    double abandoned = ended("abandoned");
    try (FileDownload file = download("ndjson")) {
      assertTrue(file.readChunk());
      awaitExports(1);
    }
    awaitExports(0);
    assertEquals(abandoned + 1, ended("abandoned"));
  }

  @Test
  void aFileWhoseConnectionToPostgresIsLostIsNeverWellFormed() throws IOException {
    double broken = ended("broken");
    try (FileDownload file = download("csv")) {
      assertEquals(200, file.status());
      assertTrue(file.readChunk());
      awaitExports(1);
      // Not while it reads the next rows: then it is not idle.
      Poll.until(
          Duration.ofSeconds(10),
          () -> "the export's session is idle, and ended",
          () -> service.sql().number(END_EXPORT_SESSIONS) == 1);
      FileDownload.Result result = file.readRest();
      assertFalse(result.complete());
      assertTrue(result.body().lines().count() < list.rows());
    }
    assertEquals(broken + 1, ended("broken"));
  }
}
