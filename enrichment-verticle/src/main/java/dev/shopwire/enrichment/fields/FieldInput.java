package dev.shopwire.enrichment.fields;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.JsonInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A field of {@code customFields} as it was sent.
 *
 * @param value empty for null, which unsets
 * @param violation the limit that the value violates, which is no error if the field is linked
 */
public record FieldInput(
    String name, Optional<FieldValue> value, Optional<FieldLimits.Violation> violation) {
  private static final String FIELD = "customFields";

  /** A value within the limits. */
  FieldInput(String name, Optional<FieldValue> value) {
    this(name, value, Optional.empty());
  }

  /**
   * Reads the fields of {@code input} that have valid names; errors that don't depend on what a
   * field is are recorded in {@code input}.
   */
  public static List<FieldInput> of(JsonInput input, FieldLimits limits) {
    JsonInput fields = input.optionalObject(FIELD);
    List<String> names = fields.names();
    if (names.size() > limits.perRequest()) {
      input.addError(
          FIELD,
          "too_many_fields",
          "must have at most " + limits.perRequest() + " fields, got " + names.size());
      return List.of();
    }
    List<FieldInput> given = new ArrayList<>(names.size());
    for (String name : names) {
      if (!FieldLimits.isName(name)) {
        fields.addError(
            name,
            "invalid_field_name",
            "is not a valid field name: up to 100 letters, digits, _ . -,"
                + " not starting with a digit, . or -");
        continue;
      }
      JsonNode value = fields.value(name);
      given.add(
          new FieldInput(
              name,
              value.isNull() ? Optional.empty() : Optional.of(FieldValue.of(value)),
              limits.violation(value)));
    }
    return given;
  }

  /** Whether it creates a field if there is none: null and empty text don't, having no type. */
  boolean createsField() {
    return value.filter(given -> !given.isEmptyText()).isPresent();
  }

  /** A warning if this was ignored: an empty text for no field, or the value of a linked one. */
  public Optional<ValidationError> warning(FieldCatalog catalog, long appId) {
    Optional<Field> field = catalog.resolve(appId, name);
    if (field.isPresent()) {
      return field.get().link().map(this::linked);
    }
    return value.isPresent() && !createsField()
        ? Optional.of(
            new ValidationError(
                pointer(),
                "field_not_created",
                name + " does not exist yet, and an empty text creates no field; it was ignored"))
        : Optional.empty();
  }

  private ValidationError linked(FieldLink link) {
    return new ValidationError(
        pointer(),
        "linked_field",
        "%s is filled by the linked query \"%s\"; the value was ignored"
            .formatted(name, link.queryName()));
  }

  /** The error of a value beyond the limits. */
  Optional<ValidationError> error() {
    return violation.map(
        found -> new ValidationError(pointer(), found.code(), name + " " + found.text()));
  }

  /** A JSON Pointer to it; a valid name needs no escaping. */
  String pointer() {
    return "/" + FIELD + "/" + name;
  }
}
