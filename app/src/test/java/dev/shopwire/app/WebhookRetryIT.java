package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Reaction;
import dev.shopwire.testing.Received;
import dev.shopwire.testing.compat.SignatureCheck;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Receivers that don't answer as they should (docs/api/webhooks.md). */
@Tag("everywhere-long")
class WebhookRetryIT {
  private static final int MANY = 40;

  private final WebhookStage stage = WebhookStage.inNewWorkspace();

  @AfterEach
  void closeReceiver() {
    stage.close();
  }

  private double seconds(String path, int earlier, int later) {
    List<Received> all = stage.events(path);
    return (all.get(later).nanos() - all.get(earlier).nanos()) / 1e9;
  }

  private static void assertBetween(double least, double most, double seconds) {
    assertTrue(least <= seconds && seconds <= most, () -> "after " + seconds + " s");
  }

  @Test
  void aFailureIsTriedAgainAfterASecondAndThenAfterFive() {
    WebhookEndpoint endpoint = stage.endpoint("/a", "");
    stage.receiver().react("/a", Reaction.status(500));
    stage.post(0, 1);
    stage.await("/a", 2);
    JsonNode pending = endpoint.awaitDelivery("pending");
    assertTrue(pending.path("nextAttemptAt").isTextual(), pending::toString);
    stage.receiver().react("/a", Reaction.status(200));
    List<Received> all = stage.await("/a", 3);
    stage.awaitNothingDue();
    assertBetween(0.5, 2.5, seconds("/a", 0, 1));
    assertBetween(2.5, 9, seconds("/a", 1, 2));
    assertEquals(1, all.stream().map(Received::webhookId).distinct().count());
    assertEquals(1, all.stream().map(Received::body).distinct().count());
    assertEquals(List.of(1L), all.stream().map(Received::sequence).distinct().toList());
    assertNotEquals(all.get(0).header("webhook-timestamp"), all.get(2).header("webhook-timestamp"));
    for (Received one : all) {
      assertEquals(Optional.empty(), SignatureCheck.fault(one, endpoint.secret()));
    }
    assertEquals(3, stage.events("/a").size());
  }

  @Test
  void theReceiverMaySayWhenToComeAgain() {
    stage.endpoint("/a", "");
    stage.receiver().react("/a", Reaction.status(429, "Retry-After", "3"));
    stage.post(0, 1);
    stage.await("/a", 1);
    stage.receiver().react("/a", Reaction.status(200));
    stage.await("/a", 2);
    assertBetween(2.9, 6, seconds("/a", 0, 1));
  }

  @Test
  void whoIsGoneIsSentNothingMore() {
    WebhookEndpoint endpoint = stage.endpoint("/a", "");
    stage.receiver().react("/a", Reaction.status(410));
    stage.post(0, 1);
    endpoint.awaitStatus("disabled");
    assertEquals("gone", endpoint.shown().path("statusReason").asText());
    int before = stage.events("/a").size();
    stage.post(1, MANY);
    stage.endpoint("/fence", "");
    assertEquals(before, stage.events("/a").size());
    stage.receiver().react("/a", Reaction.status(200));
    endpoint.change("{\"status\":\"enabled\"}");
    stage.await("/a", before + MANY);
  }

  @Test
  void redirectsAreNotFollowed() {
    WebhookEndpoint endpoint = stage.endpoint("/a", "");
    stage
        .receiver()
        .react("/a", Reaction.status(307, "Location", stage.receiver().url("/elsewhere")));
    stage.post(0, 1);
    stage.await("/a", 2);
    stage.receiver().react("/a", Reaction.status(200));
    JsonNode delivery = endpoint.awaitDelivery("delivered");
    assertTrue(delivery.toString().contains("\"status\":307"), delivery::toString);
    assertEquals(List.of(), stage.receiver().received("/elsewhere"));
  }

  @Test
  void whatIsNoWholeAnswerInFiveSecondsIsCut() {
    WebhookEndpoint dripping = stage.endpoint("/drip", "");
    WebhookEndpoint hanging = stage.endpoint("/hang", "");
    stage.receiver().react("/drip", Reaction.drip());
    stage.receiver().react("/hang", Reaction.hang());
    stage.post(0, 1);
    for (WebhookEndpoint endpoint : List.of(dripping, hanging)) {
      double millis = firstAttempt(endpoint).path("durationMs").asDouble();
      assertBetween(4.9, 5.6, millis / 1e3);
    }
    // Only now, so that neither of the others is sent on a connection that this one closes.
    WebhookEndpoint closing = stage.endpoint("/close", "");
    stage.receiver().react("/close", Reaction.close());
    stage.post(1, 1);
    assertTrue(firstAttempt(closing).path("durationMs").asInt() < 1_000);
    assertTrue(firstAttempt(closing).path("status").isNull());
  }

  /** The first attempt to send the usage event; the endpoint was sent a test before. */
  private static JsonNode firstAttempt(WebhookEndpoint endpoint) {
    Poll.until(
        Duration.ofSeconds(15),
        () -> "an attempt in " + endpoint.deliveries(),
        () -> !attempt(endpoint).isMissingNode());
    return attempt(endpoint);
  }

  private static JsonNode attempt(WebhookEndpoint endpoint) {
    return endpoint.deliveries().stream()
        .filter(delivery -> delivery.path("topic").asText().equals("customers/usage_event"))
        .findFirst()
        .map(delivery -> delivery.path("attempts").path(0))
        .orElse(MissingNode.getInstance());
  }
}
