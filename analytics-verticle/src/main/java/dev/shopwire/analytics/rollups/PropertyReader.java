package dev.shopwire.analytics.rollups;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.shopwire.common.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the properties of some events of one name, as far as they are known or may be learned; the
 * rest is skipped, so that memory use does not depend on the contents of events. Paths have dots
 * between the names of nested objects. A field that no path can name (with a dot in its own name)
 * is left out, as is null. Not thread-safe.
 */
final class PropertyReader {
  /** The values of one event. */
  static final class Values {
    final Map<KnownProperty, PropertyValue> known = new HashMap<>();
    private @Nullable Map<String, PropertyValue> fresh;

    private void addFresh(String path, PropertyValue value) {
      Map<String, PropertyValue> map = fresh;
      if (map == null) {
        map = new HashMap<>();
        fresh = map;
      }
      map.put(path, value);
    }
  }

  private final KnownEvent event;

  /** Paths that may be learned, with whether a number was seen there. */
  private final Map<String, Boolean> candidates = new LinkedHashMap<>();

  private final List<Values> read = new ArrayList<>();

  PropertyReader(KnownEvent event) {
    this.event = event;
  }

  /**
   * @param properties a JSON object as PostgreSQL writes it, or null
   */
  void read(@Nullable String properties) {
    Values values = new Values();
    read.add(values);
    if (properties == null) {
      return;
    }
    try (JsonParser parser = Json.FACTORY.createParser(properties)) {
      parser.nextToken();
      readObject(parser, event.root, "", values);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void readObject(
      JsonParser parser, KnownEvent.@Nullable Node node, String prefix, Values values)
      throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      JsonToken token = parser.nextToken();
      KnownEvent.Node child = node == null ? null : node.child(name);
      if (name.isEmpty() || name.indexOf('.') >= 0 || (child == null && event.isFull())) {
        parser.skipChildren();
      } else {
        readValue(parser, token, child, prefix.isEmpty() ? name : prefix + "." + name, values);
      }
    }
  }

  private void readValue(
      JsonParser parser,
      JsonToken token,
      KnownEvent.@Nullable Node node,
      String path,
      Values values)
      throws IOException {
    boolean composite = token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY;
    PropertyValue value = composite ? PropertyValue.COMPOSITE : PropertyValue.scalar(parser, token);
    if (value != null) {
      observe(node, path, value, values);
    }
    if (token == JsonToken.START_OBJECT
        && (node != null || path.length() < KnownEvent.MAX_PATH_LENGTH)) {
      readObject(parser, node, path, values);
    } else {
      parser.skipChildren();
    }
  }

  private void observe(
      KnownEvent.@Nullable Node node, String path, PropertyValue value, Values values) {
    if (node != null && node.property != null) {
      values.known.put(node.property, value);
    } else if (!event.isFull() && path.length() <= KnownEvent.MAX_PATH_LENGTH) {
      if (candidates.size() < KnownEvent.MAX_PROPERTIES - event.properties.size()) {
        candidates.putIfAbsent(path, false);
      }
      if (candidates.containsKey(path)) {
        candidates.merge(path, value.number() != null, Boolean::logicalOr);
        values.addFresh(path, value);
      }
    }
  }

  /**
   * Adds the properties that were read: one is numeric if a number is among its first values.
   *
   * @param grouped the app's budget of grouped properties
   * @return the values of each event for the properties that are known now, in reading order
   */
  List<Values> learn(GroupedBudget grouped) {
    candidates.forEach(
        (path, withNumbers) -> {
          KnownProperty learned = event.learn(path, withNumbers, grouped.hasCapacity());
          if (learned.isGrouped()) {
            grouped.acquire();
          }
        });
    for (Values values : read) {
      if (values.fresh != null) {
        values.fresh.forEach(
            (path, value) -> {
              KnownProperty property = event.properties.get(path);
              if (property != null) {
                values.known.put(property, value);
              }
            });
        values.fresh = null;
      }
      values.known.forEach(KnownProperty::observe);
    }
    return read;
  }

  /** How many more properties of an app may be grouped. */
  interface GroupedBudget {
    boolean hasCapacity();

    void acquire();
  }
}
