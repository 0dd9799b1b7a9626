package dev.shopwire.webhook.delivery;

import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps an ordered endpoint's messages in order per customer: a customer is blocked while one of
 * their messages is in flight or waits for a retry. Not thread-safe; use from one event loop.
 */
final class CustomerOrder {
  private final Set<Long> blocked = new HashSet<>();

  /** Customers that a read left out, so that their messages must be read later. */
  private final Set<Long> excluded = new HashSet<>();

  /** Removes and returns the first delivery that may be sent now; null if there is none. */
  @Nullable DueDelivery next(Backlog backlog) {
    for (Iterator<DueDelivery> waiting = backlog.waiting().iterator(); waiting.hasNext(); ) {
      DueDelivery due = waiting.next();
      if (!blocked.contains(due.customerId())) {
        waiting.remove();
        return due;
      }
    }
    return null;
  }

  void block(DueDelivery due) {
    blocked.add(due.customerId());
  }

  /** Returns whether there may be more of the customer's messages to read. */
  boolean unblock(DueDelivery due) {
    blocked.remove(due.customerId());
    return excluded.remove(due.customerId());
  }

  /** Returns the customers to leave out of a read: their messages in memory come first. */
  Set<Long> excludeFromRead(Backlog backlog) {
    Set<Long> customers = new HashSet<>(blocked);
    backlog.waiting().forEach(due -> customers.add(due.customerId()));
    excluded.addAll(customers);
    return customers;
  }

  void restart(Collection<DueDelivery> unsettled) {
    blocked.clear();
    excluded.clear();
    unsettled.forEach(due -> blocked.add(due.customerId()));
    excluded.addAll(blocked);
  }
}
