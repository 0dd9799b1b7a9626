package dev.shopwire.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class EmbeddedPostgresIT {
  private static final Progress SILENT = line -> {};
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  @TempDir private Path directory;
  private Path path;
  private DataDirectory data;

  @BeforeEach
  void open() throws IOException {
    path = TestData.initialized(directory);
    data = DataDirectory.open(path);
  }

  @AfterEach
  void close() {
    data.close();
    TestData.assertNothingRunsIn(path);
  }

  @Test
  void keepsDataAcrossStarts() throws SQLException {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data, SILENT)) {
      Clients.execute(postgres.uri(), "CREATE TABLE t (n int)", "INSERT INTO t VALUES (42)");
    }
    TestData.assertNothingRunsIn(path);
    long start = System.nanoTime();
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data, SILENT)) {
      assertTrue(Duration.ofNanos(System.nanoTime() - start).compareTo(TIMEOUT) < 0);
      assertEquals("42", Clients.value(postgres.uri(), "SELECT n FROM t"));
    }
  }

  @Test
  void keepsCommittedRowsWhenKilledAndRestartsWithTheSameUri() throws SQLException {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data, SILENT)) {
      String uri = postgres.uri();
      long firstPid = postgres.pid();
      Clients.execute(uri, "CREATE TABLE t (n int)");
      int committed = insertUntilKilled(postgres);
      postgres.restart();
      assertEquals(uri, postgres.uri());
      assertNotEquals(firstPid, postgres.pid());
      // The last insert may have been committed without its response being received.
      int kept = Integer.parseInt(Clients.value(uri, "SELECT count(*) FROM t"));
      assertTrue(kept == committed || kept == committed + 1, kept + " of " + committed);
    }
  }

  private static int insertUntilKilled(EmbeddedPostgres postgres) throws SQLException {
    int committed = 0;
    try (Connection connection = Clients.connect(postgres.uri());
        var insert = connection.prepareStatement("INSERT INTO t VALUES (1)")) {
      CompletableFuture<Void> kill = null;
      while (true) {
        try {
          insert.execute();
          committed++;
        } catch (SQLException killed) {
          break;
        }
        if (committed == 500) {
          kill = CompletableFuture.runAsync(() -> TestData.kill(postgres.pid()));
        }
      }
      assertNotEquals(null, kill);
      return committed;
    }
  }

  @Test
  void stopsAChildThatDoesNotNoticeTheDeathOfItsServer() throws SQLException {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data, SILENT)) {
      CompletableFuture<Void> busy =
          CompletableFuture.runAsync(
              () ->
                  assertThrows(
                      SQLException.class,
                      () -> Clients.execute(postgres.uri(), "DO $$ BEGIN LOOP END LOOP; END $$")));
      String running = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'DO %LOOP%'";
      assertTrue(
          Poll.until(TIMEOUT, () -> valueOrZero(postgres.uri(), running).equals("1")), "busy");
      TestData.kill(postgres.pid());
      postgres.restart();
      busy.join();
      assertEquals("1", Clients.value(postgres.uri(), "SELECT 1"));
    }
  }

  private static String valueOrZero(String uri, String query) {
    try {
      return Clients.value(uri, query);
    } catch (SQLException notNow) {
      return "0";
    }
  }

  @Test
  void restartsAServerThatStillRuns() throws SQLException {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data, SILENT)) {
      long firstPid = postgres.pid();
      postgres.restart();
      assertFalse(TestData.isAlive(firstPid));
      assertEquals("1", Clients.value(postgres.uri(), "SELECT 1"));
      postgres.stop();
      assertThrows(IllegalStateException.class, postgres::restart);
    }
  }

  @Test
  void stopAbortsARestartInProgress() {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data, SILENT)) {
      long firstPid = postgres.pid();
      CompletableFuture<Void> restart = CompletableFuture.runAsync(postgres::restart);
      assertTrue(Poll.until(TIMEOUT, () -> postgres.pid() != firstPid));
      postgres.stop();
      assertThrows(CompletionException.class, restart::join);
      TestData.assertNothingRunsIn(path);
    }
  }

  @Test
  void stopsAtOnceDespiteConnectedClients() throws SQLException {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data, SILENT);
        Connection idle = Clients.connect(postgres.uri())) {
      assertTrue(idle.isValid(5));
      long start = System.nanoTime();
      postgres.stop();
      assertTrue(Duration.ofNanos(System.nanoTime() - start).toSeconds() < 5);
      assertFalse(postgres.isAlive());
    }
  }

  @Test
  void usesTheGivenPortAndSettings() throws SQLException {
    int port = FreePort.find();
    StoreOptions options = StoreOptions.defaults().withPort(port).with("max_connections", "17");
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data, SILENT, options)) {
      assertEquals(port, postgres.port());
      assertEquals("17", Clients.value(postgres.uri(), "SHOW max_connections"));
    }
    StoreOptions none = StoreOptions.defaults().withPort(port);
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data, SILENT, none)) {
      assertEquals("500", Clients.value(postgres.uri(), "SHOW max_connections"));
    }
  }

  @Test
  void namesThePortThatIsInUse() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      StoreOptions options = StoreOptions.defaults().withPort(taken.getLocalPort());
      StoreException error =
          assertThrows(
              StoreException.class, () -> EmbeddedPostgres.start(data, SILENT, options).close());
      assertContains(error, "port " + taken.getLocalPort());
    }
  }

  @Test
  void showsTheLogWhenTheServerRejectsASetting() {
    StoreOptions options = StoreOptions.defaults().with("shared_buffers", "much");
    StoreException error =
        assertThrows(
            StoreException.class, () -> EmbeddedPostgres.start(data, SILENT, options).close());
    assertContains(error, "invalid value for parameter \"shared_buffers\": \"much\"");
    assertContains(error, "SHOPWIRE_POSTGRES_URI");
  }

  @Test
  void doesNotCreateANewPasswordForExistingData() throws IOException {
    Files.delete(path.resolve("postgres.secret"));
    StoreException error =
        assertThrows(StoreException.class, () -> EmbeddedPostgres.start(data, SILENT).close());
    assertContains(error, "postgres.secret is missing");
  }

  private static void assertContains(StoreException exception, String part) {
    assertTrue(String.valueOf(exception.getMessage()).contains(part), exception::toString);
  }
}
