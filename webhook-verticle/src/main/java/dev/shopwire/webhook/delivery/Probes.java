package dev.shopwire.webhook.delivery;

import dev.shopwire.common.background.BackgroundTaskLog;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.LongPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Probes failing endpoints: one message per step of the back-off, each time another one, so that a
 * message that is itself at fault can't keep an endpoint from recovering. Not thread-safe; use from
 * one event loop.
 */
final class Probes {
  private static final Logger LOG = LoggerFactory.getLogger(Probes.class);
  private static final int MAX_CONCURRENT = 50;
  private static final long NOTHING_DUE_MILLIS = 500;

  private final BackgroundTaskLog reads =
      new BackgroundTaskLog(LOG, "Reading a delivery for a probe");
  private final Vertx vertx;
  private final DueDeliveryReads due;
  private final BiConsumer<EndpointQueue, DueDelivery> send;
  private final Map<EndpointQueue, Long> places = new HashMap<>();
  private final Set<EndpointQueue> reading = new HashSet<>();
  private final FairShares slots = new FairShares(MAX_CONCURRENT);
  private final Map<EndpointQueue, Long> lastReadNanos = new HashMap<>();
  private final LongPredicate mayProbe;

  /**
   * @param mayProbe whether a request to an endpoint of the workspace may be sent now
   */
  Probes(
      Vertx vertx,
      DueDeliveryReads due,
      LongPredicate mayProbe,
      BiConsumer<EndpointQueue, DueDelivery> send) {
    this.vertx = vertx;
    this.due = due;
    this.mayProbe = mayProbe;
    this.send = send;
  }

  /** To be called periodically. */
  void tick(Collection<EndpointQueue> queues) {
    Instant now = Instant.now();
    queues.stream()
        .filter(queue -> queue.health().mayBeProbed(now) && queue.isIdle())
        .filter(queue -> !reading.contains(queue))
        .sorted(Comparator.comparingLong(this::nanosSinceRead).reversed())
        .forEach(this::probeIfAllowed);
  }

  /** Those read longest ago come first, so that many with nothing due don't block the others. */
  private long nanosSinceRead(EndpointQueue queue) {
    Long last = lastReadNanos.get(queue);
    return last == null ? Long.MAX_VALUE : System.nanoTime() - last;
  }

  private void probeIfAllowed(EndpointQueue queue) {
    long workspaceId = queue.endpoint().workspaceId();
    if (slots.canAcquire(workspaceId) && mayProbe.test(workspaceId)) {
      reading.add(queue);
      slots.acquire(workspaceId, 1);
      lastReadNanos.put(queue, System.nanoTime());
      probe(queue);
    }
  }

  private void release(EndpointQueue queue) {
    reading.remove(queue);
    slots.release(queue.endpoint().workspaceId(), 1);
  }

  void forget(EndpointQueue queue) {
    places.remove(queue);
    lastReadNanos.remove(queue);
  }

  private void probe(EndpointQueue queue) {
    DeliveryEndpoint endpoint = queue.endpoint();
    reads
        .watch(
            due.toProbe(
                endpoint.workspaceId(),
                endpoint.id(),
                places.getOrDefault(queue, 0L),
                endpoint.ordered()))
        .onComplete(found -> sendFirst(queue, found), error -> releaseLater(queue));
  }

  private void sendFirst(EndpointQueue queue, List<DueDelivery> found) {
    if (found.isEmpty()) {
      // Starts again from the first position.
      places.remove(queue);
      releaseLater(queue);
      return;
    }
    release(queue);
    DueDelivery first = found.get(0);
    places.put(queue, first.place());
    if (!queue.isKnown(first)) {
      send.accept(queue, first);
    }
  }

  private void releaseLater(EndpointQueue queue) {
    vertx.setTimer(NOTHING_DUE_MILLIS, timer -> release(queue));
  }
}
