package dev.shopwire.webhook.delivery;

import dev.shopwire.webhook.sending.Outcome;
import dev.shopwire.webhook.sending.Reply;
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

/** Deliveries, replies and endpoints for tests of the rules alone. */
final class DeliveryCases {
  static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

  private DeliveryCases() {}

  static Due due(long place, long customerId, int attempts) {
    return due(place, customerId, attempts, Due.Kind.LIVE);
  }

  static Due due(long place, long customerId, int attempts, Due.Kind kind) {
    UUID id = new UUID(0x7000, 0x8000_0000_0000_0000L | place);
    Message message = new Message(id, 1, "customers/usage_event", null, "{}");
    return new Due(1, 2, 2, customerId, kind, place, place, attempts, null, message);
  }

  static Due large(long place, int characters) {
    Due due = due(place, place, 0);
    Message message =
        new Message(due.messageId(), 1, "customers/usage_event", null, "x".repeat(characters));
    return new Due(1, 2, 2, place, Due.Kind.LIVE, place, place, 0, null, message);
  }

  static Reply status(int status) {
    Outcome outcome =
        status == 410 ? Outcome.GONE : status < 300 ? Outcome.DELIVERED : Outcome.STATUS;
    return reply(outcome, status, null);
  }

  static Reply noAnswer() {
    return reply(Outcome.TIMEOUT, null, null);
  }

  static Reply reply(Outcome outcome, @Nullable Integer status, @Nullable Duration retryAfter) {
    return new Reply(outcome, "192.0.2.1:443", status, Duration.ofMillis(7), null, retryAfter);
  }

  static EndpointQueue queue(boolean ordered) {
    return queue(ordered, new Room());
  }

  static EndpointQueue queue(boolean ordered, Room room) {
    return queue(1, ordered, room);
  }

  static EndpointQueue queue(int workspaceId) {
    return queue(workspaceId, false, new Room());
  }

  private static EndpointQueue queue(int workspaceId, boolean ordered, Room room) {
    return new EndpointQueue(
        new DeliveryEndpoint(
            workspaceId, 2, 2, URI.create("https://example.com/"), ordered, NOW, List.of()),
        Health.GOOD,
        room);
  }

  static void read(EndpointQueue queue, List<Due> found) {
    queue.live().beginReading();
    queue.replays().beginReading();
    queue.beginRead();
    found.forEach(queue::found);
    queue.live().endReading(false);
    queue.replays().endReading(false);
    queue.endRead();
  }

  static Verdict end(EndpointQueue queue, Due due, Reply reply) {
    Verdict verdict =
        Verdict.of(
            due, reply, queue.health(), queue.endpoint().ordered(), false, NOW, new Random(1));
    queue.ended(due, verdict);
    return verdict;
  }

  static @Nullable Due begin(EndpointQueue queue) {
    Due next = queue.next(NOW);
    if (next != null) {
      queue.began(next);
    }
    return next;
  }

  static Due started(EndpointQueue queue) {
    return Objects.requireNonNull(begin(queue));
  }

  static List<Due> row(int first, int last) {
    List<Due> row = new ArrayList<>();
    for (int place = first; place <= last; place++) {
      row.add(due(place, place, 0));
    }
    return row;
  }
}
