package dev.shopwire.app.customers;

import static dev.shopwire.app.support.StaffRequests.contact;
import static dev.shopwire.app.support.StaffRequests.contacts;
import static dev.shopwire.app.support.StaffRequests.customerId;
import static dev.shopwire.app.support.StaffRequests.ids;
import static dev.shopwire.app.support.StaffRequests.pointers;
import static dev.shopwire.app.support.StaffRequests.push;
import static dev.shopwire.app.support.StaffRequests.rows;
import static dev.shopwire.app.support.UsageEventResponses.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Answer;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Tenants;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The console's calls for contacts. */
@Tag("everywhere")
class ContactsConsoleIT {
  private static final Tenants TENANTS = RunningService.shared().tenants();
  private static final SchemaCheckedHttp CONSOLE = TENANTS.console();
  private static final String API = "/console/api";

  private final Tenants.App app = TENANTS.app();
  private String customer = "";

  @BeforeEach
  void makeTheCustomer() {
    push(app);
    customer = customerId(app);
  }

  private Answer create(String contact) {
    return CONSOLE.post(API + "/customers/" + customer + "/contacts", contact);
  }

  private static Answer change(JsonNode contact, String members) {
    return CONSOLE.patch(API + "/contacts/" + contact.path("contactId").asText(), members);
  }

  private static Answer delete(JsonNode contact) {
    return CONSOLE.delete(API + "/contacts/" + contact.path("contactId").asText());
  }

  private static JsonNode made(Answer answer) {
    assertEquals(200, answer.status(), answer::body);
    return answer.json().path("contact");
  }

  @Test
  void aContactIsMadeChangedAndDeletedByHand() {
    JsonNode made =
        made(
            create(
                """
                {"id":7,"firstName":"Ada","lastName":"Berg","email":"ada@acme.example",
                 "installer":true,"tags":["friend"]}
                """));
    assertEquals("manual", made.path("source").textValue());
    assertEquals("7", made.path("id").textValue());
    assertEquals("installer", made.path("role").textValue());
    assertEquals(List.of(made), contacts(app));

    JsonNode changed = made(change(made, "{\"installer\":null,\"email\":\"a@new.example\"}"));
    assertEquals("friend", changed.path("role").textValue());
    assertEquals("Ada", changed.path("firstName").textValue());
    assertEquals(made.path("contactId"), changed.path("contactId"));
    assertEquals(List.of(changed), contacts(app));

    Answer deleted = delete(made);
    assertEquals(200, deleted.status());
    assertTrue(deleted.json().path("success").booleanValue());
    assertEquals(List.of(), contacts(app));
    assertFails(delete(made), 404, "unknown_contact");
    assertFails(change(made, "{\"firstName\":\"B\"}"), 404, "unknown_contact");
  }

  @Test
  void aManualContactsIdMayBeClearedAnAppsMayNot() {
    JsonNode manual = made(create("{\"id\":9}"));
    assertTrue(made(change(manual, "{\"id\":null}")).path("id").isNull());
    push(app, "{\"id\":9}");
    assertFails(change(contact(app, "9"), "{\"id\":null}"), 422, "id_needed");
  }

  @Test
  void severalContactsMayLackAnIdAndOneMayGetItLater() {
    JsonNode first = made(create("{\"firstName\":\"A\"}"));
    made(create("{\"id\":null,\"firstName\":\"B\"}"));
    assertEquals("null null", ids(app));
    made(change(first, "{\"id\":\"9\"}"));
    push(app, "{\"id\":9,\"lastName\":\"pushed\"}");
    assertEquals("pushed", contact(app, "9").path("lastName").textValue());
    assertEquals(2, contacts(app).size());
  }

  @Test
  void anIdIsTakenOncePerCustomer() {
    push(app, "{\"id\":1}");
    JsonNode manual = made(create("{\"id\":2}"));
    for (Answer refused :
        List.of(create("{\"id\":\"1\"}"), create("{\"id\":2}"), change(manual, "{\"id\":1}"))) {
      assertFails(refused, 422, "id_taken");
      assertEquals("/id", pointers(refused, "errors"));
    }
    assertEquals("1 2", ids(app));
    made(change(manual, "{\"id\":2,\"firstName\":\"same id\"}"));
    Tenants.App stranger = TENANTS.app();
    push(stranger);
    String theirs = API + "/customers/" + customerId(stranger) + "/contacts";
    assertEquals(200, CONSOLE.post(theirs, "{\"id\":1}").status());
  }

  @Test
  void anAppsContactCanBeChangedAndDeletedAndItsSourceStays() {
    push(app, "{\"id\":1,\"firstName\":\"A\"}");
    JsonNode contact = contact(app, "1");
    JsonNode changed = made(change(contact, "{\"lastName\":\"by hand\"}"));
    assertEquals("app", changed.path("source").textValue());
    assertEquals(contact.path("sourceApp"), changed.path("sourceApp"));
    assertEquals(200, delete(contact).status());
    assertEquals("", ids(app));
  }

  @Test
  void whatIsWrongIsToldAtOnceAndChangesNothing() {
    JsonNode contact = made(create("{\"id\":1,\"firstName\":\"A\"}"));
    String before = rows("contacts", app);
    String bad = "{\"id\":true,\"firstName\":7,\"email\":\"x\",\"tags\":[\"a\",\"\"]}";
    for (Answer refused : List.of(create(bad), change(contact, bad))) {
      assertEquals(422, refused.status());
      assertEquals("/id /firstName /email /tags/1", pointers(refused, "errors"));
    }
    assertFails(create("{"), 400, "malformed_json");
    assertFails(change(contact, "[]"), 422, "invalid_type");
    assertEquals(before, rows("contacts", app));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "4294967297",
        "999999999999999999",
        "9223372036854775807",
        "99999999999999999999",
        "-1",
        "x",
        "1%27--",
        "1.0",
        "%D9%A1"
      })
  void anIdOfNobodyIsUnknown(String id) {
    assertEquals(404, CONSOLE.get(API + "/customers/" + id).status());
    assertEquals(404, CONSOLE.get(API + "/workspaces/" + id + "/customers").status());
    assertEquals(404, CONSOLE.post(API + "/customers/" + id + "/contacts", "{}").status());
    assertEquals(404, CONSOLE.patch(API + "/contacts/" + id, "{}").status());
    assertEquals(404, CONSOLE.delete(API + "/contacts/" + id).status());
  }

  @Test
  void everyCallNeedsTheAdminToken() {
    JsonNode contact = made(create("{\"id\":1}"));
    String path = API + "/contacts/" + contact.path("contactId").asText();
    // Wrong tokens are counted by address for all tests, missing ones aren't.
    for (String token : List.of("", "Basic " + RunningService.ADMIN_TOKEN)) {
      SchemaCheckedHttp stranger =
          new SchemaCheckedHttp(
              RunningService.shared().consoleUrl(),
              API + "/openapi.json",
              Map.of("Authorization", token));
      assertEquals(401, stranger.post(API + "/customers/" + customer + "/contacts", "{}").status());
      assertEquals(401, stranger.patch(path, "{\"id\":2}").status());
      assertEquals(401, stranger.delete(path).status());
      assertEquals(401, stranger.get(API + "/customers/" + customer).status());
      assertEquals(
          401, stranger.get(API + "/workspaces/" + app.workspaceId() + "/customers").status());
    }
    assertEquals(List.of(contact), contacts(app));
  }
}
