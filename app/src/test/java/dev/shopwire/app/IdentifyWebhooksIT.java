package dev.shopwire.app;

import static dev.shopwire.app.HearingEndpoint.json;
import static dev.shopwire.common.outbox.Topic.CONTACT_CREATED;
import static dev.shopwire.common.outbox.Topic.CUSTOM_FIELDS_UPDATED;
import static dev.shopwire.common.outbox.Topic.FIRST_IDENTIFY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.HearingEndpoint.Told;
import dev.shopwire.testing.Http.Answer;
import dev.shopwire.testing.Tenants;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What {@code POST /identify} tells those webhook endpoints that want to hear it. */
@Tag("everywhere")
class IdentifyWebhooksIT {
  private static final String SHOP = "acme.example.com";

  private final Tenants tenants = RunningService.shared().tenants();
  private final Tenants.App app = tenants.app();

  private static Answer identify(Tenants.App app, String members) {
    String body = "{\"myplatformDomain\":\"" + SHOP + "\"" + members + "}";
    Answer answer = app.api().post("/v1/identify", body);
    assertEquals(200, answer.status(), answer::body);
    return answer;
  }

  private static Answer push(Tenants.App app, String fields) {
    return identify(app, ",\"customFields\":{" + fields + "}");
  }

  private static String id(Answer answer) {
    return answer.json().at("/customer/id").asText();
  }

  private static JsonNode customer(String id, String name, String email) {
    return json(
        "{\"id\":\"%s\",\"myplatformDomain\":\"%s\",\"name\":%s,\"email\":%s}"
            .formatted(id, SHOP, name, email));
  }

  @Test
  void theFirstIdentifyIsToldAndNoLaterOne() {
    HearingEndpoint endpoint = HearingEndpoint.inWorkspaceOf(app, FIRST_IDENTIFY);
    String id = id(identify(app, ",\"name\":\"Acme\",\"email\":\"a@acme.example\""));
    identify(app, ",\"name\":\"Acme Ltd\"");
    identify(tenants.app(app.workspaceId()), ",\"email\":null");
    push(app, "\"plan\":\"pro\"");
    JsonNode payload = endpoint.toldOnce(FIRST_IDENTIFY, app, id);
    assertEquals(1, payload.size(), payload::toString);
    assertEquals(customer(id, "\"Acme\"", "\"a@acme.example\""), payload.path("customer"));
  }

  @Test
  void aShopThatIsKnownByOtherMeansIsIdentifiedOnceEvenIfNothingIsSaidOfIt() {
    HearingEndpoint endpoint = HearingEndpoint.inWorkspaceOf(app, FIRST_IDENTIFY);
    app.api()
        .post(
            "/v1/usage_events",
            "{\"myplatformDomain\":\"%s\",\"eventName\":\"e\"}".formatted(SHOP));
    StaffWebhooksIT.push(app, SHOP, "{\"id\":1}");
    endpoint.assertToldNothing();
    String id = id(identify(app, ""));
    assertEquals(
        customer(id, "null", "null"), endpoint.toldOnce(FIRST_IDENTIFY, app, id).path("customer"));
    String written = StaffCalls.rows("customer_profiles", app);
    identify(app, "");
    push(app, "\"plan\":null");
    assertEquals(written, StaffCalls.rows("customer_profiles", app));
    identify(app, ",\"name\":\"Acme\"");
    assertEquals(1, endpoint.told().size());
  }

  @Test
  void aCustomerOfWhomValuesWereKnownBeforeWasIdentifiedBefore() {
    push(app, "\"plan\":\"pro\"");
    HearingEndpoint endpoint = HearingEndpoint.inWorkspaceOf(app, FIRST_IDENTIFY);
    RunningService.shared()
        .sql()
        .run("delete from customer_profiles where workspace_id = " + app.workspaceId());
    push(app, "\"plan\":\"basic\"");
    identify(tenants.app(app.workspaceId()), ",\"name\":\"Acme\"");
    endpoint.assertToldNothing();
  }

  @Test
  void changedFieldsAreToldWithTheirNewValues() {
    String id = id(push(app, "\"plan\":\"basic\",\"seats\":3,\"trial\":true,\"same\":1.0"));
    HearingEndpoint endpoint = HearingEndpoint.inWorkspaceOf(app, CUSTOM_FIELDS_UPDATED);
    push(
        app,
        "\"plan\":\"pro\",\"seats\":12345678901234567890.5,\"trial\":null,\"same\":1,"
            + "\"never\":null,\"more\":{\"a\":[1,null]}");
    JsonNode payload = endpoint.toldOnce(CUSTOM_FIELDS_UPDATED, app, id);
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
  void changesOfTheProfileAreInTheCustomerButNoChangeOfFields() {
    HearingEndpoint endpoint = HearingEndpoint.inWorkspaceOf(app, CUSTOM_FIELDS_UPDATED);
    identify(app, ",\"name\":\"Acme\"");
    endpoint.assertToldNothing();
    push(app, "\"plan\":\"basic\"");
    identify(
        app, ",\"name\":\"New\",\"email\":\"n@acme.example\",\"customFields\":{\"plan\":null}");
    List<Told> told = endpoint.told();
    assertEquals(2, told.size());
    String id = told.get(0).customerId();
    assertEquals(customer(id, "\"Acme\"", "null"), told.get(0).payload().path("customer"));
    assertEquals(
        customer(id, "\"New\"", "\"n@acme.example\""), told.get(1).payload().path("customer"));
    assertEquals(json("{\"plan\":null}"), told.get(1).payload().path("customFields"));
  }

  @Test
  void onePushMayTellBothTheFirstIdentifyFirst() {
    HearingEndpoint endpoint =
        HearingEndpoint.inWorkspaceOf(app, FIRST_IDENTIFY, CUSTOM_FIELDS_UPDATED);
    push(app, "\"plan\":\"basic\"");
    assertEquals(
        List.of(FIRST_IDENTIFY.word(), CUSTOM_FIELDS_UPDATED.word()),
        endpoint.told().stream().map(Told::topic).toList());
  }

  @Test
  void aPushThatChangesNothingTellsNothing() {
    push(app, "\"plan\":\"basic\",\"seats\":1");
    HearingEndpoint endpoint =
        HearingEndpoint.inWorkspaceOf(app, FIRST_IDENTIFY, CUSTOM_FIELDS_UPDATED);
    push(app, "\"plan\":\"basic\",\"seats\":1.0,\"other\":null");
    endpoint.assertToldNothing();
  }

  @Test
  void aPrivateFieldIsNotTold() {
    push(app, "\"secret\":1,\"plan\":\"basic\"");
    hide("secret");
    HearingEndpoint endpoint = HearingEndpoint.inWorkspaceOf(app, CUSTOM_FIELDS_UPDATED);
    assertEquals(1, push(app, "\"secret\":2").json().at("/customFields/written").asInt());
    endpoint.assertToldNothing();
    push(app, "\"secret\":null,\"plan\":\"pro\"");
    assertEquals(json("{\"plan\":\"pro\"}"), endpoint.told().get(0).payload().path("customFields"));
    assertEquals(1, HearingEndpoint.messages(app));
  }

  private void hide(String name) {
    Answer hidden =
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
            Integer.parseInt(app.workspaceId()),
            name);
  }

  @Test
  void promotionAndDeletionOfAFieldTellNothing() {
    push(app, "\"plan\":\"basic\",\"seats\":1");
    HearingEndpoint endpoint = HearingEndpoint.inWorkspaceOf(app, CUSTOM_FIELDS_UPDATED);
    String path = "/console/api/custom-fields/";
    assertEquals(200, tenants.console().post(path + fieldId("plan") + "/promote", "{}").status());
    assertEquals(200, tenants.console().delete(path + fieldId("seats")).status());
    endpoint.assertToldNothing();
  }

  @Test
  void onlyWhoWantsItIsTold() {
    Tenants.App sibling = tenants.app(app.workspaceId());
    Tenants.App stranger = tenants.app();
    identify(app, ",\"name\":\"Acme\",\"customFields\":{\"plan\":\"basic\"}");
    assertEquals(0, HearingEndpoint.messages(app));
    HearingEndpoint ofSibling = HearingEndpoint.of(sibling, CUSTOM_FIELDS_UPDATED);
    HearingEndpoint ofOther = HearingEndpoint.inWorkspaceOf(app, CONTACT_CREATED);
    HearingEndpoint elsewhere = HearingEndpoint.inWorkspaceOf(stranger, CUSTOM_FIELDS_UPDATED);
    push(app, "\"plan\":\"pro\"");
    assertEquals(0, HearingEndpoint.messages(app));
    String id = id(push(sibling, "\"plan\":\"pro\""));
    ofSibling.toldOnce(CUSTOM_FIELDS_UPDATED, sibling, id);
    ofOther.assertToldNothing();
    elsewhere.assertToldNothing();
    assertEquals(0, HearingEndpoint.messages(stranger));
  }

  @Test
  void twoEndpointsAreToldOneMessage() {
    HearingEndpoint one = HearingEndpoint.inWorkspaceOf(app, FIRST_IDENTIFY);
    HearingEndpoint other = HearingEndpoint.of(app, FIRST_IDENTIFY);
    String id = id(identify(app, ""));
    one.toldOnce(FIRST_IDENTIFY, app, id);
    other.toldOnce(FIRST_IDENTIFY, app, id);
    assertEquals(1, HearingEndpoint.messages(app));
  }

  @Test
  void aRefusedPushTellsNothing() {
    push(app, "\"seats\":1");
    HearingEndpoint endpoint =
        HearingEndpoint.inWorkspaceOf(app, FIRST_IDENTIFY, CUSTOM_FIELDS_UPDATED);
    String refused =
        "{\"myplatformDomain\":\"new.example.com\",\"customFields\":{\"x\":1,\"seats\":\"many\"}}";
    assertEquals(422, app.api().post("/v1/identify", refused).status());
    endpoint.assertToldNothing();
    assertTrue(app.api().get("/v1/customer?myplatformDomain=new.example.com").status() == 404);
  }
}
