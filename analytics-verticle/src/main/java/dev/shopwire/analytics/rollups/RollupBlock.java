package dev.shopwire.analytics.rollups;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The aggregates of one event name over one period: a row of {@code usage_rollups}. Not
 * thread-safe.
 */
final class RollupBlock {
  /** Minutes of a slot: of ungrouped aggregates, of grouped ones, and of whole days. */
  static final int QUARTER = 15;

  static final int HOUR = 60;
  static final int DAY = 1_440;

  /**
   * A row's key, without the app.
   *
   * @param group the property by whose values the aggregates are grouped; empty if they are not
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
   * Identifies one aggregate of a block.
   *
   * @param slot how many grains after the start of the block it starts
   * @param value of the grouping property; empty if there is none
   */
  record Slot(int slot, String value) {
    private static final Comparator<Slot> ORDER =
        Comparator.comparing(Slot::value).thenComparingInt(Slot::slot);
  }

  final Key key;
  final KnownEvent event;

  /** How many days it covers; not maintained for blocks of a month. */
  int days = 1;

  /** Whether it was merged from the blocks of old days. */
  boolean merged;

  /** The {@code ctid} of its row; null if it has none yet. */
  @Nullable String ctid;

  private final Map<Slot, SlotAggregates> slots = new HashMap<>();

  RollupBlock(Key key, KnownEvent event) {
    this.key = key;
    this.event = event;
  }

  SlotAggregates at(int slot, String value) {
    return slots.computeIfAbsent(new Slot(slot, value), any -> new SlotAggregates());
  }

  void add(RollupBlock other, int slotsLater) {
    other.slots.forEach(
        (slot, aggregates) -> at(slot.slot() + slotsLater, slot.value()).add(aggregates));
  }

  /** The number of aggregates: those of the events and of each numeric property. */
  int size() {
    return slots.size() * (1 + overs().size());
  }

  /** An upper bound of {@link #size}. */
  int maxSize() {
    return slots.size() * (1 + event.numerics().size());
  }

  List<Map.Entry<Slot, SlotAggregates>> sorted() {
    return slots.entrySet().stream().sorted(Map.Entry.comparingByKey(Slot.ORDER)).toList();
  }

  /** The indexes of the numeric properties that any of its slots has. */
  List<Integer> overs() {
    List<Integer> overs = new ArrayList<>();
    for (int index = 0; index < event.numerics().size(); index++) {
      if (event.isNumeric(index) && has(index)) {
        overs.add(index);
      }
    }
    return overs;
  }

  private boolean has(int index) {
    for (SlotAggregates aggregates : slots.values()) {
      if (aggregates.numbersOrNull(index) != null) {
        return true;
      }
    }
    return false;
  }
}
