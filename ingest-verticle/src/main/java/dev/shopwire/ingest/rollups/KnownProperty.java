package dev.shopwire.ingest.rollups;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is added up of one property of one event name. Not thread-safe. */
final class KnownProperty {
  /** More values than this are no groups that anybody compares. */
  static final int MAX_VALUES = 200;

  private static final int MAX_VALUE_LENGTH = 100;

  final boolean isNumeric;
  private @Nullable Set<String> groupValues;
  private boolean changed;
  private boolean lostGroups;

  private KnownProperty(boolean isNumeric, @Nullable Set<String> groupValues, boolean isNew) {
    this.isNumeric = isNumeric;
    this.groupValues = groupValues;
    this.changed = isNew;
  }

  static KnownProperty stored(boolean isNumeric, String @Nullable [] groupValues) {
    return new KnownProperty(
        isNumeric, groupValues == null ? null : new HashSet<>(Set.of(groupValues)), false);
  }

  static KnownProperty fresh(boolean isNumeric, boolean isGrouped) {
    return new KnownProperty(isNumeric, isGrouped ? new HashSet<>() : null, true);
  }

  /** Sees one value; too many or too large ones end the grouping, for ever. */
  void see(PropertyValue value) {
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

  private void loseGroups() {
    groupValues = null;
    changed = true;
    lostGroups = true;
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
