package dev.shopwire.analytics.catalogue;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.events.PropertyPath;
import dev.shopwire.common.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Collects the properties of some events: the leaves of their JSON. Not thread-safe. */
final class PropertySample {
  /** The approximate heap of a property with its examples, besides the texts. */
  private static final int PROPERTY_BYTES = 400;

  private final Map<String, PropertyUse> uses = new HashMap<>();
  private long events;
  private long bytes;

  /**
   * Adds an event.
   *
   * @param properties JSON text of an object
   */
  void add(String properties) {
    try (JsonParser parser = Json.FACTORY.createParser(properties)) {
      JsonNode object = Json.MAPPER.readTree(parser);
      add(object, new ArrayList<>());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    events++;
  }

  private void add(JsonNode value, List<String> names) {
    boolean isLeaf = !value.isObject() || value.isEmpty();
    if (isLeaf && !names.isEmpty()) {
      uses.computeIfAbsent(new PropertyPath(names).text(), this::learn).add(events, value);
    }
    for (Map.Entry<String, JsonNode> each : value.properties()) {
      names.add(each.getKey());
      add(each.getValue(), names);
      names.remove(names.size() - 1);
    }
  }

  private PropertyUse learn(String property) {
    bytes += PROPERTY_BYTES + 2L * property.length();
    return new PropertyUse(property);
  }

  long events() {
    return events;
  }

  /** The approximate size of what is kept, without examples. */
  long bytes() {
    return bytes;
  }

  /** The properties whose paths contain {@code search}, in any letter case, in the list's order. */
  List<PropertyUse> properties(String search) {
    String wanted = search.toLowerCase(Locale.ROOT);
    return uses.values().stream()
        .filter(use -> use.property().toLowerCase(Locale.ROOT).contains(wanted))
        .sorted(PropertyUse.ORDER)
        .toList();
  }
}
