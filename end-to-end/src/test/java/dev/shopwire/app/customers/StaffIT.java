package dev.shopwire.app.customers;

import static dev.shopwire.app.support.StaffRequests.assertCounts;
import static dev.shopwire.app.support.StaffRequests.contact;
import static dev.shopwire.app.support.StaffRequests.contacts;
import static dev.shopwire.app.support.StaffRequests.get;
import static dev.shopwire.app.support.StaffRequests.ids;
import static dev.shopwire.app.support.StaffRequests.people;
import static dev.shopwire.app.support.StaffRequests.post;
import static dev.shopwire.app.support.StaffRequests.push;
import static dev.shopwire.app.support.StaffRequests.rowVersions;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.StaffRequests;
import dev.shopwire.testing.Tenants;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which contacts {@code POST /v1/staff} of one app creates, updates or leaves unchanged. */
@Tag("everywhere")
@Tag("cluster")
@Tag("stores")
class StaffIT {
  private static final Tenants TENANTS = RunningService.shared().tenants();
  private static final String ADA =
      """
      {"id":61042,"firstName":"Ada","lastName":"Berg","email":" ada@acme.example ",
       "accountOwner":true,"installer":true,"tags":["billing","vip"]}
      """;

  private final Tenants.App app = TENANTS.app();

  @Test
  void aContactIsCreatedWithAllFieldsAndItsEmailIsUpdatedInPlace() {
    assertCounts(push(app, ADA), 1, 0, 0, 0);
    JsonNode created = contact(app, "61042");
    assertEquals("Ada", created.path("firstName").textValue());
    assertEquals("Berg", created.path("lastName").textValue());
    assertEquals("ada@acme.example", created.path("email").textValue());
    assertEquals("[\"billing\",\"vip\"]", created.path("tags").toString());
    assertEquals("owner", created.path("role").textValue());
    assertEquals("app", created.path("source").textValue());
    assertTrue(created.path("accountOwner").booleanValue());
    assertTrue(created.path("installer").booleanValue());

    assertCounts(push(app, "{\"id\":61042,\"email\":\"ada@new.example\"}"), 0, 1, 0, 0);
    JsonNode updated = contact(app, "61042");
    assertEquals("ada@new.example", updated.path("email").textValue());
    assertEquals(created.path("contactId"), updated.path("contactId"));
    assertEquals(1, contacts(app).size());
  }

  @Test
  void anIntegerIdIsItsDecimalString() {
    assertCounts(push(app, "{\"id\":9007199254740993}"), 1, 0, 0, 0);
    assertCounts(push(app, "{\"id\":\"9007199254740993\",\"firstName\":\"A\"}"), 0, 1, 0, 0);
    assertCounts(push(app, "{\"id\":9007199254740993,\"firstName\":\"A\"}"), 0, 0, 1, 0);
    assertTrue(contact(app, "9007199254740993").path("id").isTextual());
    assertEquals(1, contacts(app).size());
  }

  @Test
  void ifAnIdIsListedTwiceTheLastOneCounts() {
    assertCounts(
        push(
            app,
            "{\"id\":1,\"firstName\":\"first\",\"lastName\":\"lost\"}",
            "{\"id\":2}",
            "{\"id\":\"1\",\"firstName\":\"last\"}"),
        2,
        0,
        0,
        0);
    assertEquals("last", contact(app, "1").path("firstName").textValue());
    assertTrue(contact(app, "1").path("lastName").isNull());
  }

  @Test
  void twoContactsMayHaveTheSameEmail() {
    String contactJson = "{\"id\":%d,\"email\":\"info@acme.example\"}";
    assertCounts(push(app, contactJson.formatted(1), contactJson.formatted(2)), 2, 0, 0, 0);
    assertEquals("1 2", ids(app));
  }

  @ParameterizedTest
  @CsvSource({
    "firstName, null",
    "lastName, null",
    "email, null",
    "accountOwner, false",
    "installer, false",
    "tags, []"
  })
  void anAbsentFieldIsKeptAndNullClearsIt(String field, String cleared) {
    push(app, ADA);
    JsonNode before = contact(app, "61042");
    assertCounts(push(app, "{\"id\":61042}"), 0, 0, 1, 0);
    assertEquals(before, contact(app, "61042"));
    assertCounts(push(app, "{\"id\":61042,\"" + field + "\":null}"), 0, 1, 0, 0);
    JsonNode after = contact(app, "61042");
    assertEquals(cleared, after.path(field).toString());
    for (String other :
        List.of("firstName", "lastName", "email", "accountOwner", "installer", "tags")) {
      assertTrue(other.equals(field) || after.path(other).equals(before.path(other)), other);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'\"accountOwner\":true,\"installer\":true,\"tags\":[\"x\"]', owner",
    "'\"accountOwner\":false,\"installer\":true,\"tags\":[\"x\"]', installer",
    "'\"tags\":[\"support lead\",\"x\"]', support lead",
    "'\"tags\":[]', staff",
    "'\"email\":null', staff"
  })
  void theRoleFollowsFromFlagsAndTags(String fields, String role) {
    push(app, "{\"id\":1," + fields + "}");
    assertEquals(role, contact(app, "1").path("role").textValue());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\"reconcile\":true,", "\"reconcile\":false,", "\"reconcile\":null,"})
  void anEmptyListOfAnUnknownShopCreatesItsCustomer(String reconcile) {
    assertEquals(404, get(app).status());
    assertCounts(post(app, reconcile + "\"staff\":[]"), 0, 0, 0, 0);
    assertEquals(200, get(app).status());
    assertEquals(List.of(), contacts(app));
  }

  @Test
  void thePreviousVendorsNameOfTheShopIsAccepted() {
    String body = "{\"myshopifyDomain\":\" ACME.platform.example\",\"staff\":[{\"id\":1}]}";
    assertCounts(app.api().post("/v1/staff", body), 1, 0, 0, 0);
    assertEquals("1", ids(app));
  }

  @Test
  void aRepeatedPayloadWritesNoRow() {
    push(app, ADA, "{\"id\":2,\"email\":null}");
    String before = rowVersions("contacts", app);
    for (int i = 0; i < 20; i++) {
      assertCounts(push(app, ADA, "{\"id\":2,\"email\":null}"), 0, 0, 2, 0);
      assertCounts(StaffRequests.reconcile(app, ADA, "{\"id\":2}"), 0, 0, 2, 0);
    }
    assertEquals(before, rowVersions("contacts", app));
  }

  @Test
  void onlyTheChangedContactIsWritten() {
    push(app, people(3));
    String[] before = rowVersions("contacts", app).split(" ", -1);
    assertCounts(push(app, "{\"id\":2,\"firstName\":\"B\"}", "{\"id\":3}"), 0, 1, 1, 0);
    List<String> after = List.of(rowVersions("contacts", app).split(" ", -1));
    assertTrue(after.contains(before[0]) && after.contains(before[2]), after::toString);
  }
}
