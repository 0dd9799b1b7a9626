package dev.shopwire.app.webhooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.app.support.WebhookFixture;
import dev.shopwire.testing.Http.Answer;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Reaction;
import dev.shopwire.testing.Receiver;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What the endpoints of one workspace do to the deliveries of another. {@code
 * -Dshopwire.endpoints=5000 -Dshopwire.slots=4096} for the long run.
 */
class WebhookFairnessIT {
  private static final int ENDPOINTS = RunSize.of("webhookFairness.endpoints", 60, 300);
  private static final int SLOTS = RunSize.of("webhookFairness.slots", 64, 64);
  private static final int EVENTS = 60;
  private static final long PACE_MILLIS = 25;
  private static final Duration TIME = Duration.ofSeconds(60);

  /** Far more than it takes; where nothing is left for others it takes the hanging's 5 s. */
  private static final long MOST_MILLIS = 1_500;

  private final OwnService service =
      new OwnService(
          Map.of(
              "SHOPWIRE_WEBHOOK_ALLOW_PRIVATE", "true",
              "SHOPWIRE_LIMITS_WEBHOOK_ENDPOINTS", "10000",
              "SHOPWIRE_WEBHOOK_IN_FLIGHT", Integer.toString(SLOTS)));

  @Test
  void endpointsThatHangInOneWorkspaceCostAnotherNothing() {
    try (service;
        Receiver receiver = new Receiver()) {
      Tenants.App quiet = service.tenants().app();
      Tenants.App hanging = service.tenants().app();
      WebhookEndpoint.make(service.tenants(), quiet.workspaceId(), receiver.url("/quiet"), "");
      receiver.react("/hang", Reaction.hang());
      for (int i = 0; i < ENDPOINTS; i++) {
        WebhookEndpoint.make(service.tenants(), hanging.workspaceId(), receiver.url("/hang"), "");
      }
      deliver(quiet, receiver, 0);
      List<Long> before = deliver(quiet, receiver, 1);
      post(hanging, IntStream.range(0, 10).mapToObj(n -> "h-" + n).toList());
      Poll.until(
          TIME,
          () -> receiver.received("/hang").size() + " hang",
          () -> receiver.received("/hang").size() >= Math.min(SLOTS, ENDPOINTS * 4) / 2);
      List<Long> beside = deliver(quiet, receiver, 2);
      System.out.printf(
          "of another workspace, ms: before p50 %d p99 %d, beside %d that hang p50 %d p99 %d%n",
          percentile(before, 50),
          percentile(before, 99),
          receiver.received("/hang").size(),
          percentile(beside, 50),
          percentile(beside, 99));
      assertTrue(percentile(beside, 99) < MOST_MILLIS, beside::toString);
    }
  }

  /** The times from before the post to the receiver, in order of length. */
  private static List<Long> deliver(Tenants.App app, Receiver receiver, int round) {
    List<Long> sent = new ArrayList<>();
    for (int i = 0; i < EVENTS; i++) {
      sent.add(System.nanoTime());
      post(app, List.of("q-" + round + "-" + i));
      LockSupport.parkNanos(Duration.ofMillis(PACE_MILLIS).toNanos());
    }
    int wanted = (round + 1) * EVENTS;
    Poll.until(
        TIME,
        () -> receiver.received("/quiet").size() + " of " + wanted,
        () -> receiver.received("/quiet").size() >= wanted);
    Map<String, Long> arrived =
        receiver.received("/quiet").stream()
            .collect(Collectors.toMap(r -> r.eventId(), r -> r.nanos(), Math::min));
    return IntStream.range(0, EVENTS)
        .mapToObj(i -> (arrived.getOrDefault("q-" + round + "-" + i, 0L) - sent.get(i)) / 1_000_000)
        .sorted()
        .toList();
  }

  private static long percentile(List<Long> sorted, int percent) {
    return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
  }

  private static void post(Tenants.App app, List<String> ids) {
    String events =
        ids.stream()
            .map(
                id ->
                    "{\"eventName\":\"used\",\"customerId\":\"s.example.com\",\"eventId\":\""
                        + id
                        + "\"}")
            .collect(Collectors.joining(",", "{\"events\":[", "]}"));
    Answer answer = app.api().post(WebhookFixture.PATH, events);
    assertEquals(200, answer.status(), answer::body);
  }
}
