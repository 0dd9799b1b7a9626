package dev.shopwire.enrichment.contacts;

import static dev.shopwire.enrichment.contacts.TestContacts.APP;
import static dev.shopwire.enrichment.contacts.TestContacts.manual;
import static dev.shopwire.enrichment.contacts.TestContacts.pushed;
import static dev.shopwire.enrichment.contacts.TestContacts.roster;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.enrichment.contacts.StaffRequest.Changes;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StaffRequestTest {
  private static final long OTHER_APP = 8;

  private static String errors(String body) {
    return assertThrows(Failure.class, () -> TestContacts.body(body)).errors().stream()
        .map(error -> error.pointer() + " " + error.code())
        .collect(Collectors.joining(", "));
  }

  private static List<String> ids(List<Contact> contacts) {
    return contacts.stream().map(contact -> String.valueOf(contact.platformId())).toList();
  }

  @Test
  void theDomainIsNormalizedAndMayHaveThePreviousVendorsName() {
    assertEquals(
        "acme.example",
        TestContacts.body("{\"myshopifyDomain\":\" ACME.example\",\"staff\":[]}").shop().domain());
    assertEquals(
        "/myshopifyDomain invalid_domain",
        errors("{\"myshopifyDomain\":\"https://acme.example\",\"staff\":[]}"));
  }

  @Test
  void theLastOfTwoPeopleWithTheSameIdCounts() {
    StaffRequest roster =
        roster(
            "\"staff\":[{\"id\":1,\"firstName\":\"first\"},{\"id\":2},"
                + "{\"id\":\"1\",\"lastName\":\"last\"}]");
    assertEquals(List.of("1", "2"), List.copyOf(roster.people().keySet()));
    ContactPatch one = roster.people().values().iterator().next();
    assertEquals(PatchValue.absent(), one.change(ContactField.FIRST_NAME));
    assertEquals(PatchValue.of("last"), one.change(ContactField.LAST_NAME));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ",\"reconcile\":null", ",\"reconcile\":false"})
  void reconcileIsOffUnlessItIsTrue(String field) {
    assertFalse(roster("\"staff\":[]" + field).reconcile());
    assertTrue(roster("\"staff\":[],\"reconcile\":true").reconcile());
  }

  @Test
  void allErrorsAreReportedTogetherIncludingThoseOfReplacedPeople() {
    assertEquals(
        "/myplatformDomain required, /reconcile invalid_type, /staff/0/id required,"
            + " /staff/1/lastName invalid_type, /staff/2/accountOwner invalid_type",
        errors(
            "{\"reconcile\":\"true\",\"staff\":[{},"
                + "{\"id\":1,\"lastName\":3},{\"id\":1,\"accountOwner\":\"x\"}]}"));
  }

  @Test
  void aRosterThatIsTooLargeIsRejected() {
    assertEquals(3, roster("\"staff\":[{\"id\":1},{\"id\":2},{\"id\":3}]").people().size());
    assertEquals(
        "/staff too_many",
        errors(
            "{\"myplatformDomain\":\"acme.example\","
                + "\"staff\":[{\"id\":1},{\"id\":1},{\"id\":1},{\"id\":1}]}"));
  }

  @Test
  void unknownFieldsAreListedUpToALimit() {
    StaffRequest roster = roster("\"staf\":1,\"staff\":[{\"id\":1,\"surname\":\"Berg\"}]");
    assertEquals(
        List.of("/staf", "/staff/0/surname"),
        roster.warnings().stream().map(ValidationError::pointer).toList());
    String many =
        IntStream.range(0, 40).mapToObj(i -> "\"m" + i + "\":0").collect(Collectors.joining(","));
    assertEquals(
        50,
        roster("\"staff\":[{\"id\":1," + many + "},{\"id\":2," + many + "}]").warnings().size());
  }

  @Test
  void invalidAddressesAreIgnoredAndListedBeforeUnknownFields() {
    StaffRequest roster =
        roster(
            "\"staff\":[{\"id\":1,\"surname\":\"Berg\"},"
                + "{\"id\":2,\"email\":\"nobody\",\"tags\":[3]}]");
    assertEquals(List.of("1", "2"), List.copyOf(roster.people().keySet()));
    assertEquals(
        List.of("/staff/1/email", "/staff/1/tags/0", "/staff/0/surname"),
        roster.warnings().stream().map(ValidationError::pointer).toList());
  }

  @Test
  void aPersonIsCreatedUpdatedOrUnchanged() {
    Changes changes =
        roster("\"staff\":[{\"id\":1},{\"id\":2,\"email\":\"new@b.example\"},{\"id\":3}]")
            .changesTo(
                List.of(pushed(11, "1", APP), pushed(12, "2", APP), pushed(14, "4", APP)),
                List.of());
    assertEquals(List.of("3"), ids(changes.created()));
    assertEquals(Optional.of(APP), changes.created().get(0).sourceApp());
    assertEquals(List.of("2"), ids(changes.updated()));
    assertEquals("new@b.example", changes.updated().get(0).text(ContactField.EMAIL));
    assertEquals(12, changes.updated().get(0).id());
    assertEquals(1, changes.unchanged());
    assertEquals(List.of(), changes.removed());
    assertFalse(changes.isEmpty());
  }

  @Test
  void peopleAreIdentifiedByTheirIdsAndNeverByTheirAddresses() {
    Changes changes =
        roster("\"staff\":[{\"id\":2,\"email\":\"ada@acme.example\"}]")
            .changesTo(List.of(pushed(11, "1", APP)), List.of());
    assertEquals(List.of("2"), ids(changes.created()));
    assertEquals(List.of(), changes.updated());
  }

  @Test
  void aRosterWithoutNewValuesChangesNothing() {
    Changes changes =
        roster(
                "\"reconcile\":true,\"staff\":[{\"id\":1,\"firstName\":\"Ada\","
                    + "\"installer\":null,\"tags\":[\"billing\",\"billing\"]}]")
            .changesTo(List.of(pushed(11, "1", APP)), List.of());
    assertTrue(changes.isEmpty());
    assertEquals(1, changes.unchanged());
  }

  @Test
  void unlistedContactsAreRemoved() {
    Changes changes =
        roster("\"reconcile\":true,\"staff\":[{\"id\":1}]")
            .changesTo(List.of(pushed(11, "1", APP)), List.of(12L));
    assertEquals(List.of(12L), changes.removed());
    assertFalse(changes.isEmpty());
    assertEquals(1, changes.unchanged());
  }

  @Test
  void anotherAppsOrAManualContactIsUpdatedAndKeepsItsSource() {
    Changes changes =
        roster("\"staff\":[{\"id\":3,\"firstName\":\"Bo\"},{\"id\":4,\"firstName\":\"Cy\"}]")
            .changesTo(
                List.of(pushed(13, "3", OTHER_APP), manual(14, Optional.of("4"))), List.of());
    assertEquals(
        List.of(Optional.of(OTHER_APP), Optional.empty()),
        changes.updated().stream().map(Contact::sourceApp).toList());
    assertEquals(
        List.of("Bo", "Cy"),
        changes.updated().stream().map(contact -> contact.text(ContactField.FIRST_NAME)).toList());
  }

  @Test
  void aManualContactWithoutAnIdIsNeverListed() {
    // Its missing id must not match the string "null".
    Changes changes =
        roster("\"staff\":[{\"id\":\"null\"}]")
            .changesTo(List.of(manual(15, Optional.empty())), List.of());
    assertEquals(List.of("null"), ids(changes.created()));
    assertEquals(List.of(), changes.updated());
  }
}
