package dev.shopwire.app.webhooks;

import static dev.shopwire.app.support.UsageEventResponses.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests replays of one delivery and of all that failed, which run in the background. */
class WebhookReplayIT {
  private static final Duration TIME = Duration.ofSeconds(20);

  private static JsonNode replay(Response response) {
    assertEquals(200, response.status(), response::body);
    return response.json().path("replay");
  }

  private static JsonNode show(WebhookRowsFixture rows, String id) {
    return replay(rows.console().get(WebhookRowsFixture.API + "/replays/" + id));
  }

  private static Response replayOne(WebhookRowsFixture rows, UUID message) {
    return rows.console()
        .post(WebhookRowsFixture.API + "/deliveries/" + rows.id(message) + "/replay", "{}");
  }

  private static String progress(JsonNode replay) {
    return replay.path("done") + "/" + replay.path("total") + " " + replay.path("status").asText();
  }

  /** Adds failed and parked deliveries, each of a new message. */
  private static void addFailed(WebhookRowsFixture rows, int count) {
    rows.sql()
        .run(
            """
            with message as (
              insert into webhook_messages (workspace_id, id, topic, payload)
              select %1$d, webhook_message_id(), 'customers/usage_event', '{}'
              from generate_series(1, %3$d)
              returning id
            )
            insert into webhook_deliveries (
              workspace_id, endpoint_id, message_id, kind, sequence, status, reason, attempts)
            select %1$d, %2$d, id, 'live', row_number() over (order by id),
              case when random() < 0.5 then 'failed' else 'parked' end, null, 3
            from message
            """
                .formatted(rows.workspace(), rows.endpointId(), count));
  }

  private static void deliverAll(WebhookRowsFixture rows, String id) {
    Poll.until(
        TIME,
        () -> show(rows, id).toString(),
        () -> {
          rows.deliver(id, 1_000);
          return show(rows, id).path("status").asText().equals("done");
        });
  }

  @Test
  void aReplayedDeliveryIsDueWithItsSequenceUntilItIsSettled() {
    WebhookRowsFixture rows = WebhookRowsFixture.shared();
    UUID message = rows.addMessage();
    rows.addSettled(message, "delivered", "");
    JsonNode replay = replay(replayOne(rows, message));
    assertEquals("0/1 running", progress(replay));
    assertEquals(
        7,
        rows.sql()
            .number(
                "select sequence from webhook_due where endpoint_id = ? and kind = 'replay'",
                rows.endpointId()));
    assertFails(replayOne(rows, message), 409, "delivery_pending");
    String id = replay.path("id").asText();
    deliverAll(rows, id);
    assertEquals("1/1 done", progress(show(rows, id)));
    assertEquals("0/1 running", progress(replay(replayOne(rows, message))));
  }

  @Test
  void pendingAndPurgedDeliveriesAreNotReplayed() {
    WebhookRowsFixture rows = WebhookRowsFixture.shared();
    UUID pending = rows.addMessage();
    rows.addDue(pending, "live");
    assertFails(replayOne(rows, pending), 409, "delivery_pending");
    UUID purged = rows.addMessage();
    rows.addSettled(purged, "failed", "expired");
    rows.sql().run("delete from webhook_messages where id = '" + purged + "'");
    assertFails(replayOne(rows, purged), 404, "unknown_delivery");
  }

  @Test
  void deliveriesThatFailedSinceATimeBecomeDueInSmallBatches() {
    WebhookRowsFixture rows = WebhookRowsFixture.shared();
    UUID old = rows.addMessageAt(Instant.now().minusSeconds(60));
    rows.addSettled(old, "failed", "exhausted");
    rows.addSettled(rows.addMessage(), "delivered", "");
    UUID due = rows.addMessage();
    rows.addSettled(due, "failed", "exhausted");
    rows.addDue(due, "replay");
    addFailed(rows, 2_500);
    Instant since = Instant.now().minusSeconds(30);
    JsonNode replay = replay(rows.replay(since.toString()));
    assertEquals("0/2501 running", progress(replay));
    assertFails(rows.replay(since.toString()), 409, "replay_running");
    String id = replay.path("id").asText();
    AtomicLong maxDue = new AtomicLong();
    AtomicLong delivered = new AtomicLong();
    Poll.until(
        TIME,
        () -> show(rows, id).toString(),
        () -> {
          maxDue.accumulateAndGet(rows.dueCount(), Math::max);
          return delivered.addAndGet(rows.deliver(id, 300)) >= 2_500;
        });
    assertTrue(maxDue.get() <= 700, "due at once: " + maxDue);
    Poll.until(
        TIME,
        () -> show(rows, id).toString(),
        () -> show(rows, id).path("status").asText().equals("done"));
    assertEquals("2501/2501 done", progress(show(rows, id)));
    assertEquals(1, rows.dueCount(), "a delivery that was due is not due twice");
    assertEquals(1, rows.get("/deliveries?status=failed").json().path("deliveries").size());
    assertEquals("0/1 running", progress(replay(rows.replay(since.toString()))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"since\":null}",
        "{\"since\":1}",
        "{\"since\":\"yesterday\"}",
        "{\"since\":\"2999-01-01T00:00:00Z\"}"
      })
  void aReplayNeedsATimeInThePast(String body) {
    assertEquals(422, WebhookRowsFixture.shared().post("/replay", body).status());
  }

  @Test
  void aTimeBeforeAllDeliveriesReplaysThemAll() {
    WebhookRowsFixture rows = WebhookRowsFixture.shared();
    addFailed(rows, 3);
    assertEquals("0/3 running", progress(replay(rows.replay("0001-01-01T00:00:00Z"))));
  }

  @Test
  void anUnknownReplayIsNotFound() {
    WebhookRowsFixture rows = WebhookRowsFixture.shared();
    assertFails(
        rows.console().get(WebhookRowsFixture.API + "/replays/999999999"), 404, "unknown_replay");
    assertEquals(
        404,
        rows.console()
            .post(
                WebhookRowsFixture.API + "/webhook-endpoints/999999999/replay",
                "{\"since\":\"2026-01-01T00:00:00Z\"}")
            .status());
  }

  @Test
  @Tag("full")
  void aReplayContinuesAfterAKill() {
    // A restarted process waits for the leases of the killed one.
    try (OwnService service = new OwnService(Map.of("SHOPWIRE_WEBHOOK_LEASE_MILLIS", "3000"))) {
      WebhookRowsFixture rows = new WebhookRowsFixture(service.tenants(), service.sql());
      addFailed(rows, 1_500);
      String id =
          replay(rows.replay(Instant.now().minusSeconds(60).toString())).path("id").asText();
      Poll.until(TIME, () -> "deliveries are due", () -> rows.dueCount() > 0);
      rows.deliver(id, 100);
      service.process().kill();
      service.startAgain();
      WebhookRowsFixture after = rows.on(service.tenants(), service.sql());
      assertTrue(show(after, id).path("done").intValue() >= 100);
      deliverAll(after, id);
      assertEquals("1500/1500 done", progress(show(after, id)));
      assertEquals(
          1_500,
          after
              .sql()
              .number(
                  "select count(*) from webhook_deliveries where endpoint_id = ? and kind = 'replay'",
                  after.endpointId()));
    }
  }
}
