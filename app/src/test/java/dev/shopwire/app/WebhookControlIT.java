package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Reaction;
import dev.shopwire.testing.Received;
import dev.shopwire.testing.compat.SignatureCheck;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the console does to endpoints while events go on (docs/api/webhooks.md). */
class WebhookControlIT {
  private static final int EVENTS = 20;

  private final WebhookStage stage = WebhookStage.inNewWorkspace();

  @AfterEach
  void closeReceiver() {
    stage.close();
  }

  @Test
  void bothSecretsHoldWhileARotationOverlaps() {
    WebhookEndpoint endpoint = stage.endpoint("/a", "");
    String next = endpoint.rotate(1);
    Poll.until(
        WebhookStage.TIME,
        () -> "the new secret is used",
        () -> SignatureCheck.isStandardSignatureValid(stage.test("/a", endpoint), next));
    stage.post(0, EVENTS);
    for (Received one : stage.await("/a", EVENTS)) {
      assertTrue(SignatureCheck.isStandardSignatureValid(one, next), one::toString);
      assertTrue(SignatureCheck.isStandardSignatureValid(one, endpoint.secret()), one::toString);
      assertTrue(SignatureCheck.isVendorSignatureValid(one, endpoint.secret()), one::toString);
    }
    assertEquals(2, endpoint.shown().path("secrets").size());
  }

  @Test
  void whatHappensWhileItIsDisabledArrivesInOrderAfterwards() {
    WebhookEndpoint endpoint = stage.endpoint("/a", "");
    disable(endpoint);
    stage.post(1, EVENTS);
    stage.test("/a", endpoint);
    assertEquals("disabled", endpoint.status());
    assertEquals(0, stage.events("/a").size(), "only the test was sent");
    endpoint.change("{\"status\":\"enabled\"}");
    List<Received> all = bySequence(stage.await("/a", EVENTS));
    assertEquals(
        IntStream.rangeClosed(1, EVENTS).mapToObj(number -> "e-" + number).toList(),
        all.stream().map(Received::eventId).toList());
    List<Long> sequences = all.stream().map(Received::sequence).toList();
    long first = sequences.get(0);
    assertEquals(LongStream.range(first, first + EVENTS).boxed().toList(), sequences);
    stage.awaitNothingDue();
  }

  /** Returns when the worker knows it, too; until then it may still send. */
  private static void disable(WebhookEndpoint endpoint) {
    awaitKnown();
    endpoint.disable();
    awaitKnown();
  }

  private static void awaitKnown() {
    String disabled = "select count(*) from webhook_endpoints where status = 'disabled'";
    Poll.until(
        WebhookStage.TIME,
        () -> "the worker knows who is disabled",
        () -> known() == RunningService.shared().sql().number(disabled));
  }

  private static long known() {
    return (long)
        Metric.value(
            RunningService.shared().process().managementUrl(),
            "shopwire_webhook_endpoints{status=\"disabled\"}");
  }

  private static List<Received> bySequence(List<Received> all) {
    return all.stream().sorted(Comparator.comparing(Received::sequence)).toList();
  }

  @Test
  void whatHappenedWhileItWasDisabledCanBeSkippedAndReplayed() {
    WebhookEndpoint endpoint = stage.endpoint("/a", "");
    disable(endpoint);
    Instant since = Instant.now().minusSeconds(60);
    stage.post(1, EVENTS);
    endpoint.resume("skip");
    Poll.until(
        WebhookStage.TIME,
        () -> "all are given up: " + endpoint.deliveries(),
        () -> count(endpoint, "failed") == EVENTS);
    stage.post(EVENTS + 1, 1);
    assertEquals("e-" + (EVENTS + 1), stage.await("/a", 1).get(0).eventId());
    assertEquals(1, stage.events("/a").size());
    JsonNode replay = endpoint.replaySince(since);
    assertEquals(EVENTS, replay.path("total").asInt(), replay::toString);
    stage.await("/a", EVENTS + 1);
    stage.awaitNothingDue();
    awaitReplayed(endpoint, replay.path("id").asText());
    assertEquals(EVENTS + 1, stage.events("/a").size());
    assertEquals(0, count(endpoint, "failed"));
  }

  private static long count(WebhookEndpoint endpoint, String status) {
    return endpoint.deliveries().stream()
        .filter(delivery -> delivery.path("status").asText().equals(status))
        .count();
  }

  private static void awaitReplayed(WebhookEndpoint endpoint, String id) {
    Poll.until(
        WebhookStage.TIME,
        () -> "replay " + id + " is done",
        () -> {
          JsonNode replay =
              endpoint.console().get("/console/api/replays/" + id).json().path("replay");
          return replay.path("status").asText().equals("done")
              && replay.path("done").asInt() == EVENTS;
        });
  }

  @Test
  void oneDeliveryIsReplayedUnderItsOwnId() {
    WebhookEndpoint endpoint = stage.endpoint("/a", "");
    stage.post(0, 1);
    stage.await("/a", 1);
    JsonNode delivery = endpoint.awaitDelivery("delivered");
    endpoint.replay(delivery.path("id").asText());
    List<Received> both = stage.await("/a", 2);
    assertEquals(both.get(0).webhookId(), both.get(1).webhookId());
    assertEquals(both.get(0).sequence(), both.get(1).sequence());
    assertEquals(both.get(0).body(), both.get(1).body());
    stage.awaitNothingDue();
    assertEquals(2, endpoint.awaitDelivery("delivered").path("attempts").size());
  }

  @Test
  void aTestIsTriedOnceAndCountsForNothing() {
    WebhookEndpoint endpoint = stage.endpoint("/a", "");
    stage.receiver().react("/a", Reaction.status(500));
    Received sent = stage.test("/a", endpoint);
    assertEquals("test", sent.json().path("type").asText());
    assertEquals(0, sent.sequence());
    JsonNode delivery = endpoint.awaitDelivery("failed");
    assertEquals(1, delivery.path("attempts").size(), delivery::toString);
    assertEquals("enabled", endpoint.status());
    assertFalse(endpoint.shown().path("failingSince").isTextual());
  }
}
