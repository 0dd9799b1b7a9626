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
 * Sends what may be sent, one of each workspace in turn and of its endpoints in turn, as far as the
 * workspace's share of all requests allows, and passes on what became of it. For one event loop.
 */
final class Dispatcher {
  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

  /** Told of each attempt that ended. */
  interface Listener {
    /**
     * @param before the endpoint's health before the attempt
     */
    void ended(EndpointQueue queue, Settlement settlement, EndpointHealth before);
  }

  /** A test event that waits for its workspace's share. */
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
      int mostInFlight,
      Listener listener) {
    this.lanes = lanes;
    this.sender = sender;
    this.signatures = signatures;
    this.metrics = metrics;
    this.slots = new FairShares(mostInFlight);
    this.listener = listener;
  }

  /** The endpoint may have something to be sent; what may be sent is sent. */
  void offer(EndpointQueue queue) {
    ready.add(queue);
    pump();
  }

  private void pump() {
    sendTests();
    Instant now = Instant.now();
    for (EndpointQueue queue = ready.next(slots::mayTake);
        queue != null;
        queue = ready.next(slots::mayTake)) {
      DueDelivery due = lanes.owns(queue.endpoint().lane()) ? queue.next(now) : null;
      if (due != null) {
        ready.add(queue);
        send(queue, due, due.attempts() > 0 ? "retry" : word(due.kind()));
      }
    }
  }

  private void sendTests() {
    for (int left = tests.size(); left > 0; left--) {
      Test next = tests.poll();
      if (next == null || next.queue.isDropped()) {
        continue;
      }
      if (slots.mayTake(next.due.workspaceId())) {
        send(next.queue, next.due, "test");
      } else {
        tests.add(next);
      }
    }
  }

  private static String word(DueDelivery.Kind kind) {
    return switch (kind) {
      case LIVE -> "live";
      case REPLAY -> "replay";
      case TEST -> "test";
    };
  }

  /** Whether {@link #probe} may be called for an endpoint of the workspace. */
  boolean mayProbe(int workspaceId) {
    return slots.mayTake(workspaceId);
  }

  /** Sends it now, whatever else of its endpoint is under way. */
  void probe(EndpointQueue queue, DueDelivery due) {
    send(queue, due, "probe");
  }

  void test(EndpointQueue queue, DueDelivery due) {
    tests.add(new Test(queue, due));
    sendTests();
  }

  private void send(EndpointQueue queue, DueDelivery due, String kind) {
    queue.began(due);
    inFlight++;
    slots.take(due.workspaceId(), 1);
    Instant at = Instant.now();
    long epoch = lanes.epoch(due.lane());
    if (due.attempts() == 0 && due.kind() == DueDelivery.Kind.LIVE) {
      metrics.firstAttempt(Duration.between(due.message().at(), at));
    }
    attempt(queue.endpoint(), due, at)
        .onSuccess(reply -> ended(queue, due, kind, epoch, at, reply));
  }

  private Future<SendResult> attempt(DeliveryEndpoint endpoint, DueDelivery due, Instant at) {
    if (endpoint.secrets().isEmpty()) {
      return notSent("this process can't read the endpoint's signing secret");
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
      // As for a topic of a newer version: another process may know it by the next attempt.
      LOG.error("A webhook can't be made", e);
      return notSent("this process can't make the message");
    }
  }

  private static Future<SendResult> notSent(String why) {
    return Future.succeededFuture(
        new SendResult(Outcome.REFUSED, null, null, Duration.ZERO, "Not sent: " + why, null));
  }

  private void ended(
      EndpointQueue queue, DueDelivery due, String kind, long epoch, Instant at, SendResult reply) {
    inFlight--;
    slots.giveBack(due.workspaceId(), 1);
    metrics.attempt(reply.outcome(), reply.duration());
    EndpointHealth before = queue.health();
    AttemptResult verdict =
        AttemptResult.of(
            due,
            reply,
            before,
            queue.endpoint().ordered(),
            kind.equals("probe"),
            Instant.now(),
            ThreadLocalRandom.current());
    queue.ended(due, verdict);
    listener.ended(queue, new Settlement(due, epoch, kind, at, reply, verdict), before);
    offer(queue);
  }

  int inFlight() {
    return inFlight;
  }
}
