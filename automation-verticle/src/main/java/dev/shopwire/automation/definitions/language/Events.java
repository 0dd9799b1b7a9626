package dev.shopwire.automation.definitions.language;

import dev.shopwire.automation.definitions.EventMatch;
import dev.shopwire.common.events.PropertyCondition;
import dev.shopwire.common.events.PropertyConditionReader;
import dev.shopwire.common.events.PropertyPath;
import dev.shopwire.common.json.StorableText;
import java.util.List;
import java.util.Optional;

/** Reads which usage events are meant, and conditions on their properties. */
final class Events {
  /** What apps may at most be allowed to send. */
  static final int MAX_NAME = 500;

  private static final int MAX_PATH = 1_000;
  private static final String PROPERTIES = "properties";

  private Events() {}

  /**
   * An event that ends a run or a wait.
   *
   * @param hasKey whether runs have keys
   */
  static EventMatch match(Part part, References references, boolean hasKey) {
    String name = part.text("eventName", MAX_NAME);
    long app = references.app(part);
    List<PropertyCondition> properties = properties(part);
    boolean hasSameKey = part.flag("sameKey");
    if (hasSameKey && !hasKey) {
      part.fault("sameKey", Part.INVALID_VALUE, "needs an entry with the frequency key");
    }
    part.end();
    return new EventMatch(name, app, properties, hasSameKey);
  }

  /** The member {@code properties}; none if it is absent. */
  static List<PropertyCondition> properties(Part part) {
    return part.has(PROPERTIES)
        ? new PropertyConditionReader(part.faults()::add)
            .read(part.pointer(PROPERTIES), part.value(PROPERTIES))
        : List.of();
  }

  /** A required path of a property. */
  static PropertyPath path(Part part, String member) {
    Optional<String> text =
        Optional.of(part.text(member, MAX_PATH)).filter(given -> !given.isEmpty());
    Optional<PropertyPath> path =
        text.filter(given -> StorableText.findProblem(given).isEmpty())
            .map(PropertyPath::of)
            .filter(PropertyPath::isComplete);
    if (text.isPresent() && path.isEmpty()) {
      part.fault(member, "invalid_property", "must be a property name, or several joined by dots");
    }
    return path.orElseGet(() -> PropertyPath.of("?"));
  }
}
