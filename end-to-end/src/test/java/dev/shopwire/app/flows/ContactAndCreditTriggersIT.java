package dev.shopwire.app.flows;

import static dev.shopwire.app.flows.FlowRuns.webhook;
import static dev.shopwire.app.flows.FlowWorkspace.assertFails;
import static dev.shopwire.app.flows.FlowWorkspace.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.app.support.WebhookFixture;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Received;
import dev.shopwire.testing.Receiver;

/** Tests runs that new contacts and credits start. */
class ContactAndCreditTriggersIT {
  private static final RunningService SERVICE = RunningService.shared();
  private static final String SHOP = "acme.example.com";

  private final AttributionFixture credits = AttributionFixture.inNewWorkspace(SERVICE.tenants());
  private final FlowWorkspace workspace =
      new FlowWorkspace(new SegmentWorkspace(SERVICE.tenants(), credits.app()));
  private final FlowRuns runs = new FlowRuns(workspace);
  private final StartedRuns started = new StartedRuns(workspace, SERVICE.sql());

  private String always(String trigger) {
    return workspace.published(definition(trigger, "always"));
  }

  private static ObjectNode definition(String trigger, String frequency) {
    return FlowWorkspace.definition(trigger, webhook("w"))
        .set("entry", SegmentWorkspace.json("{\"frequency\":\"" + frequency + "\"}"));
  }

  private void pushStaff(String people) {
    ok(
        credits
            .app()
            .api()
            .post(
                "/v1/staff",
                "{\"myplatformDomain\":\"%s\",\"reconcile\":true,\"staff\":[%s]}"
                    .formatted(SHOP, people)));
  }

  @ConcurrentTest
  void aNewContactStartsARunOfThoseWhoWantItsRole() {
    String any = always("{\"type\":\"contact_created\"}");
    String owners = always("{\"type\":\"contact_created\",\"roles\":[\"owner\",\"installer\"]}");
    String friends = always("{\"type\":\"contact_created\",\"roles\":[\"friend\"]}");
    String once = workspace.published(definition("{\"type\":\"contact_created\"}", "once"));
    String people = "{\"id\":1,\"accountOwner\":true},{\"id\":2}";
    pushStaff(people);
    started.assertCount(2, any);
    pushStaff(people);
    started.assertCount(2, any);
    pushStaff("{\"id\":1,\"accountOwner\":false},{\"id\":2,\"accountOwner\":true}");
    started.assertCount(2, any);
    started.assertCount(1, owners);
    started.assertCount(0, friends);
    String contacts = "/customers/" + workspace.segments.customerId(SHOP) + "/contacts";
    ok(
        workspace.segments.post(
            contacts, SegmentWorkspace.json("{\"id\":7,\"tags\":[\"friend\"]}")));
    started.assertCount(3, any);
    started.assertCount(1, friends);
    started.assertCount(1, owners);
    started.assertCount(1, once);
    assertEquals("already_entered 2", started.refusals(once));
    JsonNode run = runs.run(runs.awaitEnded(friends, 1).get(0));
    assertEquals(
        SegmentWorkspace.json(
            "{\"type\":\"contact_created\",\"eventId\":null,\"eventName\":null,\"receivedAt\":\"%s\"}"
                .formatted(run.path("enteredAt").asText())),
        run.path("cause"));
    assertTrue(run.path("key").isNull(), run::toString);
  }

  @ConcurrentTest
  void nothingIsStoredForWhatNoFlowStartsFrom() {
    String flow = always("{\"type\":\"contact_created\"}");
    workspace.acted(flow, "archive", "{\"runs\":\"finish\"}");
    pushStaff("{\"id\":1}");
    started.assertCount(0, flow);
    assertEquals("null", started.refusals(flow));
  }

  @ConcurrentTest
  void aCreditStartsARunOfThoseWhoWantItsAffiliateAndApp() {
    String jane = credits.affiliate("Jane", "JANE10");
    String joe = credits.affiliate("Joe", "JOE10");
    AttributionFixture other = credits.sibling();
    String any = always("{\"type\":\"credited\"}");
    String ofJane = always("{\"type\":\"credited\",\"affiliates\":[\"" + jane + "\"]}");
    String here = always("{\"type\":\"credited\",\"app\":\"" + credits.slug() + "\"}");
    String there = always("{\"type\":\"credited\",\"app\":\"" + other.slug() + "\"}");
    ok(credits.sendCode(SHOP, "JANE10"));
    started.assertCount(1, any);
    started.assertCount(1, ofJane);
    credits.sendCode(SHOP, "JANE10");
    credits.sendCode(SHOP, "JOE10");
    started.assertCount(1, any);
    String customer = workspace.segments.customerId(SHOP);
    ok(credits.correct(customer, joe, "an error"));
    started.assertCount(2, any);
    started.assertCount(1, ofJane);
    ok(credits.correct(customer, "null", "an error"));
    started.assertCount(2, any);
    ok(credits.correct(customer, jane, "no error"));
    started.assertCount(3, any);
    started.assertCount(2, ofJane);
    started.assertCount(3, here);
    started.assertCount(0, there);
    ok(other.sendCode(SHOP, "JOE10"));
    started.assertCount(1, there);
    started.assertCount(3, here);
    started.assertCount(4, any);
  }

  @ConcurrentTest
  void theMessageOfAStepTellsTheCauseWithoutProperties() {
    try (WebhookFixture fixture =
        new WebhookFixture(SERVICE.tenants(), credits.app(), new Receiver())) {
      WebhookEndpoint endpoint = fixture.endpoint("/steps", "");
      endpoint.change("{\"topics\":[\"flows/step\"]}");
      credits.affiliate("Jane", "JANE10");
      String flow = always("{\"type\":\"credited\"}");
      ok(credits.sendCode(SHOP, "JANE10"));
      Received sent = fixture.await("/steps", 1).get(0);
      JsonNode run = runs.awaitEnd(flow);
      assertEquals(run.path("cause"), sent.json().path("cause"));
      assertFalse(sent.json().path("cause").has("properties"), sent.json()::toString);
    }
  }

  @ConcurrentTest
  void aKeyNeedsAnEvent() {
    ObjectNode definition = definition("{\"type\":\"contact_created\"}", "key");
    ((ObjectNode) definition.path("entry")).put("key", "order.id");
    Response refused = workspace.create(definition);
    assertFails(422, "invalid_value", refused);
    assertEquals(
        "/definition/entry/key", refused.json().at("/errors/0/pointer").asText(), refused::body);
  }

  @ConcurrentTest
  void aCauseThatManyRunsLedToIsRefused() {
    String flow = always("{\"type\":\"contact_created\"}");
    String customer = workspace.segments.savedCustomer();
    for (int chain = 4; chain <= 7; chain++) {
      addContact(customer, chain);
    }
    started.assertCount(2, flow);
    assertEquals("chain_too_long 2", started.refusals(flow));
    assertEquals(
        "4 5",
        SERVICE
            .sql()
            .text(
                "select string_agg(chain::text, ' ' order by chain) from flow_runs where flow_id = ?",
                Long.parseLong(flow)));
  }

  /** As a step of a run would do, in whose transaction the depth is set. */
  private void addContact(String customer, int chain) {
    SERVICE
        .sql()
        .run(
            """
            insert into contacts (workspace_id, customer_id, platform_id)
            select c.workspace_id, c.id, %2$d from customers c, set_config('shopwire.flow_chain', '%2$d', true)
            where c.workspace_id = %1$s and customer_ref(c.id) = '%3$s'
            """
                .formatted(workspace.id(), chain, customer));
  }
}
