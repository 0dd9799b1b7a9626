package dev.shopwire.app.flows;

import static dev.shopwire.app.flows.FlowRuns.definition;
import static dev.shopwire.app.flows.FlowRuns.log;
import static dev.shopwire.app.flows.FlowRuns.webhook;
import static dev.shopwire.app.flows.FlowWorkspace.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.app.support.WebhookFixture;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Received;
import java.util.StringJoiner;
import org.junit.jupiter.api.AfterEach;

/** Tests steps that set fields of customers and change tags of their contacts. */
class ChangeStepsIT {
  private static final String SHOP = "acme.example.com";

  private final WebhookFixture fixture = WebhookFixture.inNewWorkspace();
  private final FlowWorkspace workspace =
      new FlowWorkspace(new SegmentWorkspace(fixture.tenants(), fixture.app()));
  private final FlowRuns runs = new FlowRuns(workspace);
  private final String slug = workspace.segments.slug(fixture.app());

  @AfterEach
  void closeReceiver() {
    fixture.close();
  }

  private String set(String id, String field, String value) {
    return "{\"id\":\"%s\",\"type\":\"set_field\",\"field\":\"%s\",\"app\":\"%s\",\"value\":%s}"
        .formatted(id, field, slug, value);
  }

  private static String tag(String id, String type, String tag, String to) {
    return "{\"id\":\"%s\",\"type\":\"%s\",\"tag\":\"%s\",\"to\":%s}".formatted(id, type, tag, to);
  }

  private JsonNode fields() {
    return fixture
        .app()
        .api()
        .get("/v1/customer?customerId=" + SHOP)
        .json()
        .at("/customer/customFields");
  }

  private static JsonNode json(String text) {
    return SegmentWorkspace.json(text);
  }

  private static String detail(JsonNode run, int step) {
    return run.at("/log/" + step + "/detail").asText();
  }

  @ConcurrentTest
  void fieldsOfEachTypeAreSetAndUnset() {
    workspace.segments.push(
        SHOP, "{\"plan\":\"free\",\"seats\":1,\"vip\":false,\"address\":{\"a\":1},\"old\":\"x\"}");
    String flow =
        workspace.published(
            definition(
                "upgraded",
                "",
                set("text", "plan", "\"pro\""),
                set("number", "seats", "12.5"),
                set("flag", "vip", "true"),
                set("json", "address", "{\"city\":\"Bern\"}"),
                set("none", "old", "null"),
                webhook("tell")));
    runs.send(SHOP, "upgraded", "{}");
    JsonNode run = runs.awaitEnd(flow);
    assertEquals(
        "text written, number written, flag written, json written, none written,"
            + " tell no_subscriber, completed",
        log(run));
    assertEquals(
        json("{\"plan\":\"pro\",\"seats\":12.5,\"vip\":true,\"address\":{\"city\":\"Bern\"}}"),
        fields());
    for (JsonNode step : run.path("log")) {
      assertEquals(run.path("enteredAt"), step.path("at"), run::toString);
    }
    assertEquals(5, runs.counts(flow).at("/steps").findValues("written").size());
  }

  @ConcurrentTest
  void whatAFieldHasAlreadyIsUnchanged() {
    workspace.segments.push(SHOP, "{\"plan\":\"pro\",\"seats\":2}");
    String flow =
        workspace.published(
            definition(
                "upgraded",
                "",
                set("same", "plan", "\"pro\""),
                set("equal", "seats", "2.0"),
                set("unset", "seats", "null"),
                set("again", "seats", "null")));
    runs.send(SHOP, "upgraded", "{}");
    assertEquals(
        "same unchanged, equal unchanged, unset written, again unchanged, completed",
        log(runs.awaitEnd(flow)));
    assertEquals(json("{\"plan\":\"pro\"}"), fields());
  }

  /** The run continues: what an event has is not known when the flow is published. */
  @ConcurrentTest
  void aPropertyOfTheEventIsTakenOverOrRefusedByItsType() {
    workspace.segments.push(SHOP, "{\"plan\":\"free\",\"seats\":1,\"note\":\"n\"}");
    String flow =
        workspace.published(
            definition(
                "upgraded",
                "",
                set("plan", "plan", "{\"property\":\"to.plan\"}"),
                set("seats", "seats", "{\"property\":\"to.plan\"}"),
                set("note", "note", "{\"property\":\"missing\"}"),
                set("long", "plan", "{\"property\":\"text\"}")));
    runs.send(
        SHOP,
        "upgraded",
        "{\"to\":{\"plan\":\"pro\"},\"text\":\"%s\"}".formatted("x".repeat(4_097)));
    JsonNode run = runs.awaitEnd(flow);
    assertEquals("plan written, seats refused, note written, long refused, completed", log(run));
    assertEquals("seats is a number field, got text", detail(run, 1));
    assertTrue(detail(run, 3).contains("longer than"), run::toString);
    assertEquals(json("{\"plan\":\"pro\",\"seats\":1}"), fields());
  }

  @ConcurrentTest
  void aFieldThatWasDeletedMeanwhileIsRefused() {
    workspace.segments.push(SHOP, "{\"plan\":\"free\"}");
    String flow =
        workspace.published(
            definition(
                "upgraded",
                "",
                FlowRuns.waiting("go", "\"event\":{\"eventName\":\"go\"},\"timeout\":\"1d\""),
                set("plan", "plan", "\"pro\"")));
    runs.send(SHOP, "upgraded", "{}");
    runs.awaitAt(flow, "go");
    workspace.acted(flow, "archive", "{\"runs\":\"finish\"}");
    ok(workspace.segments.delete("/custom-fields/" + workspace.segments.fieldId("plan")));
    runs.send(SHOP, "go", "{}");
    JsonNode run = runs.awaitEnd(flow);
    assertEquals("go event, plan refused, completed", log(run));
    assertEquals("The field was deleted", detail(run, 1));
  }

  /** An event that comes while the change is made is given to the run after it. */
  @ConcurrentTest
  void theRunGoesOnWithTheNextEvent() {
    workspace.segments.push(SHOP, "{\"plan\":\"free\"}");
    String flow =
        workspace.published(
            definition(
                "upgraded",
                "",
                set("plan", "plan", "\"pro\""),
                FlowRuns.waiting("go", "\"event\":{\"eventName\":\"go\"},\"timeout\":\"1d\""),
                "{\"id\":\"is-pro\",\"type\":\"filter\",\"condition\":\"cf:plan = \\\"pro\\\"\"}"));
    runs.send(SHOP, "upgraded", "{}");
    runs.send(SHOP, "go", "{}");
    assertEquals("plan written, go event, is-pro passed, completed", log(runs.awaitEnd(flow)));
  }

  @ConcurrentTest
  void theChangeIsNoIdentifyAndHasItsWebhook() {
    workspace.segments.push("other.example.com", "{\"plan\":\"free\"}");
    WebhookEndpoint endpoint = fixture.endpoint("/fields", "");
    endpoint.change("{\"topics\":[\"custom_fields/updated\",\"customers/first_identify\"]}");
    String flow = workspace.published(definition("upgraded", "", set("plan", "plan", "\"pro\"")));
    runs.send(SHOP, "upgraded", "{}");
    runs.awaitEnd(flow);
    Received sent = fixture.await("/fields", 1).get(0);
    assertEquals(json("{\"plan\":\"pro\"}"), sent.json().path("customFields"), sent::toString);
    workspace.segments.push(SHOP, "{\"plan\":\"free\"}");
    long identified =
        fixture.await("/fields", 3).stream()
            .filter(each -> !each.json().has("customFields"))
            .count();
    assertEquals(1, identified);
  }

  private void staff(String people) {
    Response response =
        fixture
            .app()
            .api()
            .post(
                "/v1/staff", "{\"myplatformDomain\":\"%s\",\"staff\":%s}".formatted(SHOP, people));
    assertEquals(200, response.status(), response::body);
  }

  private String tagsOf(String id) {
    JsonNode contacts =
        ok(workspace.segments.get(
                "/customers/" + workspace.segments.customerId(SHOP) + "/contacts"))
            .path("contacts");
    for (JsonNode contact : contacts) {
      if (contact.path("id").asText().equals(id)) {
        return contact.path("tags").toString();
      }
    }
    throw new AssertionError("no contact " + id + " in " + contacts);
  }

  @ConcurrentTest
  void tagsOfContactsAreAddedAndRemoved() {
    staff(
        """
        [{"id":"1","email":"o@acme.example","accountOwner":true},
         {"id":"2","email":"a@acme.example","tags":["admin","vip"]},
         {"id":"3","tags":["admin"]}]
        """);
    String flow =
        workspace.published(
            definition(
                "upgraded",
                "",
                tag("all", "add_tag", "vip", "[\"contacts\"]"),
                tag("owner", "remove_tag", "vip", "[\"shop\",\"owner\"]"),
                tag("role", "add_tag", "lead", "[\"role:admin\"]"),
                tag("none", "add_tag", "x", "[\"shop\",\"role:nobody\"]")));
    runs.send(SHOP, "upgraded", "{}");
    JsonNode run = runs.awaitEnd(flow);
    assertEquals(
        "all changed, owner changed, role changed, none no_recipient, completed", log(run));
    assertEquals("1", detail(run, 0));
    assertEquals("1", detail(run, 1));
    assertEquals("1", detail(run, 2));
    assertEquals("[]", tagsOf("1"));
    assertEquals("[\"admin\",\"vip\",\"lead\"]", tagsOf("2"));
    assertEquals("[\"admin\"]", tagsOf("3"));
  }

  @ConcurrentTest
  void aContactHasNoMoreTagsThanAllowed() {
    StringJoiner tags = new StringJoiner("\",\"", "[\"", "\"]");
    for (int i = 0; i < 100; i++) {
      tags.add("t" + i);
    }
    staff("[{\"id\":\"1\",\"email\":\"o@acme.example\",\"tags\":%s}]".formatted(tags));
    String flow =
        workspace.published(
            definition("upgraded", "", tag("all", "add_tag", "vip", "[\"contacts\"]")));
    runs.send(SHOP, "upgraded", "{}");
    JsonNode run = runs.awaitEnd(flow);
    assertEquals("all changed, completed", log(run));
    assertTrue(detail(run, 0).startsWith("0; 1 "), run::toString);
  }
}
