package dev.shopwire.analytics.rollups;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one event name: its properties and which of them are added up. What was seen
 * once without being added up never is later, else its sums would lack a part. Not thread-safe.
 */
public final class KnownEvent {
  /** Bounds of what one event may cost: at most (10 + 1) x (10 + 1) figures a grain. */
  static final int MAX_NUMERIC = 10;

  static final int MAX_GROUPED = 10;

  /** Where fewer are known, these are all that events of the name ever had. */
  public static final int MAX_PROPERTIES = 100;

  /** Longer paths are never known; in characters as Java counts them. */
  public static final int MAX_PATH_LENGTH = 100;

  /** Where the way to known properties leads on; the root is the event's properties as a whole. */
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
    boolean room = isNumeric && numerics.size() < MAX_NUMERIC;
    add(KnownProperty.stored(path, room ? numerics.size() : -1, groupValues));
  }

  /**
   * Takes in a property seen for the first time.
   *
   * @param mayGroup whether the app's budget of grouped properties allows another one
   */
  KnownProperty learn(String path, boolean withNumbers, boolean mayGroup) {
    boolean numeric = withNumbers && numerics.size() < MAX_NUMERIC;
    KnownProperty property =
        KnownProperty.fresh(
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

  void loseGroups(String path) {
    KnownProperty property = properties.get(path);
    if (property != null && property.isGrouped()) {
      property.loseGroups();
    }
  }

  boolean isFull() {
    return properties.size() >= MAX_PROPERTIES;
  }

  /** Properties that are or were numeric, by their place. */
  List<KnownProperty> numerics() {
    return numerics;
  }

  /** Whether the property of this place still is. */
  boolean isNumeric(int place) {
    return numerics.get(place).isNumeric();
  }

  private long grouped() {
    return properties.values().stream().filter(KnownProperty::isGrouped).count();
  }
}
