package dev.shopwire.enrichment.contacts;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.JsonTypes;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.common.json.StorableText;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Changes to a contact: absent fields keep what is stored, null clears (docs/api/customers.md).
 *
 * @param id absent also if it is invalid
 * @param fields the changes of all fields
 */
record ContactPatch(PatchValue<String> id, Map<ContactField, PatchValue<?>> fields) {
  private static final String ID = "id";
  private static final int ID_LENGTH = 255;

  /** Fields of the platform's {@code associated_user} that are not stored. */
  private static final Set<String> IGNORED_FIELDS = Set.of("email_verified", "locale");

  /** The fields that a person in a push may have. */
  static final Set<String> PUSHED_FIELDS = pushedFields();

  private static Set<String> pushedFields() {
    Set<String> names = new HashSet<>(IGNORED_FIELDS);
    names.add(ID);
    for (ContactField field : ContactField.values()) {
      names.add(field.jsonName());
      names.add(field.column());
    }
    return Collections.unmodifiableSet(names);
  }

  /**
   * Reads a person in a push, with Shopwire's field names or those of the platform's {@code
   * associated_user}. Errors and warnings are recorded in {@code person}; an invalid e-mail address
   * or tag is ignored with a warning.
   */
  static ContactPatch ofPush(JsonInput person) {
    return new ContactPatch(readId(person, true), fields(field -> field.readPushed(person)));
  }

  /**
   * Reads a person sent by the console; every invalid value is an error, recorded in {@code
   * person}.
   */
  static ContactPatch ofConsole(JsonInput person) {
    return new ContactPatch(readId(person, false), fields(field -> field.readStrictly(person)));
  }

  private static Map<ContactField, PatchValue<?>> fields(
      Function<ContactField, PatchValue<?>> change) {
    Map<ContactField, PatchValue<?>> fields = new EnumMap<>(ContactField.class);
    for (ContactField field : ContactField.values()) {
      fields.put(field, change.apply(field));
    }
    return Collections.unmodifiableMap(fields);
  }

  /** The change of {@code field}. */
  PatchValue<?> change(ContactField field) {
    return fields.getOrDefault(field, PatchValue.absent());
  }

  /** The platform sends integers; they are stored as decimal strings. */
  private static PatchValue<String> readId(JsonInput person, boolean required) {
    JsonNode value = person.value(ID);
    if (value.isMissingNode() || value.isNull()) {
      if (required) {
        person.addError(ID, "required", "is required: the platform's user id");
      }
      return value.isNull() && !required ? PatchValue.of(null) : PatchValue.absent();
    }
    if (!value.isTextual() && !value.isIntegralNumber()) {
      person.addError(
          ID, "invalid_type", "must be a string or an integer, got " + JsonTypes.name(value));
      return PatchValue.absent();
    }
    String id = value.asText().strip();
    if (id.isEmpty()
        || StorableText.length(id) > ID_LENGTH
        || StorableText.findProblem(id).isPresent()) {
      person.addError(
          ID, "invalid_id", "must have 1 to " + ID_LENGTH + " characters and no U+0000");
      return PatchValue.absent();
    }
    return PatchValue.of(id);
  }

  /** {@code contact} with these changes applied. */
  Contact applyTo(Contact contact) {
    return new Contact(
        contact.id(),
        id.applyTo(contact.platformId()),
        Contact.values(field -> field.changed(change(field), contact.values().get(field))),
        contact.sourceApp(),
        contact.sourceSlug());
  }
}
