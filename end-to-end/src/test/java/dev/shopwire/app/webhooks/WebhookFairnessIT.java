package dev.shopwire.app.webhooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.app.support.WebhookFixture;
import dev.shopwire.testing.Http.Response;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that hanging endpoints of one workspace do not delay deliveries of another. */
@Tag("full")
class WebhookFairnessIT {
  private static final int ENDPOINTS = RunSize.of("webhookFairness.endpoints", 60, 300);
  private static final int SLOTS = RunSize.of("webhookFairness.slots", 64, 64);
  private static final int EVENTS = 60;
  private static final long POST_INTERVAL_MILLIS = 25;
  private static final Duration TIME = Duration.ofSeconds(60);

  /** Far more than normal; without slots left for others it would be the 5 s of a timeout. */
  private static final long MAX_MILLIS = 1_500;

  private final OwnService service =
      new OwnService(
          Map.of(
              "SHOPWIRE_WEBHOOK_ALLOW_PRIVATE", "true",
              "SHOPWIRE_LIMITS_WEBHOOK_ENDPOINTS", "10000",
              "SHOPWIRE_WEBHOOK_IN_FLIGHT", Integer.toString(SLOTS)));

  @Test
  void endpointsThatHangInOneWorkspaceDoNotDelayAnother() {
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
          () -> receiver.received("/hang").size() + " requests hang",
          () -> receiver.received("/hang").size() >= Math.min(SLOTS, ENDPOINTS * 4) / 2);
      List<Long> during = deliver(quiet, receiver, 2);
      System.out.printf(
          "other workspace, ms: before p50 %d p99 %d, while %d hang p50 %d p99 %d%n",
          percentile(before, 50),
          percentile(before, 99),
          receiver.received("/hang").size(),
          percentile(during, 50),
          percentile(during, 99));
      assertTrue(percentile(during, 99) < MAX_MILLIS, during::toString);
    }
  }

  /** Milliseconds from before each post to its arrival at the receiver, sorted. */
  private static List<Long> deliver(Tenants.App app, Receiver receiver, int round) {
    List<Long> sent = new ArrayList<>();
    for (int i = 0; i < EVENTS; i++) {
      sent.add(System.nanoTime());
      post(app, List.of("q-" + round + "-" + i));
      LockSupport.parkNanos(Duration.ofMillis(POST_INTERVAL_MILLIS).toNanos());
    }
    int expected = (round + 1) * EVENTS;
    Poll.until(
        TIME,
        () -> receiver.received("/quiet").size() + " of " + expected,
        () -> receiver.received("/quiet").size() >= expected);
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
    Response response = app.api().post(WebhookFixture.PATH, events);
    assertEquals(200, response.status(), response::body);
  }
}
