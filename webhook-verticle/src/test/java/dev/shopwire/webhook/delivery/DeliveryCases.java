package dev.shopwire.webhook.delivery;

import dev.shopwire.webhook.sending.Outcome;
import dev.shopwire.webhook.sending.SendResult;
import dev.shopwire.webhook.signing.Message;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Creates deliveries, results and endpoints for unit tests. */
final class DeliveryCases {
  static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

  private DeliveryCases() {}

  static DueDelivery due(long place, long customerId, int attempts) {
    return due(place, customerId, attempts, DueDelivery.Kind.LIVE);
  }

  static DueDelivery due(long place, long customerId, int attempts, DueDelivery.Kind kind) {
    UUID id = new UUID(0x7000, 0x8000_0000_0000_0000L | place);
    Message message = new Message(id, 1, "customers/usage_event", null, "{}");
    return new DueDelivery(1, 2, 2, customerId, kind, place, place, attempts, null, message);
  }

  static DueDelivery large(long place, int characters) {
    DueDelivery due = due(place, place, 0);
    Message message =
        new Message(due.messageId(), 1, "customers/usage_event", null, "x".repeat(characters));
    return new DueDelivery(1, 2, 2, place, DueDelivery.Kind.LIVE, place, place, 0, null, message);
  }

  static SendResult status(int status) {
    Outcome outcome =
        status == 410 ? Outcome.GONE : status < 300 ? Outcome.DELIVERED : Outcome.STATUS;
    return reply(outcome, status, null);
  }

  static SendResult noResponse() {
    return reply(Outcome.TIMEOUT, null, null);
  }

  static SendResult reply(
      Outcome outcome, @Nullable Integer status, @Nullable Duration retryAfter) {
    return new SendResult(outcome, "192.0.2.1:443", status, Duration.ofMillis(7), null, retryAfter);
  }

  static EndpointQueue queue(boolean ordered) {
    return queue(ordered, new MessageMemory());
  }

  static EndpointQueue queue(boolean ordered, MessageMemory memory) {
    return queue(1, ordered, memory);
  }

  static EndpointQueue queue(long workspaceId) {
    return queue(workspaceId, false, new MessageMemory());
  }

  private static EndpointQueue queue(long workspaceId, boolean ordered, MessageMemory memory) {
    return new EndpointQueue(
        new DeliveryEndpoint(
            workspaceId, 2, 2, URI.create("https://example.com/"), ordered, NOW, List.of()),
        EndpointHealth.GOOD,
        memory);
  }

  static void read(EndpointQueue queue, List<DueDelivery> found) {
    queue.live().beginReading();
    queue.replays().beginReading();
    queue.beginRead();
    found.forEach(queue::addRead);
    queue.live().endReading(false);
    queue.replays().endReading(false);
    queue.endRead();
  }

  static AttemptResult end(EndpointQueue queue, DueDelivery due, SendResult sendResult) {
    AttemptResult result =
        AttemptResult.of(
            due, sendResult, queue.health(), queue.endpoint().ordered(), false, NOW, new Random(1));
    queue.markEnded(due, result);
    return result;
  }

  static @Nullable DueDelivery startNext(EndpointQueue queue) {
    DueDelivery next = queue.next(NOW);
    if (next != null) {
      queue.markStarted(next);
    }
    return next;
  }

  static DueDelivery started(EndpointQueue queue) {
    return Objects.requireNonNull(startNext(queue));
  }

  static List<DueDelivery> dueDeliveries(int first, int last) {
    List<DueDelivery> deliveries = new ArrayList<>();
    for (int place = first; place <= last; place++) {
      deliveries.add(due(place, place, 0));
    }
    return deliveries;
  }
}
