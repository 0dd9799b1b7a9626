package dev.shopwire.automation.definitions.language;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.json.JsonTypes;
import dev.shopwire.common.json.Pointers;
import dev.shopwire.common.json.StorableText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads the members of an object in a definition. A member that is null counts as absent. Where one
 * is wrong, it records a fault and returns a harmless value, so that the rest is checked, too: what
 * was read counts only if there are no faults. Not thread-safe.
 */
final class Part {
  /** For members whose value is wrong in itself, or doesn't go with others. */
  static final String INVALID_VALUE = "invalid_value";

  static final String MISSING_MEMBER = "missing_member";
  static final String TYPE_MISMATCH = "type_mismatch";
  private static final String UNKNOWN_MEMBER = "unknown_field";

  private final ObjectNode node;
  private final String pointer;
  private final DefinitionFaults faults;
  private final Set<String> read = new HashSet<>();

  private Part(ObjectNode node, String pointer, DefinitionFaults faults) {
    this.node = node;
    this.pointer = pointer;
    this.faults = faults;
  }

  /** Empty, with a fault, if the value is no object. */
  static Optional<Part> of(JsonNode value, String pointer, DefinitionFaults faults) {
    if (value instanceof ObjectNode object) {
      return Optional.of(new Part(object, pointer, faults));
    }
    faults.add(pointer, TYPE_MISMATCH, "expected an object, got " + JsonTypes.name(value));
    return Optional.empty();
  }

  ObjectNode node() {
    return node;
  }

  String pointer() {
    return pointer;
  }

  String pointer(String member) {
    return Pointers.field(pointer, member);
  }

  DefinitionFaults faults() {
    return faults;
  }

  /**
   * @param problem follows the member's name
   */
  void fault(String member, String code, String problem) {
    faults.add(pointer(member), code, member + " " + problem);
  }

  /** The value, also null; a missing node if there is none. */
  JsonNode value(String member) {
    read.add(member);
    return node.path(member);
  }

  boolean has(String member) {
    JsonNode value = value(member);
    return !value.isMissingNode() && !value.isNull();
  }

  /** Records a fault if it is absent. */
  boolean requires(String member, String expected) {
    if (!has(member)) {
      fault(member, MISSING_MEMBER, "is required: " + expected);
    }
    return has(member);
  }

  /** Which of these members are there. */
  List<String> present(String... members) {
    return Stream.of(members).filter(this::has).toList();
  }

  /** Records a fault for each of these members that is there. */
  void refuse(String problem, String... members) {
    present(members).forEach(member -> fault(member, INVALID_VALUE, problem));
  }

  /** A required text of 1 to {@code max} code points that is not blank. */
  String text(String member, int max) {
    return requires(member, "a text") ? optionalText(member, max).orElse("") : "";
  }

  Optional<String> optionalText(String member, int max) {
    if (!has(member)) {
      return Optional.empty();
    }
    JsonNode value = node.path(member);
    if (!value.isTextual()) {
      fault(member, TYPE_MISMATCH, "must be a string, got " + JsonTypes.name(value));
    } else if (value.textValue().isBlank()) {
      fault(member, INVALID_VALUE, "must not be blank");
    } else if (StorableText.length(value.textValue()) > max) {
      fault(member, "too_long", "must have at most " + max + " characters");
    } else {
      return Optional.of(value.textValue());
    }
    return Optional.empty();
  }

  /** False if it is absent. */
  boolean flag(String member) {
    JsonNode value = node.path(member);
    if (has(member) && !value.isBoolean()) {
      fault(member, TYPE_MISMATCH, "must be true or false, got " + JsonTypes.name(value));
    }
    return value.booleanValue();
  }

  /** A required object; an empty one, whose faults don't count, if there is none. */
  Part object(String member, String expected) {
    return requires(member, expected) ? optionalObject(member).orElseGet(Part::nothing) : nothing();
  }

  Optional<Part> optionalObject(String member) {
    return has(member) ? of(node.path(member), pointer(member), faults) : Optional.empty();
  }

  private static Part nothing() {
    return new Part(JsonNodeFactory.instance.objectNode(), "", new DefinitionFaults());
  }

  /** The items of an array; none, with a fault, if it is no array or has more than {@code max}. */
  List<JsonNode> items(String member, int max) {
    if (!has(member)) {
      return List.of();
    }
    JsonNode value = node.path(member);
    if (!value.isArray()) {
      fault(member, TYPE_MISMATCH, "must be an array, got " + JsonTypes.name(value));
      return List.of();
    }
    if (value.size() > max) {
      fault(member, "too_many", "must have at most " + max + " items, got " + value.size());
      return List.of();
    }
    List<JsonNode> items = new ArrayList<>(value.size());
    value.forEach(items::add);
    return items;
  }

  String itemPointer(String member, int index) {
    return pointer(member) + "/" + index;
  }

  JsonNode item(String member, int index) {
    return node.path(member).path(index);
  }

  /** Records a fault for each member that was never read. */
  void end() {
    node.fieldNames()
        .forEachRemaining(
            name -> {
              if (!read.contains(name)) {
                String location = pointer(name);
                faults.add(
                    location,
                    UNKNOWN_MEMBER,
                    location.substring(pointer.length() + 1) + " is not a known member here");
              }
            });
  }

  /** For what is not sent, such as the value of an absent member. */
  static JsonNode missing() {
    return MissingNode.getInstance();
  }
}
