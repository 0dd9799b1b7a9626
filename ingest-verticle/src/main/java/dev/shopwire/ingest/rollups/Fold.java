package dev.shopwire.ingest.rollups;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds up events into cells: per event name, per numeric property, per value of a grouped property,
 * and per pair of these, each at two grains. Blocking for its time; one thread.
 */
final class Fold {
  /** Minutes of a bucket; the fine ones fit the days of every zone of today, or of most. */
  static final int FINE = 15;

  static final int FINE_GROUPED = 60;
  static final int DAY = 1_440;
  private static final int SECONDS = 60;

  private final Map<String, KnownEvent> known;
  final Map<Cell.Key, Cell> cells = new HashMap<>();

  Fold(Map<String, KnownEvent> known) {
    this.known = known;
  }

  /**
   * @param events whose names are all in what is known
   */
  void add(List<StoredEvent> events) {
    Map<String, List<StoredEvent>> byName = new LinkedHashMap<>();
    events.forEach(
        event -> byName.computeIfAbsent(event.name(), name -> new ArrayList<>()).add(event));
    byName.forEach(
        (name, named) -> {
          KnownEvent event = known.getOrDefault(name, new KnownEvent());
          List<Map<String, PropertyValue>> values = named.stream().map(Fold::values).toList();
          event.learn(values);
          for (int i = 0; i < named.size(); i++) {
            add(named.get(i), event, values.get(i));
          }
        });
  }

  private static Map<String, PropertyValue> values(StoredEvent event) {
    return event.properties() == null ? Map.of() : PropertyValue.all(event.properties());
  }

  private void add(StoredEvent event, KnownEvent knownEvent, Map<String, PropertyValue> values) {
    long second = event.occurredAt().getEpochSecond();
    List<Map.Entry<String, PropertyValue>> numeric = new ArrayList<>();
    List<Map.Entry<String, PropertyValue>> grouped = new ArrayList<>();
    for (Map.Entry<String, PropertyValue> value : values.entrySet()) {
      KnownProperty property = knownEvent.properties.get(value.getKey());
      if (property != null && property.isNumeric) {
        numeric.add(value);
      }
      if (property != null && property.isGrouped()) {
        grouped.add(value);
      }
    }
    add(event.name(), "", "", FINE, second, numeric);
    for (Map.Entry<String, PropertyValue> group : grouped) {
      String value = String.valueOf(group.getValue().group());
      add(event.name(), group.getKey(), value, FINE_GROUPED, second, numeric);
    }
  }

  private void add(
      String name,
      String group,
      String value,
      int fine,
      long second,
      List<Map.Entry<String, PropertyValue>> numeric) {
    for (int grain : new int[] {fine, DAY}) {
      long bucket = Math.floorDiv(second, (long) grain * SECONDS) * grain * SECONDS;
      cell(new Cell.Key(name, "", group, grain, bucket, value)).add(null);
      for (Map.Entry<String, PropertyValue> over : numeric) {
        cell(new Cell.Key(name, over.getKey(), group, grain, bucket, value))
            .add(over.getValue().number());
      }
    }
  }

  private Cell cell(Cell.Key key) {
    return cells.computeIfAbsent(key, missing -> new Cell());
  }
}
