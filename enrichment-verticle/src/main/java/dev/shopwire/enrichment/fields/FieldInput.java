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
 */
public record FieldInput(String name, Optional<FieldValue> value) {
  private static final String FIELD = "customFields";

  /**
   * Reads the fields of {@code input} that have valid names; errors are recorded in {@code input}.
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
      limits.violation(value).ifPresent(found -> fields.addError(name, found.code(), found.text()));
      given.add(
          new FieldInput(
              name, value.isNull() ? Optional.empty() : Optional.of(FieldValue.of(value))));
    }
    return given;
  }

  /** Whether it creates a field if there is none: null and empty text don't, having no type. */
  boolean createsField() {
    return value.filter(given -> !given.isEmptyText()).isPresent();
  }

  /** A warning if this is an empty text that was ignored. */
  public Optional<ValidationError> warning(FieldCatalog catalog, long appId) {
    return value.isPresent() && !createsField() && catalog.resolve(appId, name).isEmpty()
        ? Optional.of(
            new ValidationError(
                pointer(),
                "field_not_created",
                name + " does not exist yet, and an empty text creates no field; it was ignored"))
        : Optional.empty();
  }

  /** A JSON Pointer to it; a valid name needs no escaping. */
  String pointer() {
    return "/" + FIELD + "/" + name;
  }
}
