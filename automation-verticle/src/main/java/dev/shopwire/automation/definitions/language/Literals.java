package dev.shopwire.automation.definitions.language;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.common.json.JsonTypes;
import dev.shopwire.common.json.Numbers;
import dev.shopwire.common.json.Pointers;

/** Checks literal JSON values in definitions. */
final class Literals {
  private Literals() {}

  /** Records a fault if a field of this type can't have the value; null is no value. */
  static void checkType(Part part, String member, Vocabulary.Type type) {
    JsonNode value = part.value(member);
    boolean fits =
        value.isNull()
            || switch (type) {
              case TEXT -> value.isTextual();
              case NUMBER -> value.isNumber();
              case BOOLEAN -> value.isBoolean();
              case JSON -> value.isContainerNode();
            };
    if (fits) {
      checkNumbers(value, part.pointer(member), part.faults());
    } else {
      part.fault(
          member,
          Part.TYPE_MISMATCH,
          "must be a value of a field of type %s or null, got %s"
              .formatted(type.id(), JsonTypes.name(value)));
    }
  }

  /** Records a fault for each number that can't be stored. */
  static void checkNumbers(JsonNode value, String pointer, DefinitionFaults faults) {
    if (value.isNumber() && !Numbers.isStorable(value.asText())) {
      faults.add(
          pointer,
          Part.INVALID_VALUE,
          "expected a number that fits a double, of at most 1,000 characters");
    }
    for (int i = 0; value.isArray() && i < value.size(); i++) {
      checkNumbers(value.get(i), pointer + "/" + i, faults);
    }
    value
        .properties()
        .forEach(
            member ->
                checkNumbers(member.getValue(), Pointers.field(pointer, member.getKey()), faults));
  }
}
