package dev.shopwire.webhook.delivery;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds deliveries that were given their place by a statement whose answer was lost, as with a
 * connection: nobody was told of them, and no nudge will. For one event loop.
 */
final class OrphanedDeliveries {
  private static final Logger LOG = LoggerFactory.getLogger(OrphanedDeliveries.class);

  private final DueDeliveries due;
  private final Consumer<EndpointQueue> found;
  private boolean suspected;
  private boolean looking;

  /**
   * @param found is told of each endpoint for which there was something
   */
  OrphanedDeliveries(DueDeliveries due, Consumer<EndpointQueue> found) {
    this.due = due;
    this.found = found;
  }

  /** A statement failed, and may have done its work all the same. */
  void suspect() {
    suspected = true;
  }

  /** Looks at all of {@code queues} if there is reason to; to be called now and then. */
  void lookIfSuspected(Stream<EndpointQueue> queues) {
    if (suspected && !looking) {
      suspected = false;
      look(queues.toList());
    }
  }

  /** Looks at those that seem empty; others would show a gap; to be called now and then. */
  void lookAtEmpty(Stream<EndpointQueue> queues) {
    if (!looking) {
      look(queues.filter(EndpointQueue::isEmpty).toList());
    }
  }

  private void look(List<EndpointQueue> queues) {
    if (queues.isEmpty()) {
      return;
    }
    looking = true;
    due.placedLater(queues)
        .onSuccess(ids -> tell(queues, ids))
        .onFailure(
            error -> {
              suspect();
              LOG.warn("Whether anything is due untold can't be read now: {}", error.getMessage());
            })
        .onComplete(done -> looking = false);
  }

  private void tell(List<EndpointQueue> queues, Set<Long> endpoints) {
    for (EndpointQueue queue : queues) {
      if (endpoints.contains(queue.endpoint().id())) {
        queue.lookAgain();
        found.accept(queue);
      }
    }
  }
}
