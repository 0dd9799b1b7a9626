package dev.shopwire.app.webhooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Received;
import dev.shopwire.testing.Receiver;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that a replay by filter sends exactly what it counted at its start, while the processes
 * that deliver are killed by kill -9.
 */
@Tag("full")
class WebhookReplayCrashIT {
  private static final int DELIVERIES = RunSize.of("webhookReplayCrash.deliveries", 1_500, 30_000);
  private static final int KILLS = RunSize.of("webhookReplayCrash.kills", 1, 20);
  private static final int MAX_PAUSE_MILLIS = 400;
  private static final Duration TIME = Duration.ofSeconds(90 + DELIVERIES / 200 + 20L * KILLS);

  /** Requests in flight to one endpoint, and those whose result is not yet written. */
  private static final int MAX_IN_FLIGHT = 2 * 32;

  private final long seed = Long.getLong("shopwire.seed", new Random().nextLong());
  private final Random random = new Random(seed);

  /** Adds failed deliveries of messages, every third of which is about an event to be replayed. */
  private static void addFailed(WebhookWorkers workers, Tenants.App app, WebhookEndpoint endpoint) {
    workers
        .sql()
        .run(
            """
            with message as (
              insert into webhook_messages (workspace_id, id, app_id, topic, subject, payload)
              select %1$d, webhook_message_id(), %2$d, 'customers/usage_event', 'e-' || n,
                jsonb_build_object('eventId', 'e-' || n,
                  'eventName', case when n %% 3 = 0 then 'wanted' else 'other' end)
              from generate_series(1, %4$d) n
              returning id
            )
            insert into webhook_deliveries (
              workspace_id, endpoint_id, message_id, kind, sequence, status, reason, attempts)
            select %1$d, %3$s, id, 'live', row_number() over (order by id), 'failed', 'exhausted', 11
            from message
            """
                .formatted(
                    Long.parseLong(app.workspaceId()),
                    Long.parseLong(app.appId()),
                    endpoint.id(),
                    DELIVERIES));
  }

  private static Set<String> wanted(WebhookWorkers workers, WebhookEndpoint endpoint) {
    String all =
        workers
            .sql()
            .text(
                """
                select string_agg('msg_' || replace(m.id::text, '-', ''), ' ')
                from webhook_deliveries d
                join webhook_messages m on m.workspace_id = d.workspace_id and m.id = d.message_id
                where d.endpoint_id = ? and m.payload ->> 'eventName' = 'wanted'
                """,
                Long.parseLong(endpoint.id()));
    return new TreeSet<>(Arrays.asList(all.split(" ", -1)));
  }

  private static JsonNode replay(Response response) {
    assertEquals(200, response.status(), response::body);
    return response.json().path("replay");
  }

  @Test
  void exactlyTheCountedDeliveriesArriveWhateverIsKilled() {
    try (WebhookWorkers workers = new WebhookWorkers();
        Receiver receiver = new Receiver()) {
      Tenants.App app = workers.tenants().app();
      Instant since = Instant.now().minusSeconds(1);
      WebhookEndpoint endpoint = endpoint(workers, app, receiver, "/replayed");
      addFailed(workers, app, endpoint);
      addFailed(workers, app, endpoint(workers, app, receiver, "/untouched"));
      Set<String> wanted = wanted(workers, endpoint);
      String path = "/console/api/webhook-endpoints/" + endpoint.id() + "/replay";
      String body = "{\"since\":\"%s\",\"eventNames\":[\"wanted\"]}".formatted(since);
      JsonNode replay = replay(workers.tenants().console().post(path, body));
      assertEquals(wanted.size(), replay.path("total").intValue());
      for (int kill = 0; kill < KILLS; kill++) {
        LockSupport.parkNanos(Duration.ofMillis(random.nextLong(MAX_PAUSE_MILLIS)).toNanos());
        workers.killWorker();
      }
      String id = replay.path("id").asText();
      Poll.until(TIME, () -> show(workers, id) + ", seed " + seed, () -> isDone(workers, id));
      check(receiver, wanted, show(workers, id));
    }
  }

  private static WebhookEndpoint endpoint(
      WebhookWorkers workers, Tenants.App app, Receiver receiver, String path) {
    return WebhookEndpoint.make(workers.tenants(), app.workspaceId(), receiver.url(path), "");
  }

  private static JsonNode show(WebhookWorkers workers, String id) {
    return replay(workers.tenants().console().get("/console/api/replays/" + id));
  }

  private static boolean isDone(WebhookWorkers workers, String id) {
    return show(workers, id).path("status").asText().equals("done");
  }

  private void check(Receiver receiver, Set<String> wanted, JsonNode replay) {
    assertEquals(wanted.size(), replay.path("total").intValue());
    assertEquals(wanted.size(), replay.path("done").intValue());
    List<Received> received = receiver.received("/replayed");
    // Within the call, javac now and then fails to infer its type.
    Set<String> ids =
        received.stream().map(Received::webhookId).collect(Collectors.toCollection(TreeSet::new));
    assertEquals(wanted, ids, () -> "seed " + seed);
    int repeated = received.size() - wanted.size();
    assertTrue(repeated <= MAX_IN_FLIGHT * KILLS, () -> repeated + " repetitions, seed " + seed);
    assertEquals(List.of(), receiver.received("/untouched"));
  }
}
