package dev.shopwire.app.customers;

import static dev.shopwire.app.support.StaffRequests.assertCounts;
import static dev.shopwire.app.support.StaffRequests.contact;
import static dev.shopwire.app.support.StaffRequests.contacts;
import static dev.shopwire.app.support.StaffRequests.get;
import static dev.shopwire.app.support.StaffRequests.ids;
import static dev.shopwire.app.support.StaffRequests.people;
import static dev.shopwire.app.support.StaffRequests.pointers;
import static dev.shopwire.app.support.StaffRequests.post;
import static dev.shopwire.app.support.StaffRequests.push;
import static dev.shopwire.app.support.UsageEventResponses.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests what {@code POST /v1/staff} refuses, and what only causes warnings. */
@Tag("everywhere")
class StaffValidationIT {
  private static final Tenants TENANTS = RunningService.shared().tenants();

  private final Tenants.App app = TENANTS.app();

  @Test
  void unknownFieldsAreIgnoredAndReportedAlsoWhenNothingChanges() {
    String fields = "\"staf\":[],\"staff\":[{\"id\":1,\"surname\":\"Berg\"}]";
    for (int created : new int[] {1, 0}) {
      Response response = post(app, fields);
      assertCounts(response, created, 0, 1 - created, 0);
      assertEquals("/staf /staff/0/surname", pointers(response, "warnings"));
    }
    assertTrue(push(app, "{\"id\":2}").json().path("warnings").isMissingNode());
  }

  @Test
  void allErrorsAreReportedTogetherAndNothingIsWritten() {
    push(app, "{\"id\":1,\"firstName\":\"before\"}");
    Response response =
        post(
            app,
            """
            "reconcile":"yes","staff":[
              {"id":null,"firstName":"x"},
              {"id":1,"firstName":"after","installer":7},
              8,
              {"id":1.5,"email":"nobody@\\u0000"},
              {"id":2,"accountOwner":"true","lastName":"\\u0000"}]
            """);
    assertFails(response, 422, "invalid_type");
    assertEquals(
        List.of(
            "/reconcile",
            "/staff/0/id",
            "/staff/1/installer",
            "/staff/2",
            "/staff/2/id",
            "/staff/3/email",
            "/staff/3/id",
            "/staff/4/accountOwner",
            "/staff/4/lastName"),
        List.of(pointers(response, "errors").split(" ", -1)).stream().sorted().toList());
    assertEquals("before", contact(app, "1").path("firstName").textValue());
    assertEquals("1", ids(app));
  }

  @Test
  void anInvalidEmailOrTagDoesNotAffectTheRest() {
    push(app, "{\"id\":2,\"email\":\"bo@acme.example\"}");
    Response response =
        push(
            app,
            "{\"id\":1,\"firstName\":\"Ada\",\"email\":\"nobody\",\"tags\":[\"vip\",7,\"\"]}",
            "{\"id\":2,\"lastName\":\"Dahl\",\"email\":\"nobody\"}",
            "{\"id\":3,\"email\":\"\",\"firstName\":\"\"}");
    assertCounts(response, 2, 1, 0, 0);
    assertEquals("/staff/0/email /staff/0/tags/1 /staff/1/email", pointers(response, "warnings"));
    assertEquals("[\"vip\"]", contact(app, "1").path("tags").toString());
    assertTrue(contact(app, "1").path("email").isNull());
    assertEquals("bo@acme.example", contact(app, "2").path("email").textValue());
    assertEquals("Dahl", contact(app, "2").path("lastName").textValue());
    assertTrue(contact(app, "3").path("firstName").isNull());
  }

  @Test
  void thePlatformsAssociatedUserIsAcceptedUnchanged() {
    Response response =
        push(
            app,
            """
            {"id":902541635,"first_name":"Ada","last_name":"Berg","email":"ada@acme.example",
             "email_verified":true,"account_owner":true,"locale":"de","collaborator":false}
            """);
    assertCounts(response, 1, 0, 0, 0);
    assertEquals("/staff/0/collaborator", pointers(response, "warnings"));
    JsonNode ada = contact(app, "902541635");
    assertEquals("Ada", ada.path("firstName").textValue());
    assertEquals("Berg", ada.path("lastName").textValue());
    assertEquals("owner", ada.path("role").textValue());
  }

  @Test
  void aRefusedPushCreatesNoCustomer() {
    assertFails(push(app, "{}"), 422, "required");
    assertFails(post(app, "\"reconcile\":true"), 422, "required");
    assertEquals(404, get(app).status());
    assertFails(
        app.api().post("/v1/staff", "{\"myplatformDomain\":\"no host\",\"staff\":[]}"),
        422,
        "invalid_domain");
    assertFails(app.api().post("/v1/staff", "{\"staff\":[}"), 400, "malformed_json");
    assertEquals(401, TENANTS.as(Map.of()).post("/v1/staff", "{}").status());
  }

  @Test
  void aThousandContactsAreAcceptedAndOneMoreIsRefused() {
    assertCounts(push(app, people(1_000)), 1_000, 0, 0, 0);
    assertCounts(push(app, people(1_000)), 0, 0, 1_000, 0);
    Response refused = push(app, people(1_001));
    assertFails(refused, 422, "too_many");
    assertEquals("/staff", pointers(refused, "errors"));
    assertEquals(1_000, contacts(app).size());
  }
}
