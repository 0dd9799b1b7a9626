package dev.shopwire.app.webhooks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.TemporaryFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests which rows are expired, dropped and moved when a process starts. */
@Tag("full")
class WebhookRetentionIT {
  private static final Duration DAY = Duration.ofDays(1);

  private final WebhookRowsFixture rows = WebhookRowsFixture.shared();

  private static void awaitWhileAProcessStarts(String what, BooleanSupplier condition) {
    Path directory = TemporaryFiles.directory("retention");
    try (ServiceProcess other =
        ServiceProcess.start(
            directory, RunningService.onSharedStores(Map.of("SHOPWIRE_VERTICLES", "webhook")))) {
      Poll.until(
          Duration.ofSeconds(20),
          () -> what,
          () -> other.process().isAlive() && condition.getAsBoolean());
    } finally {
      TemporaryFiles.delete(directory);
    }
  }

  private String outcome(UUID message) {
    return rows.sql()
        .text(
            """
            select coalesce((select status || ' ' || reason from webhook_deliveries
              where endpoint_id = ? and message_id = ?), 'pending')
            """,
            rows.endpointId(),
            message);
  }

  @Test
  void deliveriesDueForTooLongExpireButAReplayOfOldMessagesDoesNot() {
    Instant now = Instant.now();
    UUID old = rows.addMessageAt(now.minus(DAY.multipliedBy(15)));
    rows.addDue(old, "live");
    UUID young = rows.addMessageAt(now.minus(DAY.multipliedBy(13)));
    rows.addDue(young, "live");
    UUID replayed = rows.addMessageAt(now.minus(DAY.multipliedBy(20)));
    rows.addSettled(replayed, "failed", "exhausted");
    String path = WebhookRowsFixture.API + "/deliveries/" + rows.id(replayed) + "/replay";
    Response started = rows.console().post(path, "{}");
    assertEquals(200, started.status(), started::body);
    assertEquals(3, rows.dueCount());
    String replay = started.json().at("/replay/id").asText();
    awaitWhileAProcessStarts("expired", () -> outcome(old).equals("failed expired"));
    assertEquals("pending", outcome(young));
    assertEquals(2, rows.dueCount());
    rows.sql()
        .run(
            "update webhook_replays set created_at = now() - interval '15 days' where id = "
                + replay);
    awaitWhileAProcessStarts("expired", () -> outcome(replayed).equals("failed expired"));
    assertEquals(1, rows.dueCount());
    Poll.until(
        Duration.ofSeconds(5),
        () -> "the replay ends",
        () ->
            rows.console()
                .get(WebhookRowsFixture.API + "/replays/" + replay)
                .json()
                .at("/replay/status")
                .asText()
                .equals("done"));
  }

  @Test
  void aDayPastRetentionIsDroppedCompletely() {
    for (String table : new String[] {"messages", "deliveries", "attempts"}) {
      rows.sql()
          .run(
              """
              create table webhook_%1$s_2020_01_01 partition of webhook_%1$s
              for values from (webhook_message_floor('2020-01-01 00:00Z'))
              to (webhook_message_floor('2020-01-02 00:00Z'))
              """
                  .formatted(table));
    }
    UUID past = rows.addMessageAt(Instant.parse("2020-01-01T12:00:00Z"));
    rows.addSettled(past, "failed", "exhausted");
    rows.addAttempt(past, Instant.parse("2020-01-01T12:00:00Z"), "live", 500);
    assertEquals(1, rows.sql().number("select count(*) from webhook_messages_2020_01_01"));
    // Otherwise the clock seems to be years ahead of all messages.
    rows.addMessageAt(Instant.now());
    rows.sql().run("delete from retention_runs where name = 'webhooks'");
    awaitWhileAProcessStarts(
        "dropped",
        () ->
            rows.sql()
                .text(
                    """
                    select coalesce(to_regclass('webhook_messages_2020_01_01'),
                      to_regclass('webhook_deliveries_2020_01_01'),
                      to_regclass('webhook_attempts_2020_01_01')) is null
                    """)
                .equals("t"));
    assertEquals(
        404, rows.console().get(WebhookRowsFixture.API + "/deliveries/" + rows.id(past)).status());
  }

  @Test
  void rowsWithoutAPartitionForTheirDayMoveThereLater() {
    Instant ahead = Instant.now().plus(DAY.multipliedBy(7));
    String day = ahead.toString().substring(0, 10).replace('-', '_');
    rows.sql().run("drop table webhook_messages_" + day);
    UUID message = rows.addMessageAt(ahead);
    // A statement that is planned while the partition is being attached finds no row.
    String where = "select (select tableoid::regclass::text from webhook_messages where id = ?)";
    assertEquals("webhook_messages_default", rows.sql().text(where, message));
    awaitWhileAProcessStarts(
        "moved", () -> rows.sql().text(where, message).equals("webhook_messages_" + day));
    rows.sql().run("delete from webhook_messages where id = '" + message + "'");
  }
}
