package dev.shopwire.analytics.rollups;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one event name over one period: a row of {@code usage_rollups}. Not thread-safe.
 */
final class RollupBlock {
  /** Minutes of a slot: of figures that no property groups, of grouped ones, and of whole days. */
  static final int QUARTER = 15;

  static final int HOUR = 60;
  static final int DAY = 1_440;

  /**
   * A row's key, but for the app.
   *
   * @param group the property by whose values the figures are told apart; empty: they aren't
   * @param grain minutes of a slot
   * @param day in which the first slot begins, in days since 1970
   */
  record Key(String event, String group, int grain, int day) {
    static final Comparator<Key> ORDER =
        Comparator.comparing(Key::event)
            .thenComparing(Key::group)
            .thenComparingInt(Key::grain)
            .thenComparingInt(Key::day);
  }

  /**
   * What one figure is about.
   *
   * @param slot how many grains after the block's beginning it starts
   * @param value of the grouping property; empty where there is none
   */
  record Slot(int slot, String value) {
    private static final Comparator<Slot> ORDER =
        Comparator.comparing(Slot::value).thenComparingInt(Slot::slot);
  }

  final Key key;
  final KnownEvent event;

  /** How many days it covers; those of a month are not counted. */
  int days = 1;

  /** Whether it was made of the blocks of old days. */
  boolean merged;

  /** Where its row is, as PostgreSQL's {@code ctid}; null if it has none yet. */
  @Nullable String place;

  private final Map<Slot, Figures> slots = new HashMap<>();

  RollupBlock(Key key, KnownEvent event) {
    this.key = key;
    this.event = event;
  }

  Figures at(int slot, String value) {
    return slots.computeIfAbsent(new Slot(slot, value), any -> new Figures());
  }

  void add(RollupBlock other, int slotsLater) {
    other.slots.forEach((slot, figures) -> at(slot.slot() + slotsLater, slot.value()).add(figures));
  }

  /** How much it holds: the figures of the events and of each numeric property. */
  int size() {
    return slots.size() * (1 + overs().size());
  }

  /** The same at most. */
  int maxSize() {
    return slots.size() * (1 + event.numerics().size());
  }

  List<Map.Entry<Slot, Figures>> sorted() {
    return slots.entrySet().stream().sorted(Map.Entry.comparingByKey(Slot.ORDER)).toList();
  }

  /** Places of the numeric properties that any of its figures has. */
  List<Integer> overs() {
    List<Integer> overs = new ArrayList<>();
    for (int place = 0; place < event.numerics().size(); place++) {
      if (event.isNumeric(place) && has(place)) {
        overs.add(place);
      }
    }
    return overs;
  }

  private boolean has(int place) {
    for (Figures figures : slots.values()) {
      if (figures.overIfAny(place) != null) {
        return true;
      }
    }
    return false;
  }
}
