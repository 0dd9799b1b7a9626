package dev.shopwire.automation.definitions.language;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.conditions.Leaf;
import dev.shopwire.automation.definitions.FieldRef;
import dev.shopwire.automation.language.ConditionReader;
import dev.shopwire.automation.language.Draft;
import dev.shopwire.automation.names.Mentions;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.JsonTypes;
import dev.shopwire.common.query.NumericId;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Notes what a definition as it was sent mentions, before that is looked up. */
final class MentionCollector implements References {
  /** Stands for conditions that are not known yet, or are faulty. */
  static final Condition EVERYONE = new Condition.Test(new Leaf.EveryoneLeaf());

  static final FieldRef NO_FIELD = new FieldRef(0, 0);
  static final String AFFILIATES = "affiliates";
  static final int MAX_AFFILIATES = 100;

  private final Map<String, Text> conditions = new HashMap<>();
  private final Map<Kind, Set<Long>> ids = new EnumMap<>(Kind.class);
  private final Set<Long> affiliates = new HashSet<>();

  /**
   * The text of a condition.
   *
   * @param draft empty if its syntax has {@code faults}
   */
  record Text(Optional<Draft> draft, List<ValidationError> faults) {}

  /** What names mean depends on these. */
  Mentions mentions() {
    Set<String> names = new HashSet<>();
    Set<Long> all = new HashSet<>(affiliates);
    conditions.values().stream()
        .flatMap(text -> text.draft().stream())
        .map(Draft::mentions)
        .forEach(
            mentioned -> {
              names.addAll(mentioned.affiliateNames());
              all.addAll(mentioned.affiliates());
            });
    return new Mentions(names, all);
  }

  Set<Long> ids(Kind kind) {
    return ids.getOrDefault(kind, Set.of());
  }

  /** The condition at this place, which was noted. */
  Text text(String pointer) {
    return conditions.getOrDefault(pointer, new Text(Optional.empty(), List.of()));
  }

  @Override
  public Condition condition(Part part, String member) {
    String pointer = part.pointer(member);
    conditions.put(pointer, read(part.value(member), pointer));
    return EVERYONE;
  }

  private static Text read(JsonNode value, String pointer) {
    if (!value.isTextual()) {
      String message = "expected a string, got " + JsonTypes.name(value);
      ValidationError fault = new ValidationError(pointer, Part.TYPE_MISMATCH, message);
      return new Text(Optional.empty(), List.of(fault));
    }
    try {
      return new Text(Optional.of(ConditionReader.ofText(value.textValue(), pointer)), List.of());
    } catch (Failure failure) {
      return new Text(Optional.empty(), failure.errors());
    }
  }

  @Override
  public FieldRef field(Part part, FieldUse use) {
    return NO_FIELD;
  }

  @Override
  public long app(Part part) {
    return 0;
  }

  @Override
  public long id(Part part, String member, Kind kind) {
    Optional<Long> id = id(part.value(member));
    id.ifPresent(found -> ids.computeIfAbsent(kind, none -> new HashSet<>()).add(found));
    return 0;
  }

  /** The id that a value is. */
  static Optional<Long> id(JsonNode value) {
    return Optional.of(value)
        .filter(JsonNode::isTextual)
        .flatMap(text -> NumericId.parse(text.textValue()));
  }

  @Override
  public Set<Long> affiliates(Part part) {
    List<JsonNode> items = part.items(AFFILIATES, MAX_AFFILIATES);
    items.stream().map(MentionCollector::id).flatMap(Optional::stream).forEach(affiliates::add);
    return Set.of();
  }

  @Override
  public void value(Part part, String member, FieldRef field) {
    // It is checked once the field's type is known.
  }

  @Override
  public Map<String, FieldRef> placeholders(Part part, ObjectNode data) {
    return Map.of();
  }
}
