package dev.shopwire.automation.definitions.language;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.campaigns.audience.AddressChoice;
import dev.shopwire.automation.definitions.FieldRef;
import dev.shopwire.automation.definitions.Step;
import dev.shopwire.automation.definitions.Step.NewValue;
import dev.shopwire.automation.definitions.language.References.FieldUse;
import dev.shopwire.automation.definitions.language.References.Kind;
import dev.shopwire.common.json.JsonTypes;
import dev.shopwire.common.json.StorableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads steps that do something. For one definition. */
final class ActionReader {
  /** In bytes of UTF-8, as compact JSON. */
  static final int MAX_DATA = 16 << 10;

  private static final int MAX_CHOICES = 10;
  private static final int MAX_TAG = 255;
  private static final String TO = "to";
  private static final String VALUE = "value";
  private static final String PROPERTY = "property";
  private static final String DATA = "data";

  private final References references;

  ActionReader(References references) {
    this.references = references;
  }

  Step email(Part part, String id) {
    long template =
        part.requires("template", "the id of a template")
            ? references.id(part, "template", Kind.TEMPLATE)
            : 0;
    return new Step.Email(
        id,
        template,
        to(part),
        optionalId(part, "sender", Kind.SENDER),
        optionalId(part, "topic", Kind.TOPIC),
        part.flag("transactional"));
  }

  private Optional<Long> optionalId(Part part, String member, Kind kind) {
    return part.has(member) ? Optional.of(references.id(part, member, kind)) : Optional.empty();
  }

  private static List<AddressChoice> to(Part part) {
    List<AddressChoice> choices = new ArrayList<>();
    part.requires(TO, "an array of " + AddressChoice.EXPECTED);
    List<JsonNode> items = part.items(TO, MAX_CHOICES);
    for (int i = 0; i < items.size(); i++) {
      JsonNode item = items.get(i);
      Optional<AddressChoice> choice =
          item.isTextual() ? AddressChoice.parse(item.textValue()) : Optional.empty();
      if (choice.isEmpty()) {
        part.faults()
            .add(
                part.itemPointer(TO, i),
                "invalid_recipient",
                "expected one of " + AddressChoice.EXPECTED);
      }
      choice.filter(found -> !choices.contains(found)).ifPresent(choices::add);
    }
    if (part.value(TO).isArray() && part.value(TO).isEmpty()) {
      part.fault(TO, Part.MISSING_MEMBER, "must have 1 to " + MAX_CHOICES + " items");
    }
    return choices;
  }

  Step setField(Part part, String id) {
    FieldRef field = new FieldRef(0, 0);
    if (part.requires("field", "the name of a custom field")) {
      field = references.field(part, FieldUse.TARGET);
    }
    part.value("app");
    return new Step.SetField(id, field, newValue(part, field));
  }

  private NewValue newValue(Part part, FieldRef field) {
    JsonNode value = part.value(VALUE);
    if (value.isMissingNode()) {
      part.fault(VALUE, Part.MISSING_MEMBER, "is required: a value, null or {\"property\": path}");
    } else if (value.size() == 1 && value.path(PROPERTY).isTextual()) {
      Part property = part.object(VALUE, "a property");
      return new NewValue.Property(Events.path(property, PROPERTY));
    } else {
      references.value(part, VALUE, field);
    }
    return new NewValue.Literal(value);
  }

  Step changeTag(Part part, String id, boolean isAdded) {
    return new Step.ChangeTag(id, isAdded, part.text("tag", MAX_TAG), to(part));
  }

  Step webhook(Part part, String id) {
    if (!part.has(DATA)) {
      return new Step.Webhook(id, Optional.empty(), Map.of());
    }
    Optional<ObjectNode> data = data(part);
    Map<String, FieldRef> fields =
        data.map(found -> references.placeholders(part, found)).orElse(Map.of());
    return new Step.Webhook(id, data, fields);
  }

  private static Optional<ObjectNode> data(Part part) {
    JsonNode value = part.value(DATA);
    if (!value.isObject()) {
      part.fault(DATA, Part.TYPE_MISMATCH, "must be an object, got " + JsonTypes.name(value));
      return Optional.empty();
    }
    long bytes = StorableText.utf8Length(value.toString());
    if (bytes > MAX_DATA) {
      part.fault(DATA, "too_long", "must have at most " + MAX_DATA + " bytes, got " + bytes);
      return Optional.empty();
    }
    Literals.checkNumbers(value, part.pointer(DATA), part.faults());
    return Optional.of((ObjectNode) value);
  }
}
