package dev.shopwire.webhook.delivery;

import dev.shopwire.common.background.BackgroundTaskLog;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds deliveries whose position was assigned by a statement whose result was lost, as with a
 * connection: no queue knows of them, and no wake-up announces them. Not thread-safe; use from one
 * event loop.
 */
final class OrphanedDeliveries {
  private static final Logger LOG = LoggerFactory.getLogger(OrphanedDeliveries.class);

  private final BackgroundTaskLog checks =
      new BackgroundTaskLog(LOG, "Check for orphaned deliveries");
  private final DueDeliveryReads due;
  private final Consumer<EndpointQueue> found;
  private boolean suspected;
  private boolean checking;

  /**
   * @param found called with each endpoint that has such deliveries
   */
  OrphanedDeliveries(DueDeliveryReads due, Consumer<EndpointQueue> found) {
    this.due = due;
    this.found = found;
  }

  /** Call when a statement failed that may have taken effect all the same. */
  void suspect() {
    suspected = true;
  }

  /** Checks all of {@code queues} if there is reason to; to be called periodically. */
  void checkIfSuspected(Stream<EndpointQueue> queues) {
    if (suspected && !checking) {
      suspected = false;
      check(queues.toList());
    }
  }

  /** Checks queues that seem empty; others would find a gap. To be called periodically. */
  void checkEmpty(Stream<EndpointQueue> queues) {
    if (!checking) {
      check(queues.filter(EndpointQueue::isEmpty).toList());
    }
  }

  private void check(List<EndpointQueue> queues) {
    if (queues.isEmpty()) {
      return;
    }
    checking = true;
    checks
        .watch(due.placedLater(queues))
        .onSuccess(ids -> reread(queues, ids))
        .onFailure(error -> suspect())
        .onComplete(done -> checking = false);
  }

  private void reread(List<EndpointQueue> queues, Set<Long> endpoints) {
    for (EndpointQueue queue : queues) {
      if (endpoints.contains(queue.endpoint().id())) {
        queue.rereadAll();
        found.accept(queue);
      }
    }
  }
}
