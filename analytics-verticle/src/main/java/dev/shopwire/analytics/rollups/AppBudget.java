package dev.shopwire.analytics.rollups;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Decides which event names and properties of an app are aggregated, within the limits of an app.
 * Events of names beyond the limit are only counted, all together, under the name {@link #OTHERS}.
 * Not thread-safe.
 */
final class AppBudget implements PropertyReader.GroupedBudget {
  /** No event has this name. */
  static final String OTHERS = "";

  static final int MAX_EVENT_NAMES = 1_000;
  static final int MAX_GROUPED_PROPERTIES = 200;

  private final Map<String, KnownEvent> known = new HashMap<>();
  private final KnownEvent others = new KnownEvent();
  private int eventNames;
  private int groupedProperties;

  /** Starts with the stored counts. */
  AppBudget(int eventNames, int groupedProperties) {
    this.eventNames = eventNames;
    this.groupedProperties = groupedProperties;
  }

  boolean knows(String name) {
    return known.containsKey(name);
  }

  /** Adds a name that was looked up. New names use the budget while there is any. */
  void add(String name, KnownEvent event) {
    if (event.isNew && eventNames >= MAX_EVENT_NAMES) {
      known.put(name, others);
      known.put(OTHERS, others);
    } else {
      eventNames += event.isNew ? 1 : 0;
      known.put(name, event);
    }
  }

  KnownEvent known(String name) {
    return Objects.requireNonNull(known.get(name), name);
  }

  KnownEvent others() {
    return others;
  }

  /** All names that were looked up, or learned since. */
  Map<String, KnownEvent> all() {
    Map<String, KnownEvent> all = new HashMap<>(known);
    all.entrySet().removeIf(entry -> entry.getValue() == others && !entry.getKey().equals(OTHERS));
    return all;
  }

  @Override
  public boolean hasCapacity() {
    return groupedProperties < MAX_GROUPED_PROPERTIES;
  }

  @Override
  public void acquire() {
    groupedProperties++;
  }

  /** Releases the budget of a property that is no longer grouped. */
  void release() {
    groupedProperties--;
  }

  int eventNames() {
    return eventNames;
  }

  int groupedProperties() {
    return groupedProperties;
  }
}
