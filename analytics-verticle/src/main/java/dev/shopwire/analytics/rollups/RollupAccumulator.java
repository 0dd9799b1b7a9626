package dev.shopwire.analytics.rollups;

import dev.shopwire.analytics.activity.ShopHours;
import dev.shopwire.analytics.sessions.Session;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Aggregates events of one app into blocks: per event name, and per value of each grouped property,
 * each at two grains, with the aggregates of all numeric properties. Also collects the page views
 * for sessions, and the shops by hour. Blocking; use from one thread at a time.
 */
final class RollupAccumulator {
  private static final int DAY_SECONDS = 86_400;
  private static final int MINUTE = 60;

  /** Buffered aggregates, some 150 bytes each, after which they must be written. */
  private static final int MAX_AGGREGATES = 200_000;

  private static final int MAX_PAGE_VIEW_CHARS = 4 << 20;

  /** The slots of an event: its day and month since 1970, and the minute or day within. */
  private record Time(int day, int minute, int month, int dayOfMonth) {
    static Time of(Instant at) {
      int day = Math.toIntExact(Math.floorDiv(at.getEpochSecond(), DAY_SECONDS));
      int minute = Math.floorMod(at.getEpochSecond(), DAY_SECONDS) / MINUTE;
      int dayOfMonth = LocalDate.ofEpochDay(day).getDayOfMonth() - 1;
      return new Time(day, minute, day - dayOfMonth, dayOfMonth);
    }
  }

  private final AppBudget budget;
  private final Map<RollupBlock.Key, RollupBlock> blocks = new HashMap<>();
  private final List<Session> pageViews = new ArrayList<>();
  private final ShopHours shops;
  private int aggregates;
  private int pageViewChars;

  /**
   * @param shops collects the shops of all events
   */
  RollupAccumulator(AppBudget budget, ShopHours shops) {
    this.budget = budget;
    this.shops = shops;
  }

  /**
   * @param events whose names have been added to the budget
   */
  void add(List<StoredEvent> events) {
    Map<String, List<StoredEvent>> byName = new LinkedHashMap<>();
    for (StoredEvent event : events) {
      byName.computeIfAbsent(event.name(), name -> new ArrayList<>()).add(event);
      if (event.isPageView()) {
        addPageView(event);
      }
      addShop(ShopHours.ALL_NAMES, event);
    }
    byName.forEach(this::add);
  }

  private void addShop(String name, StoredEvent event) {
    if (shops.add(name, event.customerId(), event.occurredAt())) {
      aggregates++;
    }
  }

  private void addPageView(StoredEvent event) {
    String path = String.valueOf(event.path());
    String sessionKey = event.sessionKey();
    pageViewChars += path.length() + (sessionKey == null ? 0 : sessionKey.length());
    pageViews.add(
        Session.of(event.key(), event.customerId(), sessionKey, event.occurredAt(), path));
  }

  private void add(String name, List<StoredEvent> events) {
    KnownEvent known = budget.known(name);
    if (known == budget.others()) {
      events.forEach(
          event -> addUngrouped(AppBudget.OTHERS, known, Time.of(event.occurredAt()), Map.of()));
      return;
    }
    events.forEach(event -> addShop(name, event));
    PropertyReader reader = new PropertyReader(known);
    events.forEach(event -> reader.read(event.properties()));
    List<PropertyReader.Values> values = reader.learn(budget);
    for (int i = 0; i < values.size(); i++) {
      add(name, known, Time.of(events.get(i).occurredAt()), values.get(i).known);
    }
  }

  private void add(
      String name, KnownEvent known, Time at, Map<KnownProperty, PropertyValue> values) {
    addUngrouped(name, known, at, values);
    values.forEach(
        (property, value) -> {
          if (property.isGrouped()) {
            String group = String.valueOf(value.group());
            add(name, known, property.path, RollupBlock.HOUR, at, group, values);
          }
        });
  }

  private void addUngrouped(
      String name, KnownEvent known, Time at, Map<KnownProperty, PropertyValue> values) {
    add(name, known, "", RollupBlock.QUARTER, at, "", values);
  }

  private void add(
      String name,
      KnownEvent known,
      String group,
      int fine,
      Time at,
      String value,
      Map<KnownProperty, PropertyValue> values) {
    add(block(name, known, group, fine, at.day), at.minute / fine, value, values);
    add(block(name, known, group, RollupBlock.DAY, at.month), at.dayOfMonth, value, values);
  }

  private RollupBlock block(String name, KnownEvent known, String group, int grain, int day) {
    return blocks.computeIfAbsent(
        new RollupBlock.Key(name, group, grain, day), key -> new RollupBlock(key, known));
  }

  private void add(
      RollupBlock block, int slot, String value, Map<KnownProperty, PropertyValue> values) {
    SlotAggregates at = block.at(slot, value);
    if (at.events == 0) {
      aggregates++;
    }
    at.events++;
    values.forEach(
        (property, number) -> {
          if (property.isNumeric()) {
            if (at.numbersOrNull(property.index()) == null) {
              aggregates++;
            }
            at.numbers(property.index()).add(number.number());
          }
        });
  }

  /** Whether so much is buffered that it must be written before more is added. */
  boolean isFull() {
    return aggregates >= MAX_AGGREGATES || pageViewChars >= MAX_PAGE_VIEW_CHARS;
  }

  /** Removes and returns the blocks, in key order, without groups that are no longer kept. */
  List<RollupBlock> drainBlocks() {
    List<RollupBlock> drained =
        blocks.values().stream()
            .filter(
                block -> {
                  KnownProperty group = block.event.properties.get(block.key.group());
                  return block.key.group().isEmpty() || (group != null && group.isGrouped());
                })
            .sorted((one, other) -> RollupBlock.Key.ORDER.compare(one.key, other.key))
            .toList();
    blocks.clear();
    aggregates = 0;
    return drained;
  }

  List<Session> drainPageViews() {
    List<Session> drained = new ArrayList<>(pageViews);
    pageViews.clear();
    pageViewChars = 0;
    return drained;
  }
}
