package dev.shopwire.app.webhooks;

import static dev.shopwire.app.support.RecordingEndpoint.json;
import static dev.shopwire.common.outbox.Topic.CONTACT_CREATED;
import static dev.shopwire.common.outbox.Topic.CONTACT_DELETED;
import static dev.shopwire.common.outbox.Topic.CONTACT_UPDATED;
import static dev.shopwire.common.outbox.Topic.FIRST_IDENTIFY;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RecordingEndpoint;
import dev.shopwire.app.support.RecordingEndpoint.Recorded;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.StaffRequests;
import dev.shopwire.common.outbox.Topic;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the webhook messages that {@code POST /staff} and the console write about contacts. */
@Tag("everywhere")
class StaffWebhooksIT {
  private static final String SHOP = StaffRequests.SHOP;
  private static final Topic[] ALL = {CONTACT_CREATED, CONTACT_UPDATED, CONTACT_DELETED};
  private static final String CONTACTS = "/console/api/contacts/";

  private final Tenants tenants = RunningService.shared().tenants();
  private final Tenants.App app = tenants.app();

  static void push(Tenants.App app, String shop, String contacts) {
    String body = "{\"myplatformDomain\":\"" + shop + "\",\"staff\":[" + contacts + "]}";
    Response response = app.api().post("/v1/staff", body);
    assertEquals(200, response.status(), response::body);
  }

  private JsonNode payload(JsonNode contact) {
    return json(
        "{\"contact\":%s,\"customer\":{\"id\":\"%s\",\"myplatformDomain\":\"%s\"}}"
            .formatted(contact, StaffRequests.customerId(app), SHOP));
  }

  /** Topics with the platform ids of their contacts. */
  private static List<String> summary(RecordingEndpoint endpoint) {
    return endpoint.recorded().stream()
        .map(recorded -> recorded.topic() + " " + recorded.payload().at("/contact/id").asText())
        .toList();
  }

  @Test
  void aNewContactIsSentInTheFormInWhichItIsRead() {
    RecordingEndpoint endpoint = RecordingEndpoint.inWorkspaceOf(app, ALL);
    StaffRequests.push(
        app,
        "{\"id\":7,\"firstName\":\"Ann\",\"email\":\"ann@acme.example\",\"tags\":[\"a\",\"b\"]}");
    JsonNode payload = endpoint.recordedOnce(CONTACT_CREATED, app, StaffRequests.customerId(app));
    JsonNode contact = StaffRequests.contact(app, "7");
    assertEquals(payload(contact), payload);
    assertEquals(11, contact.size(), contact::toString);
  }

  @Test
  void eachChangedContactWritesOneMessageAndUnchangedOnesNone() {
    StaffRequests.push(app, StaffRequests.people(4));
    RecordingEndpoint endpoint = RecordingEndpoint.inWorkspaceOf(app, ALL);
    JsonNode deleted = StaffRequests.contact(app, "4");
    StaffRequests.assertCounts(
        StaffRequests.reconcile(
            app, "{\"id\":1}", "{\"id\":2,\"lastName\":\"Li\"}", "{\"id\":3}", "{\"id\":9}"),
        1,
        1,
        2,
        1);
    assertEquals(
        List.of("contacts/deleted 4", "contacts/updated 2", "contacts/created 9"),
        summary(endpoint));
    List<Recorded> recorded = endpoint.recorded();
    assertEquals(payload(deleted), recorded.get(0).payload());
    assertEquals(payload(StaffRequests.contact(app, "2")), recorded.get(1).payload());
    StaffRequests.push(app, "{\"id\":2,\"lastName\":\"Li\"}");
    assertEquals(3, endpoint.recorded().size());
  }

  @Test
  void messagesOfTheConsoleHaveNoApp() {
    StaffRequests.push(app, "{\"id\":1}");
    RecordingEndpoint ofWorkspace = RecordingEndpoint.inWorkspaceOf(app, ALL);
    RecordingEndpoint ofApp = RecordingEndpoint.of(app, ALL);
    String customer = "/console/api/customers/" + StaffRequests.customerId(app) + "/contacts";
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
    List<Recorded> recorded = ofWorkspace.recorded();
    String customerId = StaffRequests.customerId(app);
    assertEquals(
        List.of(
            new Recorded("contacts/created", null, customerId, recorded.get(0).payload()),
            new Recorded("contacts/updated", null, customerId, payload(changed)),
            new Recorded("contacts/deleted", null, customerId, payload(changed))),
        recorded);
    assertEquals("manual", recorded.get(0).payload().at("/contact/source").asText());
    ofApp.assertNothingRecorded();
  }

  @Test
  void aPushOfAThousandContactsWritesAThousandMessages() {
    RecordingEndpoint endpoint = RecordingEndpoint.inWorkspaceOf(app, ALL);
    StaffRequests.push(app, StaffRequests.people(1_000));
    assertEquals(
        IntStream.rangeClosed(1, 1_000).mapToObj(id -> "contacts/created " + id).toList(),
        summary(endpoint));
  }

  @Test
  void onlySubscribedEndpointsGetMessages() {
    Tenants.App sibling = tenants.app(app.workspaceId());
    RecordingEndpoint ofOtherWorkspace = RecordingEndpoint.inWorkspaceOf(tenants.app(), ALL);
    StaffRequests.push(app, StaffRequests.people(2));
    RecordingEndpoint ofOtherTopics =
        RecordingEndpoint.inWorkspaceOf(app, FIRST_IDENTIFY, CONTACT_DELETED);
    RecordingEndpoint ofSibling = RecordingEndpoint.of(sibling, ALL);
    StaffRequests.push(app, "{\"id\":1,\"firstName\":\"Ann\"}");
    assertEquals(0, RecordingEndpoint.messages(app));
    StaffRequests.push(sibling, "{\"id\":1,\"firstName\":\"Anna\"}");
    ofSibling.recordedOnce(CONTACT_UPDATED, sibling, StaffRequests.customerId(app));
    ofOtherTopics.assertNothingRecorded();
    ofOtherWorkspace.assertNothingRecorded();
  }

  @Test
  void aRefusedPushWritesNoMessage() {
    RecordingEndpoint endpoint = RecordingEndpoint.inWorkspaceOf(app, ALL);
    assertEquals(422, StaffRequests.push(app, "{\"id\":1}", "{\"email\":\"nobody\"}").status());
    StaffRequests.push(app, "{\"id\":1}");
    String contactId =
        RunningService.shared()
            .sql()
            .text(
                "select id from contacts where workspace_id = ?",
                Long.parseLong(app.workspaceId()));
    assertEquals(422, tenants.console().patch(CONTACTS + contactId, "{\"id\":null}").status());
    assertEquals("contacts/created 1", summary(endpoint).stream().collect(Collectors.joining(",")));
  }
}
