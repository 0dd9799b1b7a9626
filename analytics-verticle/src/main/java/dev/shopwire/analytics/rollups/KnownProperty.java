package dev.shopwire.analytics.rollups;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is aggregated of one property of one event name. Not thread-safe. */
final class KnownProperty {
  /** Properties with more values are not useful for grouping. */
  static final int MAX_VALUES = 200;

  private static final int MAX_VALUE_LENGTH = 100;

  /** Longer numbers are not aggregated, since they would make sums of any length. */
  private static final int MAX_DIGITS = 64;

  final String path;

  /** Its index among the numeric properties of its event name; -1 if it is not aggregated. */
  private int index;

  private @Nullable Set<String> groupValues;
  private boolean changed;
  private boolean droppedGroups;

  private KnownProperty(String path, int index, @Nullable Set<String> groupValues, boolean isNew) {
    this.path = path;
    this.index = index;
    this.groupValues = groupValues;
    this.changed = isNew;
  }

  static KnownProperty stored(String path, int index, String @Nullable [] groupValues) {
    return new KnownProperty(
        path, index, groupValues == null ? null : new HashSet<>(Set.of(groupValues)), false);
  }

  static KnownProperty created(String path, int index, boolean isGrouped) {
    return new KnownProperty(path, index, isGrouped ? new HashSet<>() : null, true);
  }

  /** Observes one value; too many or too large values end the aggregation permanently. */
  void observe(PropertyValue value) {
    if (index >= 0 && value.number() != null && isTooLong(value.number())) {
      index = -1;
      changed = true;
    }
    Set<String> known = groupValues;
    if (known == null) {
      return;
    }
    String group = value.group();
    if (group == null || group.length() > MAX_VALUE_LENGTH) {
      dropGroups();
    } else if (known.add(group)) {
      changed = true;
      if (known.size() > MAX_VALUES) {
        dropGroups();
      }
    }
  }

  private static boolean isTooLong(java.math.BigDecimal number) {
    return number.precision() > MAX_DIGITS || Math.abs((long) number.scale()) > MAX_DIGITS;
  }

  /** Ends the grouping: reports by this property's values read the events from now on. */
  void dropGroups() {
    groupValues = null;
    changed = true;
    droppedGroups = true;
  }

  boolean isNumeric() {
    return index >= 0;
  }

  int index() {
    return index;
  }

  boolean isGrouped() {
    return groupValues != null;
  }

  /** Whether it differs from its stored row. */
  boolean isChanged() {
    return changed;
  }

  /** Whether groups that may be stored must be deleted. */
  boolean hasDroppedGroups() {
    return droppedGroups;
  }

  void markSaved() {
    changed = false;
    droppedGroups = false;
  }

  String @Nullable [] groupValues() {
    Set<String> known = groupValues;
    return known == null ? null : known.stream().sorted().toArray(String[]::new);
  }
}
