package dev.shopwire.analytics.rollups;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one event name: its properties, and which of them are aggregated. A property
 * that was seen once without being aggregated never is later, since its sums would be incomplete.
 * Not thread-safe.
 */
public final class KnownEvent {
  /** Limits the cost of one event to (10 + 1) x (10 + 1) aggregates per grain. */
  static final int MAX_NUMERIC = 10;

  static final int MAX_GROUPED = 10;

  /** If fewer are known, these are all properties that events of the name ever had. */
  public static final int MAX_PROPERTIES = 100;

  /** Longer paths are never tracked; in Java characters. */
  public static final int MAX_PATH_LENGTH = 100;

  /** A node in the tree of known paths; the root is the object of all properties. */
  static final class Node {
    private final Map<String, Node> children = new HashMap<>(4);
    @Nullable KnownProperty property;

    @Nullable Node child(String name) {
      return children.get(name);
    }
  }

  final Map<String, KnownProperty> properties = new HashMap<>();
  final Node root = new Node();
  private final List<KnownProperty> numerics = new ArrayList<>();
  boolean isNew = true;

  void addStored(String path, boolean isNumeric, String @Nullable [] groupValues) {
    boolean hasCapacity = isNumeric && numerics.size() < MAX_NUMERIC;
    add(KnownProperty.stored(path, hasCapacity ? numerics.size() : -1, groupValues));
  }

  /**
   * Adds a property seen for the first time.
   *
   * @param mayGroup whether the app's budget of grouped properties allows another one
   */
  KnownProperty learn(String path, boolean withNumbers, boolean mayGroup) {
    boolean numeric = withNumbers && numerics.size() < MAX_NUMERIC;
    KnownProperty property =
        KnownProperty.created(
            path, numeric ? numerics.size() : -1, mayGroup && grouped() < MAX_GROUPED);
    add(property);
    return property;
  }

  private void add(KnownProperty property) {
    properties.put(property.path, property);
    if (property.isNumeric()) {
      numerics.add(property);
    }
    Node node = root;
    for (String name : property.path.split("\\.", -1)) {
      node = node.children.computeIfAbsent(name, any -> new Node());
    }
    node.property = property;
  }

  void dropGroups(String path) {
    KnownProperty property = properties.get(path);
    if (property != null && property.isGrouped()) {
      property.dropGroups();
    }
  }

  boolean isFull() {
    return properties.size() >= MAX_PROPERTIES;
  }

  /** Properties that are or were numeric, by their index. */
  List<KnownProperty> numerics() {
    return numerics;
  }

  /** Whether the property with this index is still numeric. */
  boolean isNumeric(int index) {
    return numerics.get(index).isNumeric();
  }

  private long grouped() {
    return properties.values().stream().filter(KnownProperty::isGrouped).count();
  }
}
