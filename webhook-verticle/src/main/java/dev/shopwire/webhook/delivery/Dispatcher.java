package dev.shopwire.webhook.delivery;

import dev.shopwire.webhook.lanes.Lanes;
import dev.shopwire.webhook.sending.Outcome;
import dev.shopwire.webhook.sending.SendRequest;
import dev.shopwire.webhook.sending.SendResult;
import dev.shopwire.webhook.sending.Sender;
import dev.shopwire.webhook.signing.MessageBody;
import dev.shopwire.webhook.signing.Signatures;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends deliveries and reports their results. Workspaces take turns, as do the endpoints of each
 * workspace, within its share of all requests. Not thread-safe; use from one event loop.
 */
final class Dispatcher {
  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

  /** Notified of each attempt that ended. */
  interface Listener {
    /**
     * @param before the endpoint's health before the attempt
     */
    void ended(EndpointQueue queue, Settlement settlement, EndpointHealth before);
  }

  /** A test event that waits for capacity in its workspace's share. */
  private record Test(EndpointQueue queue, DueDelivery due) {}

  private final Lanes lanes;
  private final Sender sender;
  private final Signatures signatures;
  private final DeliveryMetrics metrics;
  private final Listener listener;
  private final FairShares slots;
  private final RoundRobin ready = new RoundRobin();
  private final ArrayDeque<Test> tests = new ArrayDeque<>();
  private int inFlight;

  Dispatcher(
      Lanes lanes,
      Sender sender,
      Signatures signatures,
      DeliveryMetrics metrics,
      int maxInFlight,
      Listener listener) {
    this.lanes = lanes;
    this.sender = sender;
    this.signatures = signatures;
    this.metrics = metrics;
    this.slots = new FairShares(maxInFlight);
    this.listener = listener;
  }

  /** Call when the endpoint may have something to send; sends all that may be sent now. */
  void offer(EndpointQueue queue) {
    ready.add(queue);
    pump();
  }

  private void pump() {
    sendTests();
    Instant now = Instant.now();
    for (EndpointQueue queue = ready.next(slots::canAcquire);
        queue != null;
        queue = ready.next(slots::canAcquire)) {
      DueDelivery due = lanes.owns(queue.endpoint().lane()) ? queue.next(now) : null;
      if (due != null) {
        ready.add(queue);
        send(queue, due, due.attempts() > 0 ? "retry" : nameOf(due.kind()));
      }
    }
  }

  private void sendTests() {
    for (int left = tests.size(); left > 0; left--) {
      Test next = tests.poll();
      if (next == null || next.queue.isDropped()) {
        continue;
      }
      if (slots.canAcquire(next.due.workspaceId())) {
        send(next.queue, next.due, "test");
      } else {
        tests.add(next);
      }
    }
  }

  private static String nameOf(DueDelivery.Kind kind) {
    return switch (kind) {
      case LIVE -> "live";
      case REPLAY -> "replay";
      case TEST -> "test";
    };
  }

  /** Whether {@link #probe} may be called for an endpoint of the workspace. */
  boolean mayProbe(long workspaceId) {
    return slots.canAcquire(workspaceId);
  }

  /** Sends the delivery now, whatever else of its endpoint is in flight. */
  void probe(EndpointQueue queue, DueDelivery due) {
    send(queue, due, "probe");
  }

  void test(EndpointQueue queue, DueDelivery due) {
    tests.add(new Test(queue, due));
    sendTests();
  }

  private void send(EndpointQueue queue, DueDelivery due, String kind) {
    queue.markStarted(due);
    inFlight++;
    slots.acquire(due.workspaceId(), 1);
    Instant at = Instant.now();
    long epoch = lanes.epoch(due.lane());
    if (due.attempts() == 0 && due.kind() == DueDelivery.Kind.LIVE) {
      metrics.recordFirstAttempt(Duration.between(due.message().at(), at));
    }
    attempt(queue.endpoint(), due, at)
        .onSuccess(reply -> ended(queue, due, kind, epoch, at, reply));
  }

  private Future<SendResult> attempt(DeliveryEndpoint endpoint, DueDelivery due, Instant at) {
    if (endpoint.secrets().isEmpty()) {
      return notSent("this process cannot decrypt the endpoint's signing secret");
    }
    try {
      Buffer body = MessageBody.of(due.message());
      return sender.send(
          new SendRequest(
              endpoint.url(),
              signatures.headers(
                  due.message(), body, at.getEpochSecond(), endpoint.secrets(), due.sequence()),
              body));
    } catch (RuntimeException e) {
      // Such as a topic of a newer version: another process may know it by the next attempt.
      LOG.error("Cannot build a webhook request", e);
      return notSent("this process cannot build the message");
    }
  }

  private static Future<SendResult> notSent(String reason) {
    return Future.succeededFuture(
        new SendResult(Outcome.REFUSED, null, null, Duration.ZERO, "Not sent: " + reason, null));
  }

  private void ended(
      EndpointQueue queue, DueDelivery due, String kind, long epoch, Instant at, SendResult reply) {
    inFlight--;
    slots.release(due.workspaceId(), 1);
    metrics.recordAttempt(reply.outcome(), reply.duration());
    EndpointHealth before = queue.health();
    AttemptResult result =
        AttemptResult.of(
            due,
            reply,
            before,
            queue.endpoint().ordered(),
            kind.equals("probe"),
            Instant.now(),
            ThreadLocalRandom.current());
    queue.markEnded(due, result);
    listener.ended(queue, new Settlement(due, epoch, kind, at, reply, result), before);
    offer(queue);
  }

  int inFlight() {
    return inFlight;
  }
}
