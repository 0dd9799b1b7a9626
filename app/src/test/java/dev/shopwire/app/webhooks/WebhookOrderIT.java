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

/** Endpoints that want each customer's events in order (docs/api/webhooks.md). */
@Tag("everywhere-long")
class WebhookOrderIT {
  private static final int CUSTOMERS = RunSize.of("webhookOrder.customers", 20, 100);
  private static final int EVENTS = RunSize.of("webhookOrder.posts", 200, 2_000);

  /** One message in a few thousand fails four times and is tried again after two minutes. */
  private static final Duration TIME = Duration.ofSeconds(Math.max(200, EVENTS / 10));

  private static final int FAILING_PERCENT = 10;
  private static final int ANSWER_MILLIS = 20;
  private static final int FAILURES_BEFORE = 4;

  private final WebhookFixture fixture = WebhookFixture.inNewWorkspace();
  private final long seed = Long.getLong("shopwire.seed", new Random().nextLong());

  @AfterEach
  void closeReceiver() {
    fixture.close();
  }

  /**
   * Fails at random; tells what was taken, by customer, and who had two at once. On the receiver's
   * one event loop.
   */
  private static final class Moody implements Reaction {
    private final Random random;
    private final Reaction ok = Reaction.status(200).after(Duration.ofMillis(ANSWER_MILLIS));
    private final Map<String, Queue<Long>> taken = new ConcurrentHashMap<>();
    private final Map<String, String> open = new ConcurrentHashMap<>();
    private final Queue<String> atOnce = new ConcurrentLinkedQueue<>();

    Moody(long seed) {
      this.random = new Random(seed);
    }

    @Override
    public void to(Received received, HttpServerRequest request) {
      String shop = received.json().at("/customer/myplatformDomain").asText();
      String other = open.put(shop, received.eventId());
      if (other != null) {
        atOnce.add(shop + ": " + other + " and " + received.eventId());
      }
      request.response().endHandler(ended -> open.remove(shop));
      if (random.nextInt(100) < FAILING_PERCENT) {
        Reaction.status(500).to(received, request);
      } else {
        taken.computeIfAbsent(shop, key -> new ConcurrentLinkedQueue<>()).add(received.sequence());
        ok.to(received, request);
      }
    }

    int count() {
      return taken.values().stream().mapToInt(Queue::size).sum();
    }
  }

  @Test
  void eachCustomersEventsAreTakenInOrderWhateverFails() {
    fixture.endpoint("/a", ",\"ordered\":true");
    Moody moody = new Moody(seed);
    fixture.receiver().react("/a", moody);
    for (int from = 0; from < EVENTS; from += CUSTOMERS) {
      fixture.post(
          IntStream.range(from, Math.min(EVENTS, from + CUSTOMERS))
              .mapToObj(number -> WebhookFixture.event(number, "a", "s" + number % CUSTOMERS))
              .toList());
    }
    Poll.until(
        TIME,
        () -> EVENTS + " taken, there are " + moody.count() + ", seed " + seed,
        () -> moody.count() >= EVENTS);
    fixture.awaitNothingDue();
    assertEquals(List.of(), List.copyOf(moody.atOnce));
    moody.taken.forEach(
        (shop, sequences) -> {
          List<Long> sorted = sequences.stream().sorted().distinct().toList();
          assertEquals(sorted, List.copyOf(sequences), () -> shop + ", seed " + seed);
        });
    assertEquals(EVENTS, moody.count());
    System.out.printf(
        "%d events of %d customers in order, %d requests%n",
        EVENTS, CUSTOMERS, fixture.events("/a").size());
  }

  @Test
  void aPoisonedMessageIsParkedAndItsCustomersNextGoesOn() {
    WebhookEndpoint endpoint = fixture.endpoint("/a", ",\"ordered\":true");
    fixture
        .receiver()
        .react(
            "/a",
            (received, request) ->
                Reaction.status(received.eventId().equals("poison") ? 500 : 200)
                    .to(received, request));
    poison();
    List<String> rest = new ArrayList<>();
    for (int number = 0; number < 5; number++) {
      rest.add(WebhookFixture.event(number, "a", number % 2 == 0 ? "poisoned" : "well"));
    }
    fixture.post(rest);
    fixture.await("/a", 1 + rest.size());
    fixture.awaitNothingDue();
    List<JsonNode> parked =
        endpoint.deliveries().stream()
            .filter(delivery -> delivery.path("status").asText().equals("parked"))
            .toList();
    assertEquals(1, parked.size(), () -> endpoint.deliveries().toString());
    assertEquals(
        1,
        fixture.events("/a").stream().filter(one -> one.eventId().equals("poison")).count(),
        "parked is not tried again");
    assertTrue(List.of("enabled", "probing").contains(endpoint.status()));
  }

  /** A message that failed four times, of the customer whose events come next. */
  private void poison() {
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
        .run(late.formatted(fixture.app().workspaceId(), fixture.app().appId(), FAILURES_BEFORE));
  }
}
