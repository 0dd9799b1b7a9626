package dev.shopwire.enrichment.contacts;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.JsonTypes;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.common.json.StorableText;
import dev.shopwire.enrichment.customers.PushedEmail;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Changes to a contact: absent fields keep what is stored, null clears (docs/api/customers.md).
 *
 * @param id absent also if it is invalid
 */
record ContactPatch(
    PatchValue<String> id,
    PatchValue<String> firstName,
    PatchValue<String> lastName,
    PatchValue<String> email,
    PatchValue<Boolean> accountOwner,
    PatchValue<Boolean> installer,
    PatchValue<List<String>> tags) {
  /** The fields that a person in a push may have; the last two are not stored. */
  static final Set<String> PUSHED_FIELDS =
      Set.of(
          "id",
          "firstName",
          "first_name",
          "lastName",
          "last_name",
          "email",
          "accountOwner",
          "account_owner",
          "installer",
          "tags",
          "email_verified",
          "locale");

  private static final String ID = "id";
  private static final int ID_LENGTH = 255;
  private static final int NAME_LENGTH = 1_000;
  private static final int EMAIL_LENGTH = 320;

  /**
   * Reads a person in a push, with Shopwire's field names or those of the platform's {@code
   * associated_user}. Errors and warnings are recorded in {@code person}; an invalid e-mail address
   * or tag is ignored with a warning.
   */
  static ContactPatch ofPush(JsonInput person) {
    return new ContactPatch(
        readId(person, true),
        person.optionalString(sentName(person, "firstName", "first_name"), NAME_LENGTH),
        person.optionalString(sentName(person, "lastName", "last_name"), NAME_LENGTH),
        PushedEmail.read(person),
        person.optionalBoolean(sentName(person, "accountOwner", "account_owner")),
        person.optionalBoolean("installer"),
        PushedTags.read(person));
  }

  /**
   * Reads a person sent by the console; every invalid value is an error, recorded in {@code
   * person}.
   */
  static ContactPatch ofConsole(JsonInput person) {
    return new ContactPatch(
        readId(person, false),
        person.optionalString("firstName", NAME_LENGTH),
        person.optionalString("lastName", NAME_LENGTH),
        person.optionalEmail("email", EMAIL_LENGTH),
        person.optionalBoolean("accountOwner"),
        person.optionalBoolean("installer"),
        person.optionalStrings("tags", PushedTags.MAX, PushedTags.MAX_LENGTH));
  }

  /**
   * The field name that was sent; {@code name} takes precedence, with a warning if the values
   * differ.
   */
  private static String sentName(JsonInput person, String name, String platformName) {
    JsonNode value = person.value(name);
    JsonNode other = person.value(platformName);
    if (value.isMissingNode()) {
      return other.isMissingNode() ? name : platformName;
    }
    if (!other.isMissingNode() && !other.equals(value)) {
      person.warn(
          platformName, "conflicting_fields", "differs from " + name + ", which was used instead");
    }
    return name;
  }

  /** The platform sends integers; they are stored as decimal strings. */
  private static PatchValue<String> readId(JsonInput person, boolean required) {
    JsonNode value = person.value(ID);
    if (value.isMissingNode() || value.isNull()) {
      if (required) {
        person.fault(ID, "required", "is required: the platform's user id");
      }
      return value.isNull() && !required ? PatchValue.of(null) : PatchValue.absent();
    }
    if (!value.isTextual() && !value.isIntegralNumber()) {
      person.fault(
          ID, "invalid_type", "must be a string or an integer, got " + JsonTypes.name(value));
      return PatchValue.absent();
    }
    String id = value.asText().strip();
    if (id.isEmpty() || StorableText.length(id) > ID_LENGTH || StorableText.flaw(id).isPresent()) {
      person.fault(ID, "invalid_id", "must have 1 to " + ID_LENGTH + " characters and no U+0000");
      return PatchValue.absent();
    }
    return PatchValue.of(id);
  }

  /** {@code contact} with these changes applied. */
  Contact appliedTo(Contact contact) {
    return new Contact(
        contact.id(),
        id.over(contact.platformId()),
        firstName.over(contact.firstName()),
        lastName.over(contact.lastName()),
        email.over(contact.email()),
        isTrue(accountOwner.over(contact.accountOwner())),
        isTrue(installer.over(contact.installer())),
        orEmpty(tags.over(contact.tags())),
        contact.sourceApp(),
        contact.sourceSlug());
  }

  private static boolean isTrue(@Nullable Boolean value) {
    return Boolean.TRUE.equals(value);
  }

  private static List<String> orEmpty(@Nullable List<String> tags) {
    return tags == null ? List.of() : tags;
  }
}
