package dev.shopwire.app.webhooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.Metric;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.app.support.WebhookFixture;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Reaction;
import dev.shopwire.testing.Received;
import dev.shopwire.testing.compat.SignatureCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests changes of endpoints in the console while events arrive (docs/api/webhooks.md). */
class WebhookControlIT {
  private static final int EVENTS = 20;

  /** Longer than the worker takes to notice a change. */
  private static final Duration SETTLED = Duration.ofSeconds(2);

  private final WebhookFixture fixture = WebhookFixture.inNewWorkspace();

  @AfterEach
  void closeReceiver() {
    fixture.close();
  }

  @ConcurrentTest
  void bothSecretsSignDuringTheOverlapOfARotation() {
    WebhookEndpoint endpoint = fixture.endpoint("/a", "");
    String next = endpoint.rotate(1);
    Poll.until(
        WebhookFixture.TIME,
        () -> "the new secret is used",
        () -> SignatureCheck.isStandardSignatureValid(fixture.test("/a", endpoint), next));
    fixture.post(0, EVENTS);
    for (Received one : fixture.await("/a", EVENTS)) {
      assertTrue(SignatureCheck.isStandardSignatureValid(one, next), one::toString);
      assertTrue(SignatureCheck.isStandardSignatureValid(one, endpoint.secret()), one::toString);
      assertTrue(SignatureCheck.isVendorSignatureValid(one, endpoint.secret()), one::toString);
    }
    assertEquals(2, endpoint.fetch().path("secrets").size());
  }

  @Test
  void eventsOfADisabledEndpointArriveInOrderOnceItIsEnabled() {
    WebhookEndpoint endpoint = fixture.endpoint("/a", "");
    disable(endpoint);
    fixture.post(1, EVENTS);
    fixture.test("/a", endpoint);
    assertEquals("disabled", endpoint.status());
    assertEquals(0, fixture.events("/a").size(), "only the test was sent");
    endpoint.change("{\"status\":\"enabled\"}");
    List<Received> all = bySequence(fixture.await("/a", EVENTS));
    assertEquals(
        IntStream.rangeClosed(1, EVENTS).mapToObj(number -> "e-" + number).toList(),
        all.stream().map(Received::eventId).toList());
    List<Long> sequences = all.stream().map(Received::sequence).toList();
    long first = sequences.get(0);
    assertEquals(LongStream.range(first, first + EVENTS).boxed().toList(), sequences);
    fixture.awaitNothingDue();
  }

  /** Returns once the worker knows it too; until then it may still send. */
  private static void disable(WebhookEndpoint endpoint) {
    long before = settledUnknown();
    endpoint.disable();
    Poll.until(
        WebhookFixture.TIME,
        () -> "the worker knows that it is disabled",
        () -> unknownAsDisabled() == before);
  }

  /**
   * How many disabled endpoints the worker does not know, once that no longer changes: other tests
   * may have left some that it has no reason to read.
   */
  private static long settledUnknown() {
    AtomicLong unknown = new AtomicLong(unknownAsDisabled());
    AtomicLong since = new AtomicLong(System.nanoTime());
    Poll.until(
        WebhookFixture.TIME,
        () -> "what the worker knows no longer changes",
        () -> {
          long now = unknownAsDisabled();
          if (unknown.getAndSet(now) != now) {
            since.set(System.nanoTime());
          }
          return System.nanoTime() - since.get() > SETTLED.toNanos();
        });
    return unknown.get();
  }

  private static long unknownAsDisabled() {
    return RunningService.shared()
            .sql()
            .number("select count(*) from webhook_endpoints where status = 'disabled'")
        - knownAsDisabled();
  }

  private static long knownAsDisabled() {
    return (long)
        Metric.value(
            RunningService.shared().process().managementUrl(),
            "shopwire_webhook_endpoints{status=\"disabled\"}");
  }

  private static List<Received> bySequence(List<Received> all) {
    return all.stream().sorted(Comparator.comparing(Received::sequence)).toList();
  }

  @Test
  void eventsOfADisabledEndpointCanBeSkippedAndReplayed() {
    WebhookEndpoint endpoint = fixture.endpoint("/a", "");
    disable(endpoint);
    Instant since = Instant.now().minusSeconds(60);
    fixture.post(1, EVENTS);
    Poll.until(
        WebhookFixture.TIME,
        () -> "all are waiting: " + endpoint.deliveries(),
        () -> count(endpoint, "pending") == EVENTS);
    endpoint.resume("skip");
    Poll.until(
        WebhookFixture.TIME,
        () -> "all have failed: " + endpoint.deliveries(),
        () -> count(endpoint, "failed") == EVENTS);
    fixture.post(EVENTS + 1, 1);
    assertEquals("e-" + (EVENTS + 1), fixture.await("/a", 1).get(0).eventId());
    assertEquals(1, fixture.events("/a").size());
    JsonNode replay = endpoint.replaySince(since);
    assertEquals(EVENTS, replay.path("total").asInt(), replay::toString);
    fixture.await("/a", EVENTS + 1);
    fixture.awaitNothingDue();
    awaitReplayed(endpoint, replay.path("id").asText());
    assertEquals(EVENTS + 1, fixture.events("/a").size());
    assertEquals(0, count(endpoint, "failed"));
  }

  private static long count(WebhookEndpoint endpoint, String status) {
    return endpoint.deliveries().stream()
        .filter(delivery -> delivery.path("status").asText().equals(status))
        .count();
  }

  private static void awaitReplayed(WebhookEndpoint endpoint, String id) {
    Poll.until(
        WebhookFixture.TIME,
        () -> "replay " + id + " is done",
        () -> {
          JsonNode replay =
              endpoint.console().get("/console/api/replays/" + id).json().path("replay");
          return replay.path("status").asText().equals("done")
              && replay.path("done").asInt() == EVENTS;
        });
  }

  @ConcurrentTest
  void aReplayedDeliveryKeepsItsIdAndSequence() {
    WebhookEndpoint endpoint = fixture.endpoint("/a", "");
    fixture.post(0, 1);
    fixture.await("/a", 1);
    JsonNode delivery = endpoint.awaitDelivery("delivered");
    endpoint.replay(delivery.path("id").asText());
    List<Received> both = fixture.await("/a", 2);
    assertEquals(both.get(0).webhookId(), both.get(1).webhookId());
    assertEquals(both.get(0).sequence(), both.get(1).sequence());
    assertEquals(both.get(0).body(), both.get(1).body());
    fixture.awaitNothingDue();
    assertEquals(2, endpoint.awaitDelivery("delivered").path("attempts").size());
  }

  @ConcurrentTest
  void aTestIsSentOnceAndDoesNotCountAsAFailure() {
    WebhookEndpoint endpoint = fixture.endpoint("/a", "");
    fixture.receiver().react("/a", Reaction.status(500));
    Received sent = fixture.test("/a", endpoint);
    assertEquals("test", sent.json().path("type").asText());
    assertEquals(0, sent.sequence());
    JsonNode delivery = endpoint.awaitDelivery("failed");
    assertEquals(1, delivery.path("attempts").size(), delivery::toString);
    assertEquals("enabled", endpoint.status());
    assertFalse(endpoint.fetch().path("failingSince").isTextual());
  }
}
