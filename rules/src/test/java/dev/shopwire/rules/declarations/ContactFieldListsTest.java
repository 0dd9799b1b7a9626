package dev.shopwire.rules.declarations;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.enrichment.contacts.ContactField;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@link ContactField} is the list of a contact's fields. */
class ContactFieldListsTest {
  /** Of a contact, besides the declared fields; the other ones are derived. */
  private static final String PLATFORM_ID = "id";

  private static Stream<String> declared() {
    return Stream.of(ContactField.values()).map(ContactField::jsonName);
  }

  @Test
  void requestsMayHaveEveryField() {
    List<String> expected = Stream.concat(Stream.of(PLATFORM_ID), declared()).toList();
    Documents.OPEN_API.forEach(
        (role, document) ->
            assertEquals(
                expected,
                Documents.names(document.at("/components/schemas/ContactFields/properties")),
                role));
  }

  @Test
  void responsesHaveEveryField() {
    List<String> expected =
        Stream.of(
                Stream.of("contactId", PLATFORM_ID),
                declared(),
                Stream.of("role", "source", "sourceApp"))
            .flatMap(part -> part)
            .toList();
    Documents.OPEN_API.forEach(
        (role, document) -> {
          assertEquals(
              expected,
              Documents.names(document.at("/components/schemas/Contact/properties")),
              role);
          assertEquals(
              expected, Documents.texts(document.at("/components/schemas/Contact/required")), role);
        });
  }
}
