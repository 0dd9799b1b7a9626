package dev.shopwire.app.customers;

import static dev.shopwire.app.support.StaffRequests.contact;
import static dev.shopwire.app.support.StaffRequests.contacts;
import static dev.shopwire.app.support.StaffRequests.customerId;
import static dev.shopwire.app.support.StaffRequests.ids;
import static dev.shopwire.app.support.StaffRequests.pointers;
import static dev.shopwire.app.support.StaffRequests.push;
import static dev.shopwire.app.support.StaffRequests.rowVersions;
import static dev.shopwire.app.support.UsageEventResponses.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Tenants;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the console's calls for contacts. */
@Tag("everywhere")
class ContactsConsoleIT {
  private static final Tenants TENANTS = RunningService.shared().tenants();
  private static final SchemaCheckedHttp CONSOLE = TENANTS.console();
  private static final String API = "/console/api";

  private final Tenants.App app = TENANTS.app();
  private String customer = "";

  @BeforeEach
  void createCustomer() {
    push(app);
    customer = customerId(app);
  }

  private Response create(String contact) {
    return CONSOLE.post(API + "/customers/" + customer + "/contacts", contact);
  }

  private static Response change(JsonNode contact, String fields) {
    return CONSOLE.patch(API + "/contacts/" + contact.path("contactId").asText(), fields);
  }

  private static Response delete(JsonNode contact) {
    return CONSOLE.delete(API + "/contacts/" + contact.path("contactId").asText());
  }

  private static JsonNode contactOf(Response response) {
    assertEquals(200, response.status(), response::body);
    return response.json().path("contact");
  }

  @Test
  void aContactIsCreatedChangedAndDeletedManually() {
    JsonNode created =
        contactOf(
            create(
                """
                {"id":7,"firstName":"Ada","lastName":"Berg","email":"ada@acme.example",
                 "installer":true,"tags":["friend"]}
                """));
    assertEquals("manual", created.path("source").textValue());
    assertEquals("7", created.path("id").textValue());
    assertEquals("installer", created.path("role").textValue());
    assertEquals(List.of(created), contacts(app));

    JsonNode changed =
        contactOf(change(created, "{\"installer\":null,\"email\":\"a@new.example\"}"));
    assertEquals("friend", changed.path("role").textValue());
    assertEquals("Ada", changed.path("firstName").textValue());
    assertEquals(created.path("contactId"), changed.path("contactId"));
    assertEquals(List.of(changed), contacts(app));

    Response deleted = delete(created);
    assertEquals(200, deleted.status());
    assertTrue(deleted.json().path("success").booleanValue());
    assertEquals(List.of(), contacts(app));
    assertFails(delete(created), 404, "unknown_contact");
    assertFails(change(created, "{\"firstName\":\"B\"}"), 404, "unknown_contact");
  }

  @Test
  void onlyAManualContactsIdMayBeCleared() {
    JsonNode manual = contactOf(create("{\"id\":9}"));
    assertTrue(contactOf(change(manual, "{\"id\":null}")).path("id").isNull());
    push(app, "{\"id\":9}");
    assertFails(change(contact(app, "9"), "{\"id\":null}"), 422, "id_needed");
  }

  @Test
  void severalContactsMayHaveNoIdAndOneMayGetItLater() {
    JsonNode first = contactOf(create("{\"firstName\":\"A\"}"));
    contactOf(create("{\"id\":null,\"firstName\":\"B\"}"));
    assertEquals("null null", ids(app));
    contactOf(change(first, "{\"id\":\"9\"}"));
    push(app, "{\"id\":9,\"lastName\":\"pushed\"}");
    assertEquals("pushed", contact(app, "9").path("lastName").textValue());
    assertEquals(2, contacts(app).size());
  }

  @Test
  void anIdIsUniquePerCustomer() {
    push(app, "{\"id\":1}");
    JsonNode manual = contactOf(create("{\"id\":2}"));
    for (Response refused :
        List.of(create("{\"id\":\"1\"}"), create("{\"id\":2}"), change(manual, "{\"id\":1}"))) {
      assertFails(refused, 422, "id_taken");
      assertEquals("/id", pointers(refused, "errors"));
    }
    assertEquals("1 2", ids(app));
    contactOf(change(manual, "{\"id\":2,\"firstName\":\"same id\"}"));
    Tenants.App foreignApp = TENANTS.app();
    push(foreignApp);
    String theirs = API + "/customers/" + customerId(foreignApp) + "/contacts";
    assertEquals(200, CONSOLE.post(theirs, "{\"id\":1}").status());
  }

  @Test
  void anAppsContactCanBeChangedAndDeletedAndItsSourceStays() {
    push(app, "{\"id\":1,\"firstName\":\"A\"}");
    JsonNode contact = contact(app, "1");
    JsonNode changed = contactOf(change(contact, "{\"lastName\":\"by hand\"}"));
    assertEquals("app", changed.path("source").textValue());
    assertEquals(contact.path("sourceApp"), changed.path("sourceApp"));
    assertEquals(200, delete(contact).status());
    assertEquals("", ids(app));
  }

  @Test
  void allErrorsAreReportedTogetherAndNothingChanges() {
    JsonNode contact = contactOf(create("{\"id\":1,\"firstName\":\"A\"}"));
    String before = rowVersions("contacts", app);
    String bad = "{\"id\":true,\"firstName\":7,\"email\":\"x\",\"tags\":[\"a\",\"\"]}";
    for (Response refused : List.of(create(bad), change(contact, bad))) {
      assertEquals(422, refused.status());
      assertEquals("/id /firstName /email /tags/1", pointers(refused, "errors"));
    }
    assertFails(create("{"), 400, "malformed_json");
    assertFails(change(contact, "[]"), 422, "invalid_type");
    assertEquals(before, rowVersions("contacts", app));
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
  void anUnknownIdIsNotFound(String id) {
    assertEquals(404, CONSOLE.get(API + "/customers/" + id).status());
    assertEquals(404, CONSOLE.get(API + "/workspaces/" + id + "/customers").status());
    assertEquals(404, CONSOLE.post(API + "/customers/" + id + "/contacts", "{}").status());
    assertEquals(404, CONSOLE.patch(API + "/contacts/" + id, "{}").status());
    assertEquals(404, CONSOLE.delete(API + "/contacts/" + id).status());
  }

  @Test
  void everyCallNeedsTheAdminToken() {
    JsonNode contact = contactOf(create("{\"id\":1}"));
    String path = API + "/contacts/" + contact.path("contactId").asText();
    // Wrong tokens are counted by address for all tests, missing ones aren't.
    for (String token : List.of("", "Basic " + RunningService.ADMIN_TOKEN)) {
      SchemaCheckedHttp unauthorized =
          new SchemaCheckedHttp(
              RunningService.shared().consoleUrl(),
              API + "/openapi.json",
              Map.of("Authorization", token));
      assertEquals(
          401, unauthorized.post(API + "/customers/" + customer + "/contacts", "{}").status());
      assertEquals(401, unauthorized.patch(path, "{\"id\":2}").status());
      assertEquals(401, unauthorized.delete(path).status());
      assertEquals(401, unauthorized.get(API + "/customers/" + customer).status());
      assertEquals(
          401, unauthorized.get(API + "/workspaces/" + app.workspaceId() + "/customers").status());
    }
    assertEquals(List.of(contact), contacts(app));
  }
}
