package dev.shopwire.app.webhooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.app.support.WebhookFixture;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Reaction;
import dev.shopwire.testing.Received;
import dev.shopwire.testing.compat.SignatureCheck;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/** Tests deliveries to receivers that fail, redirect or hang (docs/api/webhooks.md). */
@Tag("everywhere-long")
class WebhookRetryIT {
  private static final int MANY = 40;

  private final WebhookFixture fixture = WebhookFixture.inNewWorkspace();

  @AfterEach
  void closeReceiver() {
    fixture.close();
  }

  private double seconds(String path, int earlier, int later) {
    List<Received> all = fixture.events(path);
    return (all.get(later).nanos() - all.get(earlier).nanos()) / 1e9;
  }

  private static void assertBetween(double min, double max, double seconds) {
    assertTrue(min <= seconds && seconds <= max, () -> "after " + seconds + " s");
  }

  @ConcurrentTest
  void aFailureIsRetriedAfterOneSecondAndThenAfterFive() {
    WebhookEndpoint endpoint = fixture.endpoint("/a", "");
    fixture.receiver().react("/a", Reaction.status(500));
    fixture.post(0, 1);
    fixture.await("/a", 2);
    JsonNode pending = endpoint.awaitDelivery("pending");
    assertTrue(pending.path("nextAttemptAt").isTextual(), pending::toString);
    fixture.receiver().react("/a", Reaction.status(200));
    List<Received> all = fixture.await("/a", 3);
    fixture.awaitNothingDue();
    assertBetween(0.5, 2.5, seconds("/a", 0, 1));
    assertBetween(2.5, 9, seconds("/a", 1, 2));
    assertEquals(1, all.stream().map(Received::webhookId).distinct().count());
    assertEquals(1, all.stream().map(Received::body).distinct().count());
    assertEquals(List.of(1L), all.stream().map(Received::sequence).distinct().toList());
    assertNotEquals(all.get(0).header("webhook-timestamp"), all.get(2).header("webhook-timestamp"));
    for (Received one : all) {
      assertEquals(Optional.empty(), SignatureCheck.findError(one, endpoint.secret()));
    }
    assertEquals(3, fixture.events("/a").size());
  }

  @ConcurrentTest
  void retryAfterDelaysTheNextAttempt() {
    fixture.endpoint("/a", "");
    fixture.receiver().react("/a", Reaction.status(429, "Retry-After", "3"));
    fixture.post(0, 1);
    fixture.await("/a", 1);
    fixture.receiver().react("/a", Reaction.status(200));
    fixture.await("/a", 2);
    assertBetween(2.9, 6, seconds("/a", 0, 1));
  }

  @ConcurrentTest
  void aReceiverThatIsGoneIsSentNothingMore() {
    WebhookEndpoint endpoint = fixture.endpoint("/a", "");
    fixture.receiver().react("/a", Reaction.status(410));
    fixture.post(0, 1);
    endpoint.awaitStatus("disabled");
    assertEquals("gone", endpoint.fetch().path("statusReason").asText());
    int before = fixture.events("/a").size();
    fixture.post(1, MANY);
    fixture.endpoint("/fence", "");
    assertEquals(before, fixture.events("/a").size());
    fixture.receiver().react("/a", Reaction.status(200));
    endpoint.change("{\"status\":\"enabled\"}");
    fixture.await("/a", before + MANY);
  }

  @ConcurrentTest
  void redirectsAreNotFollowed() {
    WebhookEndpoint endpoint = fixture.endpoint("/a", "");
    fixture
        .receiver()
        .react("/a", Reaction.status(307, "Location", fixture.receiver().url("/elsewhere")));
    fixture.post(0, 1);
    fixture.await("/a", 2);
    fixture.receiver().react("/a", Reaction.status(200));
    JsonNode delivery = endpoint.awaitDelivery("delivered");
    assertTrue(delivery.toString().contains("\"status\":307"), delivery::toString);
    assertEquals(List.of(), fixture.receiver().received("/elsewhere"));
  }

  @ConcurrentTest
  void aResponseIncompleteAfterFiveSecondsIsCutOff() {
    WebhookEndpoint dripping = fixture.endpoint("/drip", "");
    WebhookEndpoint hanging = fixture.endpoint("/hang", "");
    fixture.receiver().react("/drip", Reaction.drip());
    fixture.receiver().react("/hang", Reaction.hang());
    fixture.post(0, 1);
    for (WebhookEndpoint endpoint : List.of(dripping, hanging)) {
      double millis = firstAttempt(endpoint).path("durationMs").asDouble();
      assertBetween(4.9, 5.6, millis / 1e3);
    }
    // Only now, so that no other request uses a connection that this one closes.
    WebhookEndpoint closing = fixture.endpoint("/close", "");
    fixture.receiver().react("/close", Reaction.close());
    fixture.post(1, 1);
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
