package dev.shopwire.app.webhooks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Answer;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.TemporaryFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** What is given up, forgotten and moved when a process starts. */
class WebhookRetentionIT {
  private static final Duration DAY = Duration.ofDays(1);

  private final WebhookRowsFixture rows = WebhookRowsFixture.shared();

  private static void whileAProcessStarts(String what, BooleanSupplier condition) {
    Path directory = TemporaryFiles.directory("retention");
    try (ServiceProcess other =
        ServiceProcess.start(directory, RunningService.onSharedStores(Map.of()))) {
      Poll.until(
          Duration.ofSeconds(20),
          () -> what,
          () -> other.process().isAlive() && condition.getAsBoolean());
    } finally {
      TemporaryFiles.delete(directory);
    }
  }

  private String ended(UUID message) {
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
  void whatWasDueForTooLongIsGivenUpButAReplayOfOldMessagesIsNot() {
    Instant now = Instant.now();
    UUID old = rows.messageOf(now.minus(DAY.multipliedBy(15)));
    rows.due(old, "live");
    UUID young = rows.messageOf(now.minus(DAY.multipliedBy(13)));
    rows.due(young, "live");
    UUID again = rows.messageOf(now.minus(DAY.multipliedBy(20)));
    rows.settled(again, "failed", "exhausted");
    String path = WebhookRowsFixture.API + "/deliveries/" + rows.id(again) + "/replay";
    Answer begun = rows.console().post(path, "{}");
    assertEquals(200, begun.status(), begun::body);
    assertEquals(3, rows.due());
    String replay = begun.json().at("/replay/id").asText();
    whileAProcessStarts("given up", () -> ended(old).equals("failed expired"));
    assertEquals("pending", ended(young));
    assertEquals(2, rows.due());
    rows.sql()
        .run(
            "update webhook_replays set created_at = now() - interval '15 days' where id = "
                + replay);
    whileAProcessStarts("given up", () -> ended(again).equals("failed expired"));
    assertEquals(1, rows.due());
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
  void aDayPastRetentionIsDroppedWhole() {
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
    UUID past = rows.messageOf(Instant.parse("2020-01-01T12:00:00Z"));
    rows.settled(past, "failed", "exhausted");
    rows.attempt(past, Instant.parse("2020-01-01T12:00:00Z"), "live", 500);
    assertEquals(1, rows.sql().number("select count(*) from webhook_messages_2020_01_01"));
    // Else the clock seems to be years ahead of all messages.
    rows.messageOf(Instant.now());
    rows.sql().run("delete from retention_runs where name = 'webhooks'");
    whileAProcessStarts(
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
  void whatFoundNoDayOfItsOwnMovesThere() {
    Instant ahead = Instant.now().plus(DAY.multipliedBy(7));
    String day = ahead.toString().substring(0, 10).replace('-', '_');
    rows.sql().run("drop table webhook_messages_" + day);
    UUID message = rows.messageOf(ahead);
    String where = "select tableoid::regclass::text from webhook_messages where id = ?";
    assertEquals("webhook_messages_default", rows.sql().text(where, message));
    whileAProcessStarts(
        "moved", () -> rows.sql().text(where, message).equals("webhook_messages_" + day));
    rows.sql().run("delete from webhook_messages where id = '" + message + "'");
  }
}
