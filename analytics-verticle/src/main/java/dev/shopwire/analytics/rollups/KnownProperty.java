package dev.shopwire.analytics.rollups;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is added up of one property of one event name. Not thread-safe. */
final class KnownProperty {
  /** More values than this are no groups that anybody compares. */
  static final int MAX_VALUES = 200;

  private static final int MAX_VALUE_LENGTH = 100;

  /** Which numbers are added up: longer ones would make sums of any length. */
  private static final int MAX_DIGITS = 64;

  final String path;

  /**
   * Its place among the numeric properties of its event name; -1 if its numbers aren't added up.
   */
  private int place;

  private @Nullable Set<String> groupValues;
  private boolean changed;
  private boolean lostGroups;

  private KnownProperty(String path, int place, @Nullable Set<String> groupValues, boolean isNew) {
    this.path = path;
    this.place = place;
    this.groupValues = groupValues;
    this.changed = isNew;
  }

  static KnownProperty stored(String path, int place, String @Nullable [] groupValues) {
    return new KnownProperty(
        path, place, groupValues == null ? null : new HashSet<>(Set.of(groupValues)), false);
  }

  static KnownProperty fresh(String path, int place, boolean isGrouped) {
    return new KnownProperty(path, place, isGrouped ? new HashSet<>() : null, true);
  }

  /** Sees one value; too many or too large ones end the adding up, for good. */
  void see(PropertyValue value) {
    if (place >= 0 && value.number() != null && isTooLong(value.number())) {
      place = -1;
      changed = true;
    }
    Set<String> known = groupValues;
    if (known == null) {
      return;
    }
    String group = value.group();
    if (group == null || group.length() > MAX_VALUE_LENGTH) {
      loseGroups();
    } else if (known.add(group)) {
      changed = true;
      if (known.size() > MAX_VALUES) {
        loseGroups();
      }
    }
  }

  private static boolean isTooLong(java.math.BigDecimal number) {
    return number.precision() > MAX_DIGITS || Math.abs((long) number.scale()) > MAX_DIGITS;
  }

  /** Reports by this property's values read the events from now on. */
  void loseGroups() {
    groupValues = null;
    changed = true;
    lostGroups = true;
  }

  boolean isNumeric() {
    return place >= 0;
  }

  int place() {
    return place;
  }

  boolean isGrouped() {
    return groupValues != null;
  }

  /** Whether it differs from its stored row. */
  boolean isChanged() {
    return changed;
  }

  /** Whether groups that may be stored are to be taken away. */
  boolean hasLostGroups() {
    return lostGroups;
  }

  void saved() {
    changed = false;
    lostGroups = false;
  }

  String @Nullable [] groupValues() {
    Set<String> known = groupValues;
    return known == null ? null : known.stream().sorted().toArray(String[]::new);
  }
}
