package dev.shopwire.ingest.rollups;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What is known of one event name: its properties and which of them are added up. What was seen
 * once without being added up never is later, else its sums would lack a part. Not thread-safe.
 */
public final class KnownEvent {
  /** Bounds of what one event may cost: at most (10 + 1) x (10 + 1) rows a grain. */
  static final int MAX_NUMERIC = 10;

  static final int MAX_GROUPED = 10;

  /** Where fewer are known, these are all that events of the name ever had. */
  public static final int MAX_PROPERTIES = 100;

  /** Longer paths are never known; in characters as Java counts them. */
  public static final int MAX_PATH_LENGTH = 100;

  final Map<String, KnownProperty> properties = new TreeMap<>();
  boolean isNew = true;

  /**
   * Learns what {@code events} have: a property is numeric if a number is among its first values.
   */
  void learn(List<Map<String, PropertyValue>> events) {
    Set<String> unknown = new TreeSet<>();
    Set<String> withNumbers = new TreeSet<>();
    for (Map<String, PropertyValue> event : events) {
      event.forEach(
          (path, value) -> {
            if (!properties.containsKey(path) && path.length() <= MAX_PATH_LENGTH) {
              unknown.add(path);
              if (value.number() != null) {
                withNumbers.add(path);
              }
            }
          });
    }
    for (String path : unknown) {
      if (properties.size() < MAX_PROPERTIES) {
        properties.put(
            path,
            KnownProperty.fresh(
                withNumbers.contains(path) && numeric() < MAX_NUMERIC, grouped() < MAX_GROUPED));
      }
    }
    for (Map<String, PropertyValue> event : events) {
      event.forEach(
          (path, value) -> {
            KnownProperty known = properties.get(path);
            if (known != null) {
              known.see(value);
            }
          });
    }
  }

  private long numeric() {
    return properties.values().stream().filter(property -> property.isNumeric).count();
  }

  private long grouped() {
    return properties.values().stream().filter(KnownProperty::isGrouped).count();
  }
}
