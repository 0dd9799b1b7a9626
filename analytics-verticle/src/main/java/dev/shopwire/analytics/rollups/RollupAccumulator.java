package dev.shopwire.analytics.rollups;

import dev.shopwire.analytics.sessions.Session;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds up events of one app into blocks: per event name, and per value of each grouped property,
 * each at two grains, with the figures of all numeric properties; and keeps the page views for
 * sessions. Blocking for its time; one thread at a time.
 */
final class RollupAccumulator {
  private static final int DAY_SECONDS = 86_400;
  private static final int MINUTE = 60;

  /** What is held before it must be written: some 150 bytes each. */
  private static final int MAX_FIGURES = 200_000;

  private static final int MAX_PAGE_VIEW_CHARS = 4 << 20;

  /** Where an event belongs: the day and month since 1970, and the minute or day within. */
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
  private int figures;
  private int pageViewChars;

  RollupAccumulator(AppBudget budget) {
    this.budget = budget;
  }

  /**
   * @param events whose names were looked up in the budget
   */
  void add(List<StoredEvent> events) {
    Map<String, List<StoredEvent>> byName = new LinkedHashMap<>();
    for (StoredEvent event : events) {
      byName.computeIfAbsent(event.name(), name -> new ArrayList<>()).add(event);
      if (event.isPageView()) {
        keep(event);
      }
    }
    byName.forEach(this::add);
  }

  private void keep(StoredEvent event) {
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
          event -> total(AppBudget.OTHERS, known, Time.of(event.occurredAt()), Map.of()));
      return;
    }
    PropertyReader reader = new PropertyReader(known);
    events.forEach(event -> reader.read(event.properties()));
    List<PropertyReader.Values> values = reader.learn(budget);
    for (int i = 0; i < values.size(); i++) {
      add(name, known, Time.of(events.get(i).occurredAt()), values.get(i).known);
    }
  }

  private void add(
      String name, KnownEvent known, Time at, Map<KnownProperty, PropertyValue> values) {
    total(name, known, at, values);
    values.forEach(
        (property, value) -> {
          if (property.isGrouped()) {
            String group = String.valueOf(value.group());
            add(name, known, property.path, RollupBlock.HOUR, at, group, values);
          }
        });
  }

  private void total(
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
    Figures at = block.at(slot, value);
    if (at.events == 0) {
      figures++;
    }
    at.events++;
    values.forEach(
        (property, number) -> {
          if (property.isNumeric()) {
            if (at.overIfAny(property.place()) == null) {
              figures++;
            }
            at.over(property.place()).add(number.number());
          }
        });
  }

  /** Whether enough is held for it to be written before more is added. */
  boolean isFull() {
    return figures >= MAX_FIGURES || pageViewChars >= MAX_PAGE_VIEW_CHARS;
  }

  /** The blocks, in the order of their keys, but for groups that are no longer kept. */
  List<RollupBlock> takeBlocks() {
    List<RollupBlock> taken =
        blocks.values().stream()
            .filter(
                block -> {
                  KnownProperty group = block.event.properties.get(block.key.group());
                  return block.key.group().isEmpty() || (group != null && group.isGrouped());
                })
            .sorted((one, other) -> RollupBlock.Key.ORDER.compare(one.key, other.key))
            .toList();
    blocks.clear();
    figures = 0;
    return taken;
  }

  List<Session> takePageViews() {
    List<Session> taken = new ArrayList<>(pageViews);
    pageViews.clear();
    pageViewChars = 0;
    return taken;
  }
}
