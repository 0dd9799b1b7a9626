package dev.shopwire.app.api;

import static dev.shopwire.app.api.InputFixture.PATH;
import static dev.shopwire.app.api.InputFixture.encoded;
import static dev.shopwire.app.api.InputFixture.error;
import static dev.shopwire.app.support.UsageEventResponses.assertCounts;
import static dev.shopwire.app.support.UsageEventResponses.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Sql;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how requests identify their shop, and that data is never assigned to the wrong shop. */
@Tag("everywhere")
class ShopInputIT {
  private static final Sql SQL = RunningService.shared().sql();

  private final InputFixture fixture = new InputFixture();

  @Test
  void aShopIsFoundByEachParameterNameAndByItsId() {
    fixture.store("one.example.com");
    fixture.store("two.example.com");
    String id = fixture.customerId("one.example.com");
    assertTrue(id.matches("cus_[0-9a-f]{16}"), id);
    for (String name :
        List.of(
            "customerId",
            "customer_id",
            "myplatformDomain",
            "myplatform_domain",
            "myshopifyDomain",
            "myshopify_domain")) {
      for (String shop : List.of("one.example.com", "ONE.example.com", id)) {
        JsonNode events = fixture.get(PATH + "?" + name + "=" + shop).json().path("events");
        assertEquals(1, events.size(), name);
        assertEquals(id, events.at("/0/customerId").asText());
        assertEquals("one.example.com", events.at("/0/myplatformDomain").asText());
        String report = PATH + "/report?period=all_time&" + name + "=" + shop;
        assertEquals(1, fixture.get(report).json().at("/report/value").asInt(), name);
        assertEquals(
            id,
            fixture.get("/v1/customer?" + name + "=" + shop).json().at("/customer/id").asText());
      }
    }
    assertEquals(200, fixture.console("/customers/" + id).status());
    assertEquals(404, fixture.console("/customers/1").status());
    assertFails(fixture.get(PATH + "?customerId=three.example.com"), 404, "unknown_customer");
    for (String pair :
        List.of(
            "customerId=one.example.com&myplatformDomain=two.example.com",
            "customerId=" + id + "&myplatformDomain=two.example.com")) {
      assertFails(fixture.get(PATH + "?" + pair), 422, "conflicting_fields");
      assertFails(fixture.get("/v1/customer?" + pair), 422, "conflicting_fields");
    }
    assertEquals(
        1,
        fixture
            .get(PATH + "?customerId=" + id + "&myplatformDomain=one.example.com")
            .json()
            .path("events")
            .size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "12345",
        "6f9619ff-8b86-d011-b42d-00cf4fc964ff",
        "gid://platform/Shop/1",
        "https://acme.example.com",
        "cus_1",
        "cus_zzzzzzzzzzzzzzzz"
      })
  void anIdOfAnotherSystemIsRejectedWithTheExpectedForm(String id) {
    Response posted = fixture.post("{\"eventName\":\"a\",\"customerId\":\"" + id + "\"}");
    assertFails(posted, 422, "invalid_customer_id");
    assertEquals("/customerId", error(posted).path("pointer").asText());
    assertTrue(error(posted).path("message").asText().contains("cus_"), posted::body);
    Response read = fixture.get(PATH + "?customerId=" + encoded(id));
    assertFails(read, 422, "invalid_customer_id");
    assertEquals("customerId", error(read).path("parameter").asText());
    assertFails(fixture.get("/v1/customer?id=" + encoded(id)), 422, "invalid_customer_id");
    assertEquals(
        0,
        SQL.number(
            "select count(*) from customers where workspace_id = ?",
            Long.parseLong(fixture.app().workspaceId())));
  }

  @Test
  void aDomainWithoutADotIsRejected() {
    assertFails(
        fixture.post("{\"eventName\":\"a\",\"customerId\":\"localhost\"}"), 422, "invalid_domain");
    assertFails(
        fixture.app().api().post("/v1/identify", "{\"myplatformDomain\":\"acme\"}"),
        422,
        "invalid_domain");
  }

  @Test
  void conflictingShopsOfOneEventAreRejected() {
    fixture.store("one.example.com");
    fixture.store("two.example.com");
    String id = fixture.customerId("one.example.com");
    for (String names :
        List.of(
            "\"customerId\":\"one.example.com\",\"myplatformDomain\":\"two.example.com\"",
            "\"myshopifyDomain\":\"one.example.com\",\"myplatformDomain\":\"two.example.com\"",
            "\"customerId\":\"" + id + "\",\"myplatformDomain\":\"two.example.com\"")) {
      assertFails(fixture.post("{\"eventName\":\"b\"," + names + "}"), 422, "conflicting_fields");
      Response batch =
          fixture.post(
              "{\"events\":[{\"eventName\":\"b\","
                  + names
                  + "},{\"eventName\":\"c\",\"customerId\":\"one.example.com\"}]}");
      assertCounts(batch, 1, 0, 1);
      assertTrue(batch.json().at("/rejected/0/eventId").isNull(), batch::body);
    }
    assertCounts(
        fixture.post(
            "{\"eventName\":\"d\",\"customerId\":\""
                + id
                + "\",\"myplatformDomain\":\"One.example.com\"}"),
        1,
        0,
        0);
    assertFails(
        fixture
            .app()
            .api()
            .post(
                "/v1/identify",
                "{\"myplatformDomain\":\"one.example.com\",\"myshopifyDomain\":\"two.example.com\"}"),
        422,
        "conflicting_fields");
    assertEquals(
        0,
        SQL.number(
            "select count(*) from usage_events where event_name = 'b' and app_id = ?",
            Long.parseLong(fixture.app().appId())));
  }

  @Test
  void aBatchNamesItsShopByEitherFieldAndAnEventsOwnShopWins() {
    fixture.store("one.example.com");
    String id = fixture.customerId("one.example.com");
    for (String shop : List.of("one.example.com", id)) {
      assertCounts(
          fixture.post("{\"customerId\":\"" + shop + "\",\"events\":[{\"eventName\":\"b\"}]}"),
          1,
          0,
          0);
    }
    Response own =
        fixture.post(
            """
            {"myplatformDomain":"one.example.com",
             "events":[{"eventName":"b","customerId":"two.example.com"}]}
            """);
    assertCounts(own, 1, 0, 0);
    assertEquals("conflicting_fields", own.json().at("/warnings/0/code").asText());
    assertEquals("/events/0/customerId", own.json().at("/warnings/0/pointer").asText());
    assertEquals(1, fixture.get(PATH + "?customerId=two.example.com").json().path("events").size());
    assertEquals(3, fixture.get(PATH + "?customerId=one.example.com").json().path("events").size());
  }
}
