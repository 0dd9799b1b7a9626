package dev.shopwire.webhook.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * Periodically updates the process's gauges from a worker's state. Not thread-safe; use from one
 * event loop.
 */
final class WorkerGauges {
  private final DeliveryMetrics metrics;
  private int inFlight;
  private Map<Integer, Long> lags = new HashMap<>();
  private Map<EndpointHealth.Status, Integer> endpoints =
      new EnumMap<>(EndpointHealth.Status.class);

  WorkerGauges(DeliveryMetrics metrics) {
    this.metrics = metrics;
  }

  /**
   * @param lanes that the worker delivers for
   */
  void update(Collection<EndpointQueue> queues, Collection<Integer> lanes, int requests) {
    Instant now = Instant.now();
    Map<Integer, Long> nowLags = new HashMap<>();
    lanes.forEach(lane -> nowLags.put(lane, 0L));
    Map<EndpointHealth.Status, Integer> nowEndpoints = new EnumMap<>(EndpointHealth.Status.class);
    for (EndpointQueue queue : queues) {
      nowEndpoints.merge(queue.health().status(), 1, Integer::sum);
      Instant oldest = queue.isOpen(now) ? queue.oldest() : null;
      if (oldest != null) {
        nowLags.merge(queue.endpoint().lane(), Duration.between(oldest, now).toMillis(), Math::max);
      }
    }
    lags.keySet().stream()
        .filter(lane -> !nowLags.containsKey(lane))
        .forEach(lane -> metrics.setLag(lane, 0));
    nowLags.forEach(metrics::setLag);
    for (EndpointHealth.Status status : EndpointHealth.Status.values()) {
      metrics.addEndpoints(
          status, nowEndpoints.getOrDefault(status, 0) - endpoints.getOrDefault(status, 0));
    }
    metrics.addLanes(nowLags.size() - lags.size());
    metrics.addInFlight(requests - inFlight);
    lags = nowLags;
    endpoints = nowEndpoints;
    inFlight = requests;
  }
}
