package dev.shopwire.app.webhooks;

import static dev.shopwire.app.support.RecordingEndpoint.json;
import static dev.shopwire.common.outbox.Topic.CONTACT_CREATED;
import static dev.shopwire.common.outbox.Topic.CUSTOM_FIELDS_UPDATED;
import static dev.shopwire.common.outbox.Topic.FIRST_IDENTIFY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RecordingEndpoint;
import dev.shopwire.app.support.RecordingEndpoint.Recorded;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.StaffRequests;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the webhook messages that {@code POST /identify} writes. */
@Tag("everywhere")
class IdentifyWebhooksIT {
  private static final String SHOP = "acme.example.com";

  private final Tenants tenants = RunningService.shared().tenants();
  private final Tenants.App app = tenants.app();

  private static Response identify(Tenants.App app, String jsonFields) {
    String body = "{\"myplatformDomain\":\"" + SHOP + "\"" + jsonFields + "}";
    Response response = app.api().post("/v1/identify", body);
    assertEquals(200, response.status(), response::body);
    return response;
  }

  private static Response push(Tenants.App app, String fields) {
    return identify(app, ",\"customFields\":{" + fields + "}");
  }

  private static String id(Response response) {
    return response.json().at("/customer/id").asText();
  }

  private static JsonNode customer(String id, String name, String email) {
    return json(
        "{\"id\":\"%s\",\"myplatformDomain\":\"%s\",\"name\":%s,\"email\":%s}"
            .formatted(id, SHOP, name, email));
  }

  @Test
  void onlyTheFirstIdentifyWritesAMessage() {
    RecordingEndpoint endpoint = RecordingEndpoint.inWorkspaceOf(app, FIRST_IDENTIFY);
    String id = id(identify(app, ",\"name\":\"Acme\",\"email\":\"a@acme.example\""));
    identify(app, ",\"name\":\"Acme Ltd\"");
    identify(tenants.app(app.workspaceId()), ",\"email\":null");
    push(app, "\"plan\":\"pro\"");
    JsonNode payload = endpoint.recordedOnce(FIRST_IDENTIFY, app, id);
    assertEquals(1, payload.size(), payload::toString);
    assertEquals(customer(id, "\"Acme\"", "\"a@acme.example\""), payload.path("customer"));
  }

  @Test
  void aShopKnownFromOtherRequestsIsFirstIdentifiedOnceEvenWithoutData() {
    RecordingEndpoint endpoint = RecordingEndpoint.inWorkspaceOf(app, FIRST_IDENTIFY);
    app.api()
        .post(
            "/v1/usage_events",
            "{\"myplatformDomain\":\"%s\",\"eventName\":\"e\"}".formatted(SHOP));
    StaffWebhooksIT.push(app, SHOP, "{\"id\":1}");
    endpoint.assertNothingRecorded();
    String id = id(identify(app, ""));
    assertEquals(
        customer(id, "null", "null"),
        endpoint.recordedOnce(FIRST_IDENTIFY, app, id).path("customer"));
    String written = StaffRequests.rowVersions("customer_profiles", app);
    identify(app, "");
    push(app, "\"plan\":null");
    assertEquals(written, StaffRequests.rowVersions("customer_profiles", app));
    identify(app, ",\"name\":\"Acme\"");
    assertEquals(1, endpoint.recorded().size());
  }

  @Test
  void aCustomerWithStoredValuesCountsAsIdentified() {
    push(app, "\"plan\":\"pro\"");
    RecordingEndpoint endpoint = RecordingEndpoint.inWorkspaceOf(app, FIRST_IDENTIFY);
    RunningService.shared()
        .sql()
        .run("delete from customer_profiles where workspace_id = " + app.workspaceId());
    push(app, "\"plan\":\"basic\"");
    identify(tenants.app(app.workspaceId()), ",\"name\":\"Acme\"");
    endpoint.assertNothingRecorded();
  }

  @Test
  void changedFieldsAreSentWithTheirNewValues() {
    String id = id(push(app, "\"plan\":\"basic\",\"seats\":3,\"trial\":true,\"same\":1.0"));
    RecordingEndpoint endpoint = RecordingEndpoint.inWorkspaceOf(app, CUSTOM_FIELDS_UPDATED);
    push(
        app,
        "\"plan\":\"pro\",\"seats\":12345678901234567890.5,\"trial\":null,\"same\":1,"
            + "\"never\":null,\"more\":{\"a\":[1,null]}");
    JsonNode payload = endpoint.recordedOnce(CUSTOM_FIELDS_UPDATED, app, id);
    assertEquals(
        json(
            """
            {"customer":%s,"customFields":{"plan":"pro","seats":12345678901234567890.5,
            "trial":null,"more":{"a":[1,null]}}}
            """
                .formatted(customer(id, "null", "null"))),
        payload);
  }

  @Test
  void profileChangesAreInTheCustomerButAreNotFieldChanges() {
    RecordingEndpoint endpoint = RecordingEndpoint.inWorkspaceOf(app, CUSTOM_FIELDS_UPDATED);
    identify(app, ",\"name\":\"Acme\"");
    endpoint.assertNothingRecorded();
    push(app, "\"plan\":\"basic\"");
    identify(
        app, ",\"name\":\"New\",\"email\":\"n@acme.example\",\"customFields\":{\"plan\":null}");
    List<Recorded> recorded = endpoint.recorded();
    assertEquals(2, recorded.size());
    String id = recorded.get(0).customerId();
    assertEquals(customer(id, "\"Acme\"", "null"), recorded.get(0).payload().path("customer"));
    assertEquals(
        customer(id, "\"New\"", "\"n@acme.example\""), recorded.get(1).payload().path("customer"));
    assertEquals(json("{\"plan\":null}"), recorded.get(1).payload().path("customFields"));
  }

  @Test
  void aPushMayWriteBothMessagesWithTheFirstIdentifyFirst() {
    RecordingEndpoint endpoint =
        RecordingEndpoint.inWorkspaceOf(app, FIRST_IDENTIFY, CUSTOM_FIELDS_UPDATED);
    push(app, "\"plan\":\"basic\"");
    assertEquals(
        List.of(FIRST_IDENTIFY.apiName(), CUSTOM_FIELDS_UPDATED.apiName()),
        endpoint.recorded().stream().map(Recorded::topic).toList());
  }

  @Test
  void aPushThatChangesNothingWritesNoMessage() {
    push(app, "\"plan\":\"basic\",\"seats\":1");
    RecordingEndpoint endpoint =
        RecordingEndpoint.inWorkspaceOf(app, FIRST_IDENTIFY, CUSTOM_FIELDS_UPDATED);
    push(app, "\"plan\":\"basic\",\"seats\":1.0,\"other\":null");
    endpoint.assertNothingRecorded();
  }

  @Test
  void aPrivateFieldIsNotSent() {
    push(app, "\"secret\":1,\"plan\":\"basic\"");
    hide("secret");
    RecordingEndpoint endpoint = RecordingEndpoint.inWorkspaceOf(app, CUSTOM_FIELDS_UPDATED);
    assertEquals(1, push(app, "\"secret\":2").json().at("/customFields/written").asInt());
    endpoint.assertNothingRecorded();
    push(app, "\"secret\":null,\"plan\":\"pro\"");
    assertEquals(
        json("{\"plan\":\"pro\"}"), endpoint.recorded().get(0).payload().path("customFields"));
    assertEquals(1, RecordingEndpoint.messages(app));
  }

  private void hide(String name) {
    Response hidden =
        tenants
            .console()
            .patch("/console/api/custom-fields/" + fieldId(name), "{\"private\":true}");
    assertEquals(200, hidden.status(), hidden::body);
  }

  private String fieldId(String name) {
    return RunningService.shared()
        .sql()
        .text(
            "select id from custom_fields where workspace_id = ? and name = ?",
            Long.parseLong(app.workspaceId()),
            name);
  }

  @Test
  void promotingAndDeletingAFieldWriteNoMessage() {
    push(app, "\"plan\":\"basic\",\"seats\":1");
    RecordingEndpoint endpoint = RecordingEndpoint.inWorkspaceOf(app, CUSTOM_FIELDS_UPDATED);
    String path = "/console/api/custom-fields/";
    assertEquals(200, tenants.console().post(path + fieldId("plan") + "/promote", "{}").status());
    assertEquals(200, tenants.console().delete(path + fieldId("seats")).status());
    endpoint.assertNothingRecorded();
  }

  @Test
  void onlySubscribedEndpointsGetMessages() {
    Tenants.App sibling = tenants.app(app.workspaceId());
    Tenants.App foreignApp = tenants.app();
    identify(app, ",\"name\":\"Acme\",\"customFields\":{\"plan\":\"basic\"}");
    assertEquals(0, RecordingEndpoint.messages(app));
    RecordingEndpoint ofSibling = RecordingEndpoint.of(sibling, CUSTOM_FIELDS_UPDATED);
    RecordingEndpoint ofOtherTopic = RecordingEndpoint.inWorkspaceOf(app, CONTACT_CREATED);
    RecordingEndpoint ofOtherWorkspace =
        RecordingEndpoint.inWorkspaceOf(foreignApp, CUSTOM_FIELDS_UPDATED);
    push(app, "\"plan\":\"pro\"");
    assertEquals(0, RecordingEndpoint.messages(app));
    String id = id(push(sibling, "\"plan\":\"pro\""));
    ofSibling.recordedOnce(CUSTOM_FIELDS_UPDATED, sibling, id);
    ofOtherTopic.assertNothingRecorded();
    ofOtherWorkspace.assertNothingRecorded();
    assertEquals(0, RecordingEndpoint.messages(foreignApp));
  }

  @Test
  void twoEndpointsGetTheSameMessage() {
    RecordingEndpoint one = RecordingEndpoint.inWorkspaceOf(app, FIRST_IDENTIFY);
    RecordingEndpoint other = RecordingEndpoint.of(app, FIRST_IDENTIFY);
    String id = id(identify(app, ""));
    one.recordedOnce(FIRST_IDENTIFY, app, id);
    other.recordedOnce(FIRST_IDENTIFY, app, id);
    assertEquals(1, RecordingEndpoint.messages(app));
  }

  @Test
  void aRefusedPushWritesNoMessage() {
    push(app, "\"seats\":1");
    RecordingEndpoint endpoint =
        RecordingEndpoint.inWorkspaceOf(app, FIRST_IDENTIFY, CUSTOM_FIELDS_UPDATED);
    String refused =
        "{\"myplatformDomain\":\"new.example.com\",\"customFields\":{\"x\":1,\"seats\":\"many\"}}";
    assertEquals(422, app.api().post("/v1/identify", refused).status());
    endpoint.assertNothingRecorded();
    assertTrue(app.api().get("/v1/customer?myplatformDomain=new.example.com").status() == 404);
  }
}
