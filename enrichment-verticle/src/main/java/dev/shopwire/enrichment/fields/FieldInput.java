package dev.shopwire.enrichment.fields;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.Fault;
import dev.shopwire.common.json.JsonInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A member of {@code customFields} as it was sent.
 *
 * @param value empty for null, which unsets
 */
public record FieldInput(String name, Optional<FieldValue> value) {
  private static final String MEMBER = "customFields";

  /**
   * All of {@code call}'s that are valid in themselves; the faults of the others are noted there.
   */
  public static List<FieldInput> of(JsonInput call, FieldLimits limits) {
    JsonInput fields = call.object(MEMBER);
    List<String> names = fields.names();
    if (names.size() > limits.perCall()) {
      call.fault(
          MEMBER,
          "too_many_fields",
          "holds " + limits.perCall() + " fields at most, got " + names.size());
      return List.of();
    }
    List<FieldInput> given = new ArrayList<>(names.size());
    for (String name : names) {
      if (!FieldLimits.isName(name)) {
        fields.fault(
            name,
            "invalid_field_name",
            "is no field name: letters, digits, _ . - up to 100, not starting with a digit, . or -");
        continue;
      }
      JsonNode value = fields.value(name);
      limits.complaint(value).ifPresent(found -> fields.fault(name, found.code(), found.text()));
      given.add(
          new FieldInput(
              name, value.isNull() ? Optional.empty() : Optional.of(FieldValue.of(value))));
    }
    return given;
  }

  /** Whether a field is made of it where there is none: null and empty text have no type. */
  boolean makesField() {
    return value.filter(given -> !given.isEmptyText()).isPresent();
  }

  /** Why an empty text came to nothing, if it did. */
  public Optional<Fault> warning(FieldCatalog catalog, int appId) {
    return value.isPresent() && !makesField() && catalog.resolve(appId, name).isEmpty()
        ? Optional.of(
            new Fault(
                pointer(),
                "field_not_created",
                name + " is no field yet, and an empty text makes none: it was ignored"))
        : Optional.empty();
  }

  /** A JSON Pointer to it; a valid name needs no escape. */
  String pointer() {
    return "/" + MEMBER + "/" + name;
  }
}
