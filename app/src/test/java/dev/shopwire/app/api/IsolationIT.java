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

/** Every call, repeated with another workspace's key and this one's names and ids. */
@Tag("everywhere")
@Tag("cluster")
class IsolationIT {
  private static final String SHOP = "mine.example.com";
  private static final String SECRET = "of the first tenant";

  private final Tenants tenants = RunningService.shared().tenants();
  private final Sql sql = RunningService.shared().sql();
  private final Tenants.App mine = tenants.app();
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

  /** Everything that the first tenant has, in one text. */
  private String everythingOfMine() {
    StringBuilder all = new StringBuilder();
    for (String table :
        List.of(
            "customers",
            "customer_profiles",
            "custom_fields",
            "custom_field_values",
            "custom_field_catalogs",
            "contacts")) {
      all.append(
          sql.text(
              "select coalesce(string_agg(row_to_json(t)::text, ',' order by t::text), '') from "
                  + table
                  + " t where workspace_id = ?",
              Integer.parseInt(mine.workspaceId())));
    }
    return all.toString().replaceAll("\"last_seen_at\":\"[^\"]*\"", "");
  }

  private void reveals(Http.Answer answer) {
    assertFalse(answer.body().contains(SECRET), answer.body());
  }

  @Test
  void aForeignKeyChangesAndRevealsNothing() {
    SchemaCheckedHttp console = tenants.console();
    mine.api().post("/v1/identify", identify(SECRET));
    mine.api().post("/v1/staff", staff(SECRET, true));
    JsonNode customer = mine.api().get("/v1/customer?id=" + SHOP).json().path("customer");
    String customerId = customer.path("id").asText();
    String before = everythingOfMine();

    SchemaCheckedHttp api = foreign.api();
    assertEquals(404, api.get("/v1/customer?id=" + SHOP).status());
    assertEquals(404, api.get("/v1/customer?id=" + customerId).status());
    assertEquals(404, api.get("/v1/customer?myplatformDomain=" + customerId).status());
    Http.Answer event =
        api.post("/v1/usage_events", "{\"eventName\":\"a\",\"customerId\":\"" + customerId + "\"}");
    assertEquals(422, event.status());
    assertEquals("unknown_customer", event.json().path("code").asText());
    reveals(event);

    Http.Answer identified = api.post("/v1/identify", identify("other"));
    assertEquals(200, identified.status());
    assertEquals(2, identified.json().at("/customFields/created").size());
    reveals(identified);
    reveals(api.post("/v1/identify", identify("other").replace("\"seats\":5", "\"seats\":\"5\"")));
    Http.Answer roster = api.post("/v1/staff", staff("other", true));
    assertEquals(1, roster.json().path("created").asInt());
    assertEquals(0, roster.json().path("removed").asInt());
    reveals(roster);
    Http.Answer read = api.get("/v1/customer?id=" + SHOP);
    assertEquals("other", read.json().at("/customer/contacts/0/firstName").asText());
    reveals(read);

    String fieldId =
        console
            .get("/console/api/workspaces/" + foreign.workspaceId() + "/custom-fields")
            .json()
            .at("/customFields/0/id")
            .asText();
    assertEquals(
        200, console.post("/console/api/custom-fields/" + fieldId + "/promote", "").status());
    reveals(console.get("/console/api/workspaces/" + foreign.workspaceId() + "/customers"));
    reveals(
        console.get(
            "/console/api/workspaces/" + foreign.workspaceId() + "/customers?search=first"));
    assertEquals(200, console.delete("/console/api/custom-fields/" + fieldId).status());

    assertEquals(before, everythingOfMine());
    assertEquals(
        SECRET, mine.api().get("/v1/customer?id=" + SHOP).json().at("/customer/name").asText());
  }

  @Test
  void anotherAppOfTheWorkspaceSeesTheCustomerButNotTheFields() {
    mine.api().post("/v1/identify", identify(SECRET));
    SchemaCheckedHttp sibling = tenants.app(mine.workspaceId()).api();
    Http.Answer read = sibling.get("/v1/customer?id=" + SHOP);
    assertEquals(SECRET, read.json().at("/customer/name").asText());
    assertEquals(0, read.json().at("/customer/customFields").size());
    sibling.post(
        "/v1/identify",
        "{\"myplatformDomain\":\"" + SHOP + "\",\"customFields\":{\"seats\":\"many\"}}");
    JsonNode fields = mine.api().get("/v1/customer?id=" + SHOP).json().at("/customer/customFields");
    assertEquals(SECRET.length(), fields.path("seats").asInt());
  }
}
