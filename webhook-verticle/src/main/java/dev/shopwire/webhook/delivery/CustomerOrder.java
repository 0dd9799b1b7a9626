package dev.shopwire.webhook.delivery;

import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Of an ordered endpoint: whose messages can't go on, because one of them is under way or waits to
 * be tried again. For one event loop.
 */
final class CustomerOrder {
  private final Set<Long> busy = new HashSet<>();

  /** Those of whom a read was not to find anything, so that they must be looked for later. */
  private final Set<Long> leftOut = new HashSet<>();

  /** Takes the first one that may go on; null if there is none. */
  @Nullable DueDelivery next(Backlog backlog) {
    for (Iterator<DueDelivery> waiting = backlog.waiting().iterator(); waiting.hasNext(); ) {
      DueDelivery due = waiting.next();
      if (!busy.contains(due.customerId())) {
        waiting.remove();
        return due;
      }
    }
    return null;
  }

  void began(DueDelivery due) {
    busy.add(due.customerId());
  }

  /** Says whether there may be more of the customer to be read. */
  boolean ended(DueDelivery due) {
    busy.remove(due.customerId());
    return leftOut.remove(due.customerId());
  }

  /** Of whom nothing more may be read now: what is in memory comes before it. */
  Set<Long> leaveOut(Backlog backlog) {
    Set<Long> customers = new HashSet<>(busy);
    backlog.waiting().forEach(due -> customers.add(due.customerId()));
    leftOut.addAll(customers);
    return customers;
  }

  void restart(Collection<DueDelivery> underWay) {
    busy.clear();
    leftOut.clear();
    underWay.forEach(due -> busy.add(due.customerId()));
    leftOut.addAll(busy);
  }
}
