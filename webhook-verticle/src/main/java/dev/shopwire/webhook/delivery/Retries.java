package dev.shopwire.webhook.delivery;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows when something of an endpoint is to be tried again, and reads it then. For one event loop.
 */
final class Retries {
  private static final Logger LOG = LoggerFactory.getLogger(Retries.class);
  private static final int ENDPOINTS = 200;
  private static final int MOST = 16;
  private static final long LATER_NANOS = 1_000_000_000;

  private final DueDeliveries due;
  private final Consumer<EndpointQueue> ready;
  private final Map<EndpointQueue, Long> atNanos = new HashMap<>();
  private boolean reading;

  /**
   * @param ready is told of each endpoint for which something was found
   */
  Retries(DueDeliveries due, Consumer<EndpointQueue> ready) {
    this.due = due;
    this.ready = ready;
  }

  /** Something of the endpoint is to be tried again then, by the nano clock. */
  void at(EndpointQueue queue, long nanos) {
    atNanos.merge(queue, nanos, (a, b) -> a - b < 0 ? a : b);
  }

  void forget(EndpointQueue queue) {
    atNanos.remove(queue);
  }

  /** To be called now and then. */
  void tick() {
    if (reading || atNanos.isEmpty()) {
      return;
    }
    long now = System.nanoTime();
    Instant clock = Instant.now();
    List<EndpointQueue> queues =
        atNanos.entrySet().stream()
            .filter(entry -> entry.getValue() - now <= 0)
            .sorted(Comparator.comparingLong(entry -> entry.getValue() - now))
            .map(Map.Entry::getKey)
            .filter(queue -> queue.isOpen(clock) && queue.hasRoomToRetry())
            .limit(ENDPOINTS)
            .toList();
    if (!queues.isEmpty()) {
      read(queues);
    }
  }

  private void read(List<EndpointQueue> queues) {
    reading = true;
    queues.forEach(atNanos::remove);
    queues.forEach(EndpointQueue::beginRead);
    // The times are read first: what comes due between the two is found twice rather than never.
    due.nextRetries(queues)
        .compose(next -> due.toRetry(queues, MOST).onSuccess(found -> took(queues, found, next)))
        .onFailure(
            error -> {
              LOG.warn("What is to be tried again can't be read now: {}", error.getMessage());
              queues.forEach(queue -> at(queue, System.nanoTime() + LATER_NANOS));
            })
        .onComplete(
            done -> {
              reading = false;
              queues.forEach(EndpointQueue::endRead);
            });
  }

  private void took(
      List<EndpointQueue> queues, List<DueDelivery> found, Map<Long, Long> nextMillis) {
    Map<Long, List<DueDelivery>> byEndpoint =
        found.stream().collect(Collectors.groupingBy(DueDelivery::endpointId));
    Map<Long, EndpointQueue> byId =
        queues.stream().collect(Collectors.toMap(q -> q.endpoint().id(), Function.identity()));
    long now = System.nanoTime();
    byId.forEach(
        (id, queue) -> {
          List<DueDelivery> its = byEndpoint.getOrDefault(id, List.of());
          its.forEach(queue::foundToRetry);
          if (its.size() >= MOST) {
            at(queue, now);
          } else if (nextMillis.containsKey(id)) {
            at(queue, now + nextMillis.getOrDefault(id, 0L) * 1_000_000);
          }
          ready.accept(queue);
        });
  }
}
