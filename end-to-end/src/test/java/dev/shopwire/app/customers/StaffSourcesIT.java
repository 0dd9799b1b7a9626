package dev.shopwire.app.customers;

import static dev.shopwire.app.support.StaffRequests.assertCounts;
import static dev.shopwire.app.support.StaffRequests.contact;
import static dev.shopwire.app.support.StaffRequests.contacts;
import static dev.shopwire.app.support.StaffRequests.customerId;
import static dev.shopwire.app.support.StaffRequests.get;
import static dev.shopwire.app.support.StaffRequests.ids;
import static dev.shopwire.app.support.StaffRequests.push;
import static dev.shopwire.app.support.StaffRequests.reconcile;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the source of contacts, and which {@code reconcile} removes (docs/api/customers.md). */
@Tag("everywhere")
class StaffSourcesIT {
  private static final Tenants TENANTS = RunningService.shared().tenants();

  private final Tenants.App app = TENANTS.app();
  private final Tenants.App other = TENANTS.app(app.workspaceId());

  private static String slug(Tenants.App app) {
    return StreamSupport.stream(
            TENANTS
                .console()
                .get("/console/api/workspaces/" + app.workspaceId() + "/apps")
                .json()
                .path("apps")
                .spliterator(),
            false)
        .filter(listed -> listed.path("id").asText().equals(app.appId()))
        .map(listed -> listed.path("slug").asText())
        .findFirst()
        .orElseThrow();
  }

  private void addManually(String contact) {
    Response response =
        TENANTS.console().post("/console/api/customers/" + customerId(app) + "/contacts", contact);
    assertEquals(200, response.status(), response::body);
  }

  @Test
  void reconcileAddsUpdatesAndRemoves() {
    push(app, "{\"id\":1}", "{\"id\":2}", "{\"id\":3}");
    assertCounts(
        reconcile(app, "{\"id\":2,\"firstName\":\"B\"}", "{\"id\":3}", "{\"id\":4}"), 1, 1, 1, 1);
    assertEquals("2 3 4", ids(app));
    assertCounts(push(app, "{\"id\":4}"), 0, 0, 1, 0);
    assertEquals("2 3 4", ids(app));
  }

  @Test
  void reconcileWithAnEmptyListRemovesOnlyThisAppsContacts() {
    push(app, "{\"id\":1}", "{\"id\":2}");
    push(other, "{\"id\":3}");
    addManually("{\"firstName\":\"Without an id\"}");
    addManually("{\"id\":\"5\"}");
    assertCounts(push(app), 0, 0, 0, 0);
    assertEquals(5, contacts(app).size());
    assertCounts(reconcile(app), 0, 0, 0, 2);
    assertEquals("3 null 5", ids(app));
    assertCounts(reconcile(app), 0, 0, 0, 0);
    assertCounts(reconcile(other), 0, 0, 0, 1);
    assertEquals("null 5", ids(app));
  }

  @Test
  void aContactRemovedAndPushedAgainIsANewOne() {
    push(app, "{\"id\":1,\"firstName\":\"A\"}");
    String before = contact(app, "1").path("contactId").asText();
    reconcile(app);
    assertCounts(push(app, "{\"id\":1}"), 1, 0, 0, 0);
    assertEquals("null", contact(app, "1").path("firstName").toString());
    assertEquals(false, contact(app, "1").path("contactId").asText().equals(before));
  }

  @Test
  void bothAppsReadEveryContactAndItsSourceStaysTheFirstApp() {
    push(app, "{\"id\":1,\"firstName\":\"A\",\"tags\":[\"x\"]}");
    assertCounts(push(other, "{\"id\":1,\"email\":\"a@b.example\"}", "{\"id\":2}"), 1, 1, 0, 0);
    JsonNode first = contact(app, "1");
    assertEquals("A", first.path("firstName").textValue());
    assertEquals("a@b.example", first.path("email").textValue());
    assertEquals("app", first.path("source").textValue());
    assertEquals(slug(app), first.path("sourceApp").textValue());
    assertEquals(slug(other), contact(app, "2").path("sourceApp").textValue());
    assertEquals(contacts(app), contacts(other));

    // Listing another app's contact does not allow this app to remove it.
    assertCounts(reconcile(other, "{\"id\":1}", "{\"id\":2}"), 0, 0, 2, 0);
    assertCounts(reconcile(other), 0, 0, 0, 1);
    assertEquals("1", ids(app));
    assertCounts(reconcile(app), 0, 0, 0, 1);
    assertEquals("", ids(app));
  }

  @Test
  void aManualContactIsUpdatedByAPushAndStaysManual() {
    push(app);
    addManually("{\"id\":\"1\",\"firstName\":\"Ada\",\"tags\":[\"friend\"]}");
    assertCounts(push(app, "{\"id\":1,\"firstName\":\"Bea\"}"), 0, 1, 0, 0);
    JsonNode contact = contact(app, "1");
    assertEquals("Bea", contact.path("firstName").textValue());
    assertEquals("friend", contact.path("role").textValue());
    assertEquals("manual", contact.path("source").textValue());
    assertEquals("null", contact.path("sourceApp").toString());
    assertCounts(reconcile(app, "{\"id\":1}"), 0, 0, 1, 0);
    assertCounts(reconcile(app), 0, 0, 0, 0);
    assertEquals("1", ids(app));
  }

  @Test
  void anotherWorkspacesShopOfTheSameDomainIsAnotherCustomer() {
    Tenants.App foreignApp = TENANTS.app();
    push(app, "{\"id\":1,\"firstName\":\"ours\"}");
    assertEquals(404, get(foreignApp).status());
    assertCounts(reconcile(foreignApp, "{\"id\":1,\"firstName\":\"theirs\"}"), 1, 0, 0, 0);
    assertCounts(reconcile(foreignApp), 0, 0, 0, 1);
    assertEquals("ours", contact(app, "1").path("firstName").textValue());
  }
}
