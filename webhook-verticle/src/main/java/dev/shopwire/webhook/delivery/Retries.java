package dev.shopwire.webhook.delivery;

import dev.shopwire.common.background.BackgroundTaskLog;
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
 * Tracks when endpoints next have retries due, and reads them then. Not thread-safe; use from one
 * event loop.
 */
final class Retries {
  private static final Logger LOG = LoggerFactory.getLogger(Retries.class);
  private static final int MAX_ENDPOINTS = 200;
  private static final int MAX_PER_ENDPOINT = 16;
  private static final long FAILURE_DELAY_NANOS = 1_000_000_000;

  private final BackgroundTaskLog reads = new BackgroundTaskLog(LOG, "Reading due retries");
  private final DueDeliveryReads due;
  private final Consumer<EndpointQueue> ready;
  private final Map<EndpointQueue, Long> atNanos = new HashMap<>();
  private boolean reading;

  /**
   * @param ready called with each endpoint whose retries were read
   */
  Retries(DueDeliveryReads due, Consumer<EndpointQueue> ready) {
    this.due = due;
    this.ready = ready;
  }

  /** Schedules a read of the endpoint's retries for {@code nanos} of the nano clock. */
  void schedule(EndpointQueue queue, long nanos) {
    atNanos.merge(queue, nanos, (a, b) -> a - b < 0 ? a : b);
  }

  void forget(EndpointQueue queue) {
    atNanos.remove(queue);
  }

  /** To be called periodically. */
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
            .filter(queue -> queue.isOpen(clock) && queue.hasRetryCapacity())
            .limit(MAX_ENDPOINTS)
            .toList();
    if (!queues.isEmpty()) {
      read(queues);
    }
  }

  private void read(List<EndpointQueue> queues) {
    reading = true;
    queues.forEach(atNanos::remove);
    queues.forEach(EndpointQueue::beginRead);
    // Times are read first: what becomes due between the two reads is found twice, not missed.
    reads
        .watch(
            due.nextRetries(queues)
                .compose(
                    next ->
                        due.toRetry(queues, MAX_PER_ENDPOINT)
                            .onSuccess(found -> addFound(queues, found, next))))
        .onFailure(
            error ->
                queues.forEach(queue -> schedule(queue, System.nanoTime() + FAILURE_DELAY_NANOS)))
        .onComplete(
            done -> {
              reading = false;
              queues.forEach(EndpointQueue::endRead);
            });
  }

  private void addFound(
      List<EndpointQueue> queues, List<DueDelivery> found, Map<Long, Long> nextMillis) {
    Map<Long, List<DueDelivery>> byEndpoint =
        found.stream().collect(Collectors.groupingBy(DueDelivery::endpointId));
    Map<Long, EndpointQueue> byId =
        queues.stream().collect(Collectors.toMap(q -> q.endpoint().id(), Function.identity()));
    long now = System.nanoTime();
    byId.forEach(
        (id, queue) -> {
          List<DueDelivery> retries = byEndpoint.getOrDefault(id, List.of());
          retries.forEach(queue::addRetry);
          if (retries.size() >= MAX_PER_ENDPOINT) {
            schedule(queue, now);
          } else if (nextMillis.containsKey(id)) {
            schedule(queue, now + nextMillis.getOrDefault(id, 0L) * 1_000_000);
          }
          ready.accept(queue);
        });
  }
}
