package dev.shopwire.app.webhooks;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Stores;
import dev.shopwire.testing.Tenants;
import dev.shopwire.webhook.lanes.Lanes;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the console's calls for webhook endpoints, and which messages are written for them. */
@Tag("everywhere")
class WebhookEndpointsIT extends WebhookEndpointsFixture {
  @Test
  void anEndpointIsCreatedShownAndListed() {
    JsonNode created =
        created(USAGE + ",\"filter\":{\"eventNames\":[\"a\",\"b\"]},\"ordered\":true");
    assertEquals("https://receiver.invalid/hooks", created.path("url").asText());
    assertEquals("[\"customers/usage_event\"]", created.path("topics").toString());
    assertEquals("{\"eventNames\":[\"a\",\"b\"]}", created.path("filter").toString());
    assertTrue(created.path("apps").isNull());
    assertTrue(created.path("ordered").booleanValue());
    assertEquals("enabled", created.path("status").asText());
    assertTrue(created.path("secrets").get(0).path("expiresAt").isNull());
    String id = created.path("id").asText();
    String plain = createId("\"topics\":[\"contacts/created\",\"contacts/deleted\"]");
    assertTrue(show(plain).path("filter").isNull());
    assertFalse(show(plain).path("ordered").booleanValue());
    JsonNode first = console.get(endpointsOf(app.workspaceId()) + "?take=1").json();
    assertEquals(id, first.at("/webhookEndpoints/0/id").asText());
    assertTrue(first.path("hasNextPage").booleanValue());
    JsonNode second =
        console
            .get(endpointsOf(app.workspaceId()) + "?take=1&cursor=" + first.path("cursor").asText())
            .json();
    assertEquals(show(plain), second.at("/webhookEndpoints/0"));
    assertFalse(second.path("hasNextPage").booleanValue());
    assertEquals(2, count("webhook_counters", app.workspaceId()));
  }

  /** The number of lanes stands in migrations too, which can't read it from the code. */
  @Test
  void theDatabaseHasAsManyLanesAsTheCode() {
    Sql sql = new Sql(Stores.shared().postgresUri());
    String lanes = IntStream.range(0, Lanes.COUNT).mapToObj(String::valueOf).collect(joining(","));
    assertEquals(
        lanes, sql.text("select string_agg(lane::text, ',' order by lane) from webhook_lanes"));
    String laneOfId =
        sql.text(
            """
            select pg_get_expr(d.adbin, d.adrelid)
            from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
            where d.adrelid = 'webhook_endpoints'::regclass and a.attname = 'lane'
            """);
    assertEquals(
        lanes,
        sql.text(
            """
            select string_agg(lane::text, ',' order by lane)
            from (select distinct %s as lane from generate_series(0, 1000) id) l
            """
                .formatted(laneOfId)));
    String inFunctions =
        sql.text(
            """
            select coalesce(string_agg(distinct number[1], ','), '')
            from pg_proc p,
              regexp_matches(pg_get_functiondef(p.oid), 'endpoint\\w*\\s*%\\s*(\\d+)', 'g') number
            where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f'
            """);
    assertTrue(Set.of("", "" + Lanes.COUNT).contains(inFunctions), inFunctions);
  }

  @Test
  void aMessageIsWrittenOnlyForSubscribedEndpoints() {
    Tenants.App other = service.tenants().app();
    Tenants.App sibling = service.tenants().app(app.workspaceId());
    for (Tenants.App sender : List.of(app, other, sibling)) {
      identify(sender);
    }
    postEvent(app, "a");
    assertEquals(0, count("webhook_messages", app.workspaceId()));
    String all = createId(USAGE);
    String some =
        createId(
            USAGE + ",\"filter\":{\"eventNames\":[\"b\"]},\"apps\":[\"" + slug(sibling) + "\"]");
    String contacts = createId("\"topics\":[\"contacts/created\"]");
    postEvent(app, "b");
    postEvent(sibling, "c");
    postEvent(sibling, "b");
    postEvent(other, "b");
    assertEquals(3, count("webhook_messages", app.workspaceId()));
    assertEquals(3, due(all));
    assertEquals(1, due(some));
    assertEquals(0, due(contacts));
    assertEquals(0, count("webhook_messages", other.workspaceId()));
    assertEquals(0, count("webhook_due", other.workspaceId()));
  }

  @Test
  void aChangeKeepsTheFieldsThatItOmits() {
    String slug = slug(app);
    String id =
        createId(USAGE + ",\"filter\":{\"eventNames\":[\"a\"]},\"apps\":[\"" + slug + "\"]");
    assertEquals("customers/usage_event " + slug + " a", subscriptions(id));
    change(id, "\"topics\":[\"customers/usage_event\",\"contacts/created\"]");
    assertEquals(
        "contacts/created " + slug + " , customers/usage_event " + slug + " a", subscriptions(id));
    change(id, "\"apps\":null");
    assertEquals("contacts/created * , customers/usage_event * a", subscriptions(id));
    change(id, "\"filter\":null");
    assertEquals("contacts/created * , customers/usage_event * ", subscriptions(id));
    JsonNode before = show(id);
    assertEquals(before, change(id, ""));
    JsonNode moved = change(id, "\"url\":\"http://other.invalid/x\",\"ordered\":true");
    assertEquals("http://other.invalid/x", moved.path("url").asText());
    assertEquals(before.path("topics"), moved.path("topics"));
    assertEquals(before.path("secrets"), moved.path("secrets"));
  }

  @Test
  void unknownIdsAreNotFound() {
    for (String id : List.of("999999999999999999", "0", "x", "-1", "9999999999999999999999")) {
      assertUnknown(id);
    }
    assertEquals(404, console.get(endpointsOf("999999999")).status());
    assertEquals(
        404,
        console
            .post(endpointsOf("999999999"), "{\"url\":\"https://a.invalid\"," + USAGE + "}")
            .status());
    assertEquals(404, console.get(endpointsOf("99999999999")).status());
  }

  @Test
  void endpointsAndAppsOfAnotherWorkspaceAreNotAccessible() {
    Tenants.App other = service.tenants().app();
    String id = createId(USAGE);
    assertEquals(
        0, console.get(endpointsOf(other.workspaceId())).json().path("webhookEndpoints").size());
    assertErrors(
        create(USAGE + ",\"apps\":[\"" + slug(app) + "\",\"" + slug(other) + "\"]"),
        "/apps/1 unknown_app");
    assertErrors(
        console.patch(path(id), "{\"apps\":[\"" + slug(other) + "\"]}"), "/apps/0 unknown_app");
    assertEquals("customers/usage_event * ", subscriptions(id));
    Response foreign =
        console.post(
            endpointsOf(other.workspaceId()), "{\"url\":\"https://b.invalid\"," + USAGE + "}");
    String before = show(id).toString();
    String foreignPath = path(foreign.json().at("/webhookEndpoint/id").asText());
    console.patch(foreignPath, "{\"topics\":[\"contacts/created\"],\"status\":\"disabled\"}");
    console.post(foreignPath + "/rotate-secret", "{}");
    console.delete(foreignPath);
    assertEquals(before, show(id).toString());
    assertEquals(1, count("webhook_secrets", app.workspaceId()));
    assertEquals("customers/usage_event * ", subscriptions(id));
  }

  @Test
  void allErrorsAreReportedTogether() {
    assertErrors(
        console.post(
            endpointsOf(app.workspaceId()),
            "{\"url\":\"ftp://receiver.invalid\",\"topics\":[\"a/b\"],\"filter\":{\"eventNames\":[]}}"),
        "/url invalid_url, /topics/0 unknown_topic, /filter/eventNames invalid_filter");
    assertEquals(0, count("webhook_endpoints", app.workspaceId()));
  }
}
