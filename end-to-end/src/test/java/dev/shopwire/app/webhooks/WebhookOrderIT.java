package dev.shopwire.app.webhooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.app.support.WebhookFixture;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Reaction;
import dev.shopwire.testing.Received;
import dev.shopwire.testing.RunSize;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests endpoints that receive each customer's events in order (docs/api/webhooks.md). */
@Tag("everywhere-long")
class WebhookOrderIT {
  private static final int CUSTOMERS = RunSize.of("webhookOrder.customers", 20, 100);
  private static final int EVENTS = RunSize.of("webhookOrder.posts", 200, 2_000);

  /** Of one message; the third retry is half a minute later, and the fifth failure parks it. */
  private static final int MAX_FAILURES = RunSize.of("webhookOrder.failures", 2, 4);

  /** One message in a few thousand fails four times and is retried after two minutes. */
  private static final Duration TIME = Duration.ofSeconds(Math.max(200, EVENTS / 10));

  private static final int FAILING_PERCENT = 10;
  private static final int RESPONSE_MILLIS = 20;
  private static final int PAST_FAILURES = 4;

  private final WebhookFixture fixture = WebhookFixture.inNewWorkspace();
  private final long seed = Long.getLong("shopwire.seed", new Random().nextLong());

  @AfterEach
  void closeReceiver() {
    fixture.close();
  }

  /**
   * Fails at random, but each event only so often; records accepted events by customer, and
   * customers with two requests at once. Runs on the receiver's one event loop.
   */
  private static final class FlakyReaction implements Reaction {
    private final Random random;
    private final Reaction ok = Reaction.status(200).after(Duration.ofMillis(RESPONSE_MILLIS));
    private final Map<String, Integer> failures = new HashMap<>();
    private final Map<String, Queue<Long>> accepted = new ConcurrentHashMap<>();
    private final Map<String, String> inFlight = new ConcurrentHashMap<>();
    private final Queue<String> concurrent = new ConcurrentLinkedQueue<>();

    FlakyReaction(long seed) {
      this.random = new Random(seed);
    }

    @Override
    public void to(Received received, HttpServerRequest request) {
      String shop = received.json().at("/customer/myplatformDomain").asText();
      String other = inFlight.put(shop, received.eventId());
      if (other != null) {
        concurrent.add(shop + ": " + other + " and " + received.eventId());
      }
      request.response().endHandler(ended -> inFlight.remove(shop));
      if (random.nextInt(100) < FAILING_PERCENT
          && failures.merge(received.eventId(), 1, Integer::sum) <= MAX_FAILURES) {
        Reaction.status(500).to(received, request);
      } else {
        accepted
            .computeIfAbsent(shop, key -> new ConcurrentLinkedQueue<>())
            .add(received.sequence());
        ok.to(received, request);
      }
    }

    int acceptedCount() {
      return accepted.values().stream().mapToInt(Queue::size).sum();
    }
  }

  @Test
  void eachCustomersEventsAreAcceptedInOrderDespiteFailures() {
    fixture.endpoint("/a", ",\"ordered\":true");
    FlakyReaction flaky = new FlakyReaction(seed);
    fixture.receiver().react("/a", flaky);
    for (int from = 0; from < EVENTS; from += CUSTOMERS) {
      fixture.post(
          IntStream.range(from, Math.min(EVENTS, from + CUSTOMERS))
              .mapToObj(number -> WebhookFixture.event(number, "a", "s" + number % CUSTOMERS))
              .toList());
    }
    Poll.until(
        TIME,
        () -> EVENTS + " accepted, so far " + flaky.acceptedCount() + ", seed " + seed,
        () -> flaky.acceptedCount() >= EVENTS);
    fixture.awaitNothingDue();
    assertEquals(List.of(), List.copyOf(flaky.concurrent));
    flaky.accepted.forEach(
        (shop, sequences) -> {
          List<Long> sorted = sequences.stream().sorted().distinct().toList();
          assertEquals(sorted, List.copyOf(sequences), () -> shop + ", seed " + seed);
        });
    assertEquals(EVENTS, flaky.acceptedCount());
    System.out.printf(
        "%d events of %d customers in order, %d requests%n",
        EVENTS, CUSTOMERS, fixture.events("/a").size());
  }

  @Test
  void aPoisonedMessageIsParkedAndItsCustomersNextOnesAreSent() {
    WebhookEndpoint endpoint = fixture.endpoint("/a", ",\"ordered\":true");
    fixture
        .receiver()
        .react(
            "/a",
            (received, request) ->
                Reaction.status(received.eventId().equals("poison") ? 500 : 200)
                    .to(received, request));
    addPoison();
    List<String> later = new ArrayList<>();
    for (int number = 0; number < 5; number++) {
      later.add(WebhookFixture.event(number, "a", number % 2 == 0 ? "poisoned" : "well"));
    }
    fixture.post(later);
    fixture.await("/a", 1 + later.size());
    fixture.awaitNothingDue();
    List<JsonNode> parked =
        endpoint.deliveries().stream()
            .filter(delivery -> delivery.path("status").asText().equals("parked"))
            .toList();
    assertEquals(1, parked.size(), () -> endpoint.deliveries().toString());
    assertEquals(
        1,
        fixture.events("/a").stream().filter(one -> one.eventId().equals("poison")).count(),
        "a parked delivery is not retried");
    assertTrue(List.of("enabled", "probing").contains(endpoint.status()));
  }

  /** Adds a message that failed four times, before more events of its customer. */
  private void addPoison() {
    fixture.post(
        List.of(
            WebhookFixture.event(1_000, "a", "poisoned"),
            WebhookFixture.event(1_001, "a", "well")));
    fixture.await("/a", 2);
    fixture.awaitNothingDue();
    String late =
        """
        begin;
        select webhook_emit(array[%1$s], array[%2$s], array['customers/usage_event'],
          array[(select id from customers where workspace_id = %1$s
            and domain = 'poisoned.example.com')], array['{"eventId":"poison"}']);
        update webhook_due set attempts = %3$d where workspace_id = %1$s;
        commit;
        """;
    RunningService.shared()
        .sql()
        .run(late.formatted(fixture.app().workspaceId(), fixture.app().appId(), PAST_FAILURES));
  }
}
