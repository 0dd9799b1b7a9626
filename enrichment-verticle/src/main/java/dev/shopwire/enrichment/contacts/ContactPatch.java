package dev.shopwire.enrichment.contacts;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.JsonTypes;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.common.json.Text;
import dev.shopwire.enrichment.customers.PushedEmail;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A person as a caller describes them: absent members keep what is stored, null clears (docs/api/customers.md).
 *
 * @param id absent also if it is at fault
 */
record ContactPatch(
    PatchValue<String> id,
    PatchValue<String> firstName,
    PatchValue<String> lastName,
    PatchValue<String> email,
    PatchValue<Boolean> accountOwner,
    PatchValue<Boolean> installer,
    PatchValue<List<String>> tags) {
  /** What a person of a push may have; the last ones say nothing that is kept. */
  static final Set<String> PUSHED =
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
   * Reads a person of a push, who may have the names of the platform's {@code associated_user}.
   * Faults and warnings are noted there; a bad e-mail or tag is left out with a warning.
   */
  static ContactPatch ofPush(JsonInput person) {
    return new ContactPatch(
        readId(person, true),
        person.optionalText(either(person, "firstName", "first_name"), NAME_LENGTH),
        person.optionalText(either(person, "lastName", "last_name"), NAME_LENGTH),
        PushedEmail.read(person),
        person.optionalBoolean(either(person, "accountOwner", "account_owner")),
        person.optionalBoolean("installer"),
        PushedTags.read(person));
  }

  /** Reads a person of the console, whose user is told of every fault; they are noted there. */
  static ContactPatch ofConsole(JsonInput person) {
    return new ContactPatch(
        readId(person, false),
        person.optionalText("firstName", NAME_LENGTH),
        person.optionalText("lastName", NAME_LENGTH),
        person.optionalEmail("email", EMAIL_LENGTH),
        person.optionalBoolean("accountOwner"),
        person.optionalBoolean("installer"),
        person.optionalTexts("tags", PushedTags.MAX, PushedTags.LENGTH));
  }

  /** The name that {@code person} has; ours counts, with a warning if the other differs. */
  private static String either(JsonInput person, String ours, String platforms) {
    JsonNode value = person.value(ours);
    JsonNode other = person.value(platforms);
    if (value.isMissingNode()) {
      return other.isMissingNode() ? ours : platforms;
    }
    if (!other.isMissingNode() && !other.equals(value)) {
      person.warn(
          platforms, "conflicting_fields", "differs from " + ours + ", which was taken instead");
    }
    return ours;
  }

  /** The platform sends integers; they are kept as their decimal strings. */
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
    if (id.isEmpty() || Text.length(id) > ID_LENGTH || Text.flaw(id).isPresent()) {
      person.fault(ID, "invalid_id", "must have 1 to " + ID_LENGTH + " characters, no U+0000");
      return PatchValue.absent();
    }
    return PatchValue.of(id);
  }

  /** What {@code contact} becomes by this. */
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
