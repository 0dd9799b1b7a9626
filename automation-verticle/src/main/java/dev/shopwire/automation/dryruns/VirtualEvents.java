package dev.shopwire.automation.dryruns;

import dev.shopwire.automation.runs.causes.CauseKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The events of a customer that matter to a flow, in the order in which they count. Immutable.
 *
 * @param read the names of those that conditions read
 */
record VirtualEvents(List<VirtualEvent> all, Set<String> read) {
  static final VirtualEvents NONE = new VirtualEvents(List.of(), Set.of());

  VirtualEvents {
    all = List.copyOf(all);
    read = Set.copyOf(read);
  }

  int size() {
    return all.size();
  }

  VirtualEvent get(int index) {
    return all.get(index);
  }

  /** Whether conditions may hold, or hold no longer, because of an event. */
  boolean isRead(VirtualEvent event) {
    return read.contains(event.event().name());
  }

  /** When the first event after a time comes that conditions read. */
  Optional<Instant> readAfter(Instant time) {
    for (int i = first(event -> event.at().isAfter(time)); i < all.size(); i++) {
      if (isRead(all.get(i))) {
        return Optional.of(all.get(i).at());
      }
    }
    return Optional.empty();
  }

  /** The index of the first event that a run is given. */
  int firstAfter(CauseKey cause, Instant enteredAt) {
    return first(event -> event.key().compareTo(cause) > 0 && !event.at().isBefore(enteredAt));
  }

  /**
   * @param isLater holds for all events from some one on
   */
  private int first(Predicate<VirtualEvent> isLater) {
    int low = 0;
    int high = all.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (isLater.test(all.get(middle))) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
