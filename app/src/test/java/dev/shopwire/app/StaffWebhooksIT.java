package dev.shopwire.app;

import static dev.shopwire.app.HearingEndpoint.json;
import static dev.shopwire.common.outbox.Topic.CONTACT_CREATED;
import static dev.shopwire.common.outbox.Topic.CONTACT_DELETED;
import static dev.shopwire.common.outbox.Topic.CONTACT_UPDATED;
import static dev.shopwire.common.outbox.Topic.FIRST_IDENTIFY;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.HearingEndpoint.Told;
import dev.shopwire.common.outbox.Topic;
import dev.shopwire.testing.Http.Answer;
import dev.shopwire.testing.Tenants;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What {@code POST /staff} and the console tell of contacts to those who want to hear it. */
@Tag("everywhere")
class StaffWebhooksIT {
  private static final String SHOP = StaffCalls.SHOP;
  private static final Topic[] ALL = {CONTACT_CREATED, CONTACT_UPDATED, CONTACT_DELETED};
  private static final String CONTACTS = "/console/api/contacts/";

  private final Tenants tenants = RunningService.shared().tenants();
  private final Tenants.App app = tenants.app();

  static void push(Tenants.App app, String shop, String people) {
    String body = "{\"myplatformDomain\":\"" + shop + "\",\"staff\":[" + people + "]}";
    Answer answer = app.api().post("/v1/staff", body);
    assertEquals(200, answer.status(), answer::body);
  }

  private JsonNode payload(JsonNode contact) {
    return json(
        "{\"contact\":%s,\"customer\":{\"id\":\"%s\",\"myplatformDomain\":\"%s\"}}"
            .formatted(contact, StaffCalls.customerId(app), SHOP));
  }

  /** Topics with the platform ids of those whom they are about. */
  private static List<String> summary(HearingEndpoint endpoint) {
    return endpoint.told().stream()
        .map(told -> told.topic() + " " + told.payload().at("/contact/id").asText())
        .toList();
  }

  @Test
  void whoeverIsNewIsToldAsTheyAreRead() {
    HearingEndpoint endpoint = HearingEndpoint.inWorkspaceOf(app, ALL);
    StaffCalls.push(
        app,
        "{\"id\":7,\"firstName\":\"Ann\",\"email\":\"ann@acme.example\",\"tags\":[\"a\",\"b\"]}");
    JsonNode payload = endpoint.toldOnce(CONTACT_CREATED, app, StaffCalls.customerId(app));
    JsonNode contact = StaffCalls.contact(app, "7");
    assertEquals(payload(contact), payload);
    assertEquals(11, contact.size(), contact::toString);
  }

  @Test
  void oneMessageAPersonAndNoneForThoseWhoStayedTheSame() {
    StaffCalls.push(app, StaffCalls.people(4));
    HearingEndpoint endpoint = HearingEndpoint.inWorkspaceOf(app, ALL);
    JsonNode gone = StaffCalls.contact(app, "4");
    StaffCalls.assertCounts(
        StaffCalls.reconcile(
            app, "{\"id\":1}", "{\"id\":2,\"lastName\":\"Li\"}", "{\"id\":3}", "{\"id\":9}"),
        1,
        1,
        2,
        1);
    assertEquals(
        List.of("contacts/deleted 4", "contacts/updated 2", "contacts/created 9"),
        summary(endpoint));
    List<Told> told = endpoint.told();
    assertEquals(payload(gone), told.get(0).payload());
    assertEquals(payload(StaffCalls.contact(app, "2")), told.get(1).payload());
    StaffCalls.push(app, "{\"id\":2,\"lastName\":\"Li\"}");
    assertEquals(3, endpoint.told().size());
  }

  @Test
  void theConsoleTellsThroughNoApp() {
    StaffCalls.push(app, "{\"id\":1}");
    HearingEndpoint all = HearingEndpoint.inWorkspaceOf(app, ALL);
    HearingEndpoint one = HearingEndpoint.of(app, ALL);
    String customer = "/console/api/customers/" + StaffCalls.customerId(app) + "/contacts";
    String id =
        tenants
            .console()
            .post(customer, "{\"firstName\":\"Bo\"}")
            .json()
            .at("/contact/contactId")
            .asText();
    JsonNode changed =
        tenants.console().patch(CONTACTS + id, "{\"tags\":[\"vip\"]}").json().path("contact");
    tenants.console().patch(CONTACTS + id, "{\"tags\":[\"vip\"]}");
    assertEquals(200, tenants.console().delete(CONTACTS + id).status());
    assertEquals(404, tenants.console().delete(CONTACTS + id).status());
    List<Told> told = all.told();
    String customerId = StaffCalls.customerId(app);
    assertEquals(
        List.of(
            new Told("contacts/created", null, customerId, told.get(0).payload()),
            new Told("contacts/updated", null, customerId, payload(changed)),
            new Told("contacts/deleted", null, customerId, payload(changed))),
        told);
    assertEquals("manual", told.get(0).payload().at("/contact/source").asText());
    one.assertToldNothing();
  }

  @Test
  void aThousandPeopleOfOnePushAreAllTold() {
    HearingEndpoint endpoint = HearingEndpoint.inWorkspaceOf(app, ALL);
    StaffCalls.push(app, StaffCalls.people(1_000));
    assertEquals(
        IntStream.rangeClosed(1, 1_000).mapToObj(id -> "contacts/created " + id).toList(),
        summary(endpoint));
  }

  @Test
  void onlyWhoWantsItIsTold() {
    Tenants.App sibling = tenants.app(app.workspaceId());
    HearingEndpoint elsewhere = HearingEndpoint.inWorkspaceOf(tenants.app(), ALL);
    StaffCalls.push(app, StaffCalls.people(2));
    HearingEndpoint other = HearingEndpoint.inWorkspaceOf(app, FIRST_IDENTIFY, CONTACT_DELETED);
    HearingEndpoint ofSibling = HearingEndpoint.of(sibling, ALL);
    StaffCalls.push(app, "{\"id\":1,\"firstName\":\"Ann\"}");
    assertEquals(0, HearingEndpoint.messages(app));
    StaffCalls.push(sibling, "{\"id\":1,\"firstName\":\"Anna\"}");
    ofSibling.toldOnce(CONTACT_UPDATED, sibling, StaffCalls.customerId(app));
    other.assertToldNothing();
    elsewhere.assertToldNothing();
  }

  @Test
  void aRefusedPushTellsNothing() {
    HearingEndpoint endpoint = HearingEndpoint.inWorkspaceOf(app, ALL);
    assertEquals(422, StaffCalls.push(app, "{\"id\":1}", "{\"email\":\"nobody\"}").status());
    StaffCalls.push(app, "{\"id\":1}");
    String taken =
        RunningService.shared()
            .sql()
            .text(
                "select id from contacts where workspace_id = ?",
                Integer.parseInt(app.workspaceId()));
    assertEquals(422, tenants.console().patch(CONTACTS + taken, "{\"id\":null}").status());
    assertEquals("contacts/created 1", summary(endpoint).stream().collect(Collectors.joining(",")));
  }
}
