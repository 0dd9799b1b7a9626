package dev.shopwire.enrichment.contacts;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.Given;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.JsonTypes;
import dev.shopwire.common.json.Text;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A person as a caller describes them: absent members keep what is stored, null clears (contract
 * §4).
 *
 * @param id absent also if it is at fault
 */
record GivenContact(
    Given<String> id,
    Given<String> firstName,
    Given<String> lastName,
    Given<String> email,
    Given<Boolean> accountOwner,
    Given<Boolean> installer,
    Given<List<String>> tags) {
  static final Set<String> MEMBERS =
      Set.of("id", "firstName", "lastName", "email", "accountOwner", "installer", "tags");
  private static final String ID = "id";
  private static final int ID_LENGTH = 255;
  private static final int NAME_LENGTH = 1_000;
  private static final int EMAIL_LENGTH = 320;
  private static final int TAGS = 100;
  private static final int TAG_LENGTH = 255;

  /** Reads {@code person}; its faults are noted there. */
  static GivenContact read(JsonInput person, boolean idRequired) {
    return new GivenContact(
        readId(person, idRequired),
        person.optionalText("firstName", NAME_LENGTH),
        person.optionalText("lastName", NAME_LENGTH),
        person.optionalEmail("email", EMAIL_LENGTH),
        person.optionalBoolean("accountOwner"),
        person.optionalBoolean("installer"),
        person.optionalTexts("tags", TAGS, TAG_LENGTH));
  }

  /** The platform sends integers; they are kept as their decimal strings. */
  private static Given<String> readId(JsonInput person, boolean required) {
    JsonNode value = person.value(ID);
    if (value.isMissingNode() || value.isNull()) {
      if (required) {
        person.fault(ID, "required", "is required: the platform's user id");
      }
      return value.isNull() && !required ? Given.of(null) : Given.absent();
    }
    if (!value.isTextual() && !value.isIntegralNumber()) {
      person.fault(
          ID, "invalid_type", "must be a string or an integer, got " + JsonTypes.name(value));
      return Given.absent();
    }
    String id = value.asText().strip();
    if (id.isEmpty() || Text.length(id) > ID_LENGTH || Text.flaw(id).isPresent()) {
      person.fault(ID, "invalid_id", "must have 1 to " + ID_LENGTH + " characters, no U+0000");
      return Given.absent();
    }
    return Given.of(id);
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
