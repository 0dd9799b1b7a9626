package dev.shopwire.analytics.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How some events use one property. Not thread-safe. */
final class PropertyUse {
  static final int MAX_EXAMPLES = 5;

  /** The longest example, in characters; longer texts are cut, longer numbers and JSON omitted. */
  static final int MAX_EXAMPLE_LENGTH = 100;

  /** Most frequent first, then by the code points of the property. */
  static final Comparator<PropertyUse> ORDER =
      Comparator.comparingLong(PropertyUse::events)
          .reversed()
          .thenComparing(PropertyUse::property, PropertyUse::compareCodePoints);

  private final String property;
  private final Set<ValueType> types = EnumSet.noneOf(ValueType.class);
  private final Set<JsonNode> examples = new LinkedHashSet<>();
  private long events;
  private long lastEvent = -1;

  PropertyUse(String property) {
    this.property = property;
  }

  String property() {
    return property;
  }

  long events() {
    return events;
  }

  /**
   * @param event the number of the event, which is counted once
   */
  void add(long event, JsonNode value) {
    if (event != lastEvent) {
      events++;
      lastEvent = event;
    }
    types.add(ValueType.of(value));
    if (examples.size() < MAX_EXAMPLES && !value.isNull()) {
      addExample(value);
    }
  }

  private void addExample(JsonNode value) {
    if (value.isTextual()) {
      String text = value.textValue();
      int length = Math.min(text.codePointCount(0, text.length()), MAX_EXAMPLE_LENGTH);
      examples.add(TextNode.valueOf(text.substring(0, text.offsetByCodePoints(0, length))));
    } else if (value.toString().length() <= MAX_EXAMPLE_LENGTH) {
      examples.add(value);
    }
  }

  /** Whether it comes after the property {@code other} with so many events in the list. */
  boolean isAfter(long otherEvents, String other) {
    return events < otherEvents
        || (events == otherEvents && compareCodePoints(property, other) > 0);
  }

  private static int compareCodePoints(String one, String other) {
    return Arrays.compare(one.codePoints().toArray(), other.codePoints().toArray());
  }

  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("property", property);
    json.put("types", types.stream().map(ValueType::apiName).toList());
    json.put("events", events);
    json.put("examples", examples);
    return json;
  }
}
