package dev.shopwire.webhook.delivery;

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
import java.util.function.IntPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries endpoints that fail: one message a step of the back-off, each time another one, so that a
 * message that is at fault itself keeps no endpoint closed. For one event loop.
 */
final class Probes {
  private static final Logger LOG = LoggerFactory.getLogger(Probes.class);
  private static final int AT_ONCE = 50;
  private static final long NOTHING_DUE_MILLIS = 500;

  private final Vertx vertx;
  private final DueDeliveries due;
  private final BiConsumer<EndpointQueue, DueDelivery> send;
  private final Map<EndpointQueue, Long> places = new HashMap<>();
  private final Set<EndpointQueue> asked = new HashSet<>();
  private final FairShares asks = new FairShares(AT_ONCE);
  private final Map<EndpointQueue, Long> lastNanos = new HashMap<>();
  private final IntPredicate mayProbe;

  /**
   * @param mayProbe whether an endpoint of a workspace may be sent something
   */
  Probes(
      Vertx vertx,
      DueDeliveries due,
      IntPredicate mayProbe,
      BiConsumer<EndpointQueue, DueDelivery> send) {
    this.vertx = vertx;
    this.due = due;
    this.mayProbe = mayProbe;
    this.send = send;
  }

  /** To be called now and then. */
  void tick(Collection<EndpointQueue> queues) {
    Instant now = Instant.now();
    queues.stream()
        .filter(queue -> queue.health().mayBeProbed(now) && queue.isIdle())
        .filter(queue -> !asked.contains(queue))
        .sorted(Comparator.comparingLong(this::sinceAsked).reversed())
        .forEach(this::probeIfItMay);
  }

  /** Those that were asked longest ago come first, so that many with nothing due hide no other. */
  private long sinceAsked(EndpointQueue queue) {
    Long last = lastNanos.get(queue);
    return last == null ? Long.MAX_VALUE : System.nanoTime() - last;
  }

  private void probeIfItMay(EndpointQueue queue) {
    int workspaceId = queue.endpoint().workspaceId();
    if (asks.mayTake(workspaceId) && mayProbe.test(workspaceId)) {
      asked.add(queue);
      asks.take(workspaceId, 1);
      lastNanos.put(queue, System.nanoTime());
      probe(queue);
    }
  }

  private void answered(EndpointQueue queue) {
    asked.remove(queue);
    asks.giveBack(queue.endpoint().workspaceId(), 1);
  }

  void forget(EndpointQueue queue) {
    places.remove(queue);
    lastNanos.remove(queue);
  }

  private void probe(EndpointQueue queue) {
    DeliveryEndpoint endpoint = queue.endpoint();
    due.toProbe(
            endpoint.workspaceId(),
            endpoint.id(),
            places.getOrDefault(queue, 0L),
            endpoint.ordered())
        .onComplete(
            found -> tried(queue, found),
            error -> {
              LOG.warn("An endpoint can't be probed now: {}", error.getMessage());
              later(queue);
            });
  }

  private void tried(EndpointQueue queue, List<DueDelivery> found) {
    if (found.isEmpty()) {
      // From the start again.
      places.remove(queue);
      later(queue);
      return;
    }
    answered(queue);
    DueDelivery first = found.get(0);
    places.put(queue, first.place());
    if (!queue.isKnown(first)) {
      send.accept(queue, first);
    }
  }

  private void later(EndpointQueue queue) {
    vertx.setTimer(NOTHING_DUE_MILLIS, timer -> answered(queue));
  }
}
