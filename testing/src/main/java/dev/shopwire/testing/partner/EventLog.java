package dev.shopwire.testing.partner;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The events that the emulated platform has, by time. What is held back is there but not shown yet,
 * as rows that arrive late. Thread-safe.
 */
public final class EventLog {
  /** Where a page begins: after (or, newest first, before) this event. */
  record Position(Instant at, long number) {
    static final Comparator<Position> ORDER =
        Comparator.comparing(Position::at).thenComparingLong(Position::number);

    Position plus(int steps) {
      return new Position(at, number + steps);
    }
  }

  /**
   * A page.
   *
   * @param more whether there are further ones
   */
  record Page(List<HistoryEvent> events, boolean more) {}

  /** What a page contains: times inclusive, at most {@code first} events after {@code after}. */
  record Slice(
      Instant from,
      Instant to,
      Optional<Position> after,
      boolean newestFirst,
      int first,
      Predicate<HistoryEvent> filter) {}

  private final List<HistoryEvent> events;
  private final Set<Long> held = new HashSet<>();
  private long lastAdded = Long.MAX_VALUE / 2;

  /**
   * @param events by time
   */
  public EventLog(List<HistoryEvent> events) {
    this.events = new ArrayList<>(events);
  }

  /** All events, also those that are held back, by time. */
  public synchronized List<HistoryEvent> all() {
    return List.copyOf(events);
  }

  public synchronized int size() {
    return events.size();
  }

  /** Adds an event; late ones too. */
  public synchronized void add(HistoryEvent event) {
    int index = Collections.binarySearch(events, event, HistoryEvent.ORDER);
    if (index >= 0) {
      throw new IllegalArgumentException("Event " + event.number() + " exists");
    }
    events.add(-index - 1, event);
  }

  /** A number that no event of a generated history has. */
  public synchronized long nextNumber() {
    return ++lastAdded;
  }

  /** Replaces the events that match; their times and numbers must stay. Returns how many. */
  public synchronized int change(
      Predicate<HistoryEvent> which, UnaryOperator<HistoryEvent> changed) {
    int count = 0;
    for (int i = 0; i < events.size(); i++) {
      if (which.test(events.get(i))) {
        events.set(i, changed.apply(events.get(i)));
        count++;
      }
    }
    return count;
  }

  /** Hides the events that match until {@link #release}. Returns how many. */
  public synchronized int hold(Predicate<HistoryEvent> which) {
    int before = held.size();
    events.stream().filter(which).forEach(event -> held.add(event.number()));
    return held.size() - before;
  }

  /** Shows what was held back. */
  public synchronized void release() {
    held.clear();
  }

  /** Hides the name and domain of a shop from now on, in its past events too. */
  public void redact(int shop) {
    change(
        event -> event.shop() != null && event.shop().number() == shop,
        event -> event.withShop(new HistoryShop(shop, true)));
  }

  synchronized Page page(Slice slice) {
    List<HistoryEvent> found = new ArrayList<>(Math.min(slice.first(), 1_000));
    int step = slice.newestFirst() ? -1 : 1;
    for (int i = start(slice); i >= 0 && i < events.size(); i += step) {
      HistoryEvent event = events.get(i);
      if (slice.newestFirst()
          ? event.at().isBefore(slice.from())
          : event.at().isAfter(slice.to())) {
        break;
      }
      if (!held.contains(event.number()) && slice.filter().test(event)) {
        if (found.size() == slice.first()) {
          return new Page(found, true);
        }
        found.add(event);
      }
    }
    return new Page(found, false);
  }

  private int start(Slice slice) {
    if (slice.newestFirst()) {
      int end = index(slice.to(), Long.MAX_VALUE);
      return slice.after().map(at -> Math.min(end, index(at.at(), at.number()))).orElse(end) - 1;
    }
    int begin = index(slice.from(), 0);
    return slice.after().map(at -> Math.max(begin, index(at.at(), at.number() + 1))).orElse(begin);
  }

  /** The index of the first event that is not before (at, number). */
  private int index(Instant at, long number) {
    int low = 0;
    int high = events.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      HistoryEvent event = events.get(middle);
      int order = event.at().compareTo(at);
      if (order < 0 || (order == 0 && event.number() < number)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
