package dev.shopwire.app.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests every call with another workspace's key and this workspace's names and ids. */
@Tag("everywhere")
@Tag("cluster")
class IsolationIT {
  private static final String SHOP = "mine.example.com";
  private static final String SECRET = "of the first tenant";

  private final Tenants tenants = RunningService.shared().tenants();
  private final Sql sql = RunningService.shared().sql();
  private final Tenants.App own = tenants.app();
  private final Tenants.App foreign = tenants.app();

  private String identify(String value) {
    return """
    {"myplatformDomain":"%s","name":"%s","email":"a@b.example",
     "customFields":{"plan":"%s","seats":%d}}
    """
        .formatted(SHOP, value, value, value.length());
  }

  private String staff(String value, boolean reconcile) {
    return """
    {"myplatformDomain":"%s","staff":[{"id":"7","firstName":"%s"}],"reconcile":%b}
    """
        .formatted(SHOP, value, reconcile);
  }

  /** All rows of the first workspace in one string. */
  private String allOwnRows() {
    StringBuilder rows = new StringBuilder();
    for (String table :
        List.of(
            "customers",
            "customer_profiles",
            "custom_fields",
            "custom_field_values",
            "custom_field_catalogs",
            "contacts")) {
      rows.append(
          sql.text(
              "select coalesce(string_agg(row_to_json(t)::text, ',' order by t::text), '') from "
                  + table
                  + " t where workspace_id = ?",
              Long.parseLong(own.workspaceId())));
    }
    return rows.toString().replaceAll("\"last_seen_at\":\"[^\"]*\"", "");
  }

  private void assertRevealsNothing(Http.Response response) {
    assertFalse(response.body().contains(SECRET), response.body());
  }

  @Test
  void aKeyOfAnotherWorkspaceChangesAndRevealsNothing() {
    SchemaCheckedHttp console = tenants.console();
    own.api().post("/v1/identify", identify(SECRET));
    own.api().post("/v1/staff", staff(SECRET, true));
    JsonNode customer = own.api().get("/v1/customer?id=" + SHOP).json().path("customer");
    String customerId = customer.path("id").asText();
    String before = allOwnRows();

    SchemaCheckedHttp api = foreign.api();
    assertEquals(404, api.get("/v1/customer?id=" + SHOP).status());
    assertEquals(404, api.get("/v1/customer?id=" + customerId).status());
    assertEquals(404, api.get("/v1/customer?myplatformDomain=" + customerId).status());
    Http.Response event =
        api.post("/v1/usage_events", "{\"eventName\":\"a\",\"customerId\":\"" + customerId + "\"}");
    assertEquals(422, event.status());
    assertEquals("unknown_customer", event.json().path("code").asText());
    assertRevealsNothing(event);

    Http.Response identify = api.post("/v1/identify", identify("other"));
    assertEquals(200, identify.status());
    assertEquals(2, identify.json().at("/customFields/created").size());
    assertRevealsNothing(identify);
    assertRevealsNothing(
        api.post("/v1/identify", identify("other").replace("\"seats\":5", "\"seats\":\"5\"")));
    Http.Response roster = api.post("/v1/staff", staff("other", true));
    assertEquals(1, roster.json().path("created").asInt());
    assertEquals(0, roster.json().path("removed").asInt());
    assertRevealsNothing(roster);
    Http.Response customerRead = api.get("/v1/customer?id=" + SHOP);
    assertEquals("other", customerRead.json().at("/customer/contacts/0/firstName").asText());
    assertRevealsNothing(customerRead);

    String fieldId =
        console
            .get("/console/api/workspaces/" + foreign.workspaceId() + "/custom-fields")
            .json()
            .at("/customFields/0/id")
            .asText();
    assertEquals(
        200, console.post("/console/api/custom-fields/" + fieldId + "/promote", "").status());
    assertRevealsNothing(
        console.get("/console/api/workspaces/" + foreign.workspaceId() + "/customers"));
    assertRevealsNothing(
        console.get(
            "/console/api/workspaces/" + foreign.workspaceId() + "/customers?search=first"));
    assertEquals(200, console.delete("/console/api/custom-fields/" + fieldId).status());

    assertEquals(before, allOwnRows());
    assertEquals(
        SECRET, own.api().get("/v1/customer?id=" + SHOP).json().at("/customer/name").asText());
  }

  @Test
  void anotherAppOfTheWorkspaceSeesTheCustomerButNotTheFields() {
    own.api().post("/v1/identify", identify(SECRET));
    SchemaCheckedHttp sibling = tenants.app(own.workspaceId()).api();
    Http.Response customerRead = sibling.get("/v1/customer?id=" + SHOP);
    assertEquals(SECRET, customerRead.json().at("/customer/name").asText());
    assertEquals(0, customerRead.json().at("/customer/customFields").size());
    sibling.post(
        "/v1/identify",
        "{\"myplatformDomain\":\"" + SHOP + "\",\"customFields\":{\"seats\":\"many\"}}");
    JsonNode fields = own.api().get("/v1/customer?id=" + SHOP).json().at("/customer/customFields");
    assertEquals(SECRET.length(), fields.path("seats").asInt());
  }
}
