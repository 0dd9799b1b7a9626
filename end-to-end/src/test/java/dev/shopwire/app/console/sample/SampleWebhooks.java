package dev.shopwire.app.console.sample;

import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Reaction;
import dev.shopwire.testing.Receiver;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Webhook endpoints of a sample: one with delivered, failed and replayed deliveries, one that
 * fails, and one that is gone.
 */
record SampleWebhooks(Sample sample, Tenants.App app, Receiver receiver) {
  private static final Duration TIME = Duration.ofSeconds(60);
  private static final int EVENTS = 12;
  private static final String MAIN = "/shopwire";

  void create(String shop) {
    WebhookEndpoint main = endpoint(MAIN);
    failSome(main, shop);
    receiver.react("/failing", Reaction.status(503));
    receiver.react("/gone", Reaction.status(410));
    WebhookEndpoint gone = endpoint("/gone");
    WebhookEndpoint failing = endpoint("/failing");
    main.test();
    main.rotate(24);
    send("delivered", shop);
    await(main, "delivered");
    gone.awaitStatus("disabled");
    Poll.until(
        TIME,
        () -> "a failed attempt: " + failing.deliveries(),
        () -> failing.deliveries().stream().anyMatch(each -> !each.path("attempts").isEmpty()));
    sample
        .api()
        .post(
            "/webhook-endpoints/" + main.id() + "/replay",
            Map.of(
                "since",
                Instant.now().minusSeconds(3_600).toString(),
                "eventNames",
                List.of("report_scheduled")));
  }

  private WebhookEndpoint endpoint(String path) {
    return WebhookEndpoint.make(sample.tenants(), sample.workspaceId(), receiver.url(path), "");
  }

  /** Deliveries that waited for an endpoint fail if they are skipped when it is enabled again. */
  private void failSome(WebhookEndpoint endpoint, String shop) {
    // A worker that does not know yet that the endpoint is disabled must deliver nothing either.
    receiver.react(MAIN, Reaction.status(503));
    endpoint.disable();
    send("skipped", shop);
    await(endpoint, "pending");
    endpoint.resume("skip");
    await(endpoint, "failed");
    receiver.react(MAIN, Reaction.status(200));
  }

  private void send(String id, String shop) {
    SampleApi.sendEvents(
        app,
        IntStream.range(0, EVENTS)
            .mapToObj(
                i ->
                    Map.<String, Object>of(
                        "eventName",
                        i % 3 == 0 ? "report_scheduled" : "report_exported",
                        "customerId",
                        shop,
                        "eventId",
                        id + "-" + i,
                        "properties",
                        Map.of("format", "csv", "rows", 40 + i)))
            .toList());
  }

  private static void await(WebhookEndpoint endpoint, String status) {
    Poll.until(
        TIME,
        () -> EVENTS + " deliveries " + status + ": " + endpoint.deliveries(),
        () ->
            endpoint.deliveries().stream()
                    .filter(delivery -> delivery.path("status").asText().equals(status))
                    .count()
                >= EVENTS);
  }
}
