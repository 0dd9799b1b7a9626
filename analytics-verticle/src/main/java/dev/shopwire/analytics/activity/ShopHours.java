package dev.shopwire.analytics.activity;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects the shops of an app's events by hour, and by event name. Not thread-safe. */
public final class ShopHours {
  /** Stands for all events, whatever their names; no event has this name. */
  public static final String ALL_NAMES = "";

  private static final int HOUR_SECONDS = 3_600;
  private static final int QUARTER_SECONDS = 900;

  private final int from;
  private final Map<Key, ShopSet> sets = new HashMap<>();

  /**
   * @param from the first hour (since 1970) to collect
   */
  public ShopHours(int from) {
    this.from = from;
  }

  /**
   * Identifies a set of shops.
   *
   * @param name of the events, or {@link #ALL_NAMES}
   * @param hour since 1970
   * @param part all but the last bits of the ids
   */
  record Key(String name, int hour, int part) {}

  /** A set with its key. */
  record Keyed(Key key, ShopSet shops) {}

  /** The hour (since 1970) of a time. */
  public static int hour(Instant at) {
    return Math.toIntExact(Math.floorDiv(at.getEpochSecond(), (long) HOUR_SECONDS));
  }

  /** When the first hour starts. */
  public Instant start() {
    return start(from);
  }

  /** When an hour (since 1970) starts. */
  public static Instant start(int hour) {
    return Instant.ofEpochSecond((long) hour * HOUR_SECONDS);
  }

  /**
   * Adds the shop of an event.
   *
   * @param name of the event, or {@link #ALL_NAMES}
   * @return whether more is kept now
   */
  public boolean add(String name, long customerId, Instant at) {
    int hour = hour(at);
    if (hour < from) {
      return false;
    }
    int part = Math.toIntExact(customerId >> ShopSet.BITS);
    int quarter = (int) Math.floorMod(at.getEpochSecond(), (long) HOUR_SECONDS) / QUARTER_SECONDS;
    return sets.computeIfAbsent(new Key(name, hour, part), key -> new ShopSet())
        .add((int) (customerId & (ShopSet.SIZE - 1)), quarter);
  }

  /** Removes and returns all. */
  List<Keyed> drain() {
    List<Keyed> drained =
        sets.entrySet().stream().map(set -> new Keyed(set.getKey(), set.getValue())).toList();
    sets.clear();
    return drained;
  }
}
