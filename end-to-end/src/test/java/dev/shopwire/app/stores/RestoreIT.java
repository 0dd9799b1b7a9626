package dev.shopwire.app.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.InstalledPostgres;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that PostgreSQL can return to an earlier state while the service and its Redis keep
 * running: later events are lost, and are stored when they are sent again, not reported as
 * duplicates. Uses the installed PostgreSQL (pg_basebackup); skipped if there is none.
 */
@Tag("full")
class RestoreIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Path DIRECTORY = TemporaryFiles.directory("restore");
  private static InstalledPostgres server;
  private static ServiceProcess service;
  private static Tenants tenants;

  @BeforeAll
  static void start() throws IOException {
    assumeTrue(InstalledPostgres.programs().isPresent(), "PostgreSQL is not installed");
    Path archive = Files.createDirectories(DIRECTORY.resolve("archive"));
    Files.setPosixFilePermissions(archive, PosixFilePermissions.fromString("rwxrwxrwx"));
    server =
        InstalledPostgres.create(
            DIRECTORY,
            Map.of(
                "max_connections", "200",
                "archive_mode", "on",
                "archive_command", "cp %p " + archive + "/%f"));
    service =
        ServiceProcess.start(
            TemporaryFiles.directory("restored-service"),
            RunningService.onSharedStores(Map.of("SHOPWIRE_POSTGRES_URI", server.uri())));
    tenants = new Tenants(service.consoleUrl(), service.httpUrl(), RunningService.ADMIN_TOKEN);
  }

  @AfterAll
  static void stop() {
    if (service != null) {
      service.kill();
    }
    if (server != null) {
      server.close();
    }
    TemporaryFiles.delete(DIRECTORY);
  }

  /**
   * An app with an event from before the state that PostgreSQL returns to, and one from after it.
   */
  private static final class Sender {
    final Tenants.App app = tenants.app();
    final String kept = event("kept.example.com");
    final String lost = event("lost.example.com");

    Sender() {
      assertCounted("accepted", kept);
    }

    private static String event(String shop) {
      return "{\"eventName\":\"a\",\"eventId\":\"%s\",\"myplatformDomain\":\"%s\"}"
          .formatted(UUID.randomUUID(), shop);
    }

    void sendLostEvent() {
      assertCounted("accepted", lost);
      assertCounted("duplicates", lost);
      assertCounted("duplicates", kept);
      long customerId = sql().number("select max(id) from customers");
      assertEquals(
          "lost.example.com", sql().text("select domain from customers where id = ?", customerId));
    }

    /** The next new shop gets the id that the lost shop had. */
    void assertLostEventIsStoredAgain() {
      service.awaitReady();
      assertEquals(1, sql().events(app.appId()));
      assertCounted("accepted", event("other.example.com"));
      assertCounted("accepted", lost);
      assertCounted("duplicates", lost);
      assertCounted("duplicates", kept);
      assertEquals(3, sql().events(app.appId()));
      assertEquals(
          1,
          sql()
              .number(
                  "select count(*) from usage_events e join customers c on c.id = e.customer_id"
                      + " where e.app_id = ? and c.domain = 'lost.example.com'",
                  Long.parseLong(app.appId())));
    }

    private void assertCounted(String counter, String event) {
      // After a restart a few calls may be refused, which clients retry.
      long end = System.nanoTime() + TIMEOUT.toNanos();
      Response response = app.api().post("/v1/usage_events", event);
      while (response.status() == 503 && System.nanoTime() < end) {
        response = app.api().post("/v1/usage_events", event);
      }
      assertEquals(200, response.status(), response.body());
      assertEquals(1, response.json().at("/" + counter).asInt(), response.body());
    }
  }

  private static Sql sql() {
    return new Sql(server.uri());
  }

  @Test
  void afterARestoreToAPointInTime() {
    InstalledPostgres backup = server.baseBackup(DIRECTORY, "point-in-time", "--wal-method=none");
    Sender sender = new Sender();
    Sql superuser = new Sql(server.superuserUri("shopwire"));
    superuser.text("select pg_create_restore_point('before')");
    sender.sendLostEvent();
    superuser.text("select pg_switch_wal()");
    server.stop();
    backup.configure(
        Map.of(
            "restore_command", "cp " + DIRECTORY.resolve("archive") + "/%f %p",
            "recovery_target_name", "before",
            "recovery_target_action", "promote",
            "archive_mode", "off"));
    backup.signal("recovery.signal");
    server = backup.onPort(server.port());
    server.start();
    sender.assertLostEventIsStoredAgain();
  }

  @Test
  void afterAFailoverToAnAsynchronousReplica() {
    InstalledPostgres replica =
        server.baseBackup(DIRECTORY, "replica", "--wal-method=stream", "--write-recovery-conf");
    // The server copied may have been restored by the other test.
    replica.configure(Map.of("recovery_target_name", ""));
    Sender sender = new Sender();
    replica.start();
    Poll.until(
        TIMEOUT,
        () -> "the replica has caught up: " + replica.log(),
        () -> new Sql(replica.uri()).events(sender.app.appId()) == 1);
    replica.stop();
    sender.sendLostEvent();
    server.stopAtOnce();
    server = replica.onPort(server.port());
    server.start();
    server.promote();
    sender.assertLostEventIsStoredAgain();
  }

  /**
   * Neither the system identifier nor the timeline changes; the restore takes a fraction of a
   * second.
   */
  @RepeatedTest(4)
  void afterACopyOfTheFilesIsRestored() {
    Sender sender = new Sender();
    server.stop();
    InstalledPostgres copy = server.copy(DIRECTORY, "copy-" + UUID.randomUUID());
    server.start();
    service.awaitReady();
    sender.sendLostEvent();
    server.stop();
    server = copy.onPort(server.port());
    server.start();
    sender.assertLostEventIsStoredAgain();
  }
}
