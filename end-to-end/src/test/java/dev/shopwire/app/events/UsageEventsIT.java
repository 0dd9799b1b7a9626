package dev.shopwire.app.events;

import static dev.shopwire.app.support.UsageEventResponses.assertCounts;
import static dev.shopwire.app.support.UsageEventResponses.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests {@code POST /v1/usage_events} as docs/api/events.md describes it. */
@Tag("everywhere")
@Tag("cluster")
@Tag("stores")
class UsageEventsIT {
  private static final Tenants TENANTS = RunningService.shared().tenants();
  private static final Sql SQL = RunningService.shared().sql();
  private static final String PATH = "/v1/usage_events";

  private final Tenants.App app = TENANTS.app();

  private Response post(String body) {
    return app.api().post(PATH, body);
  }

  private String column(String column) {
    return SQL.text(
        "select " + column + " from usage_events where app_id = ?", Long.parseLong(app.appId()));
  }

  @Test
  void aSingleEventIsStoredWithAllItsFields() {
    Response response =
        post(
            """
            {"eventName":"report_exported","customerId":" ACME.platform.example ","eventId":"e1",
             "timestamp":"2026-08-08T00:13:30.123456789+02:00","path":"/a","sessionKey":"s",
             "properties":{"n":12345678901234567890,"x":1.10,"deep":{"a":[null,true,"ü😀"]}}}
            """);
    assertCounts(response, 1, 0, 0);
    assertEquals("report_exported", column("event_name"));
    assertEquals("e1", column("event_id"));
    assertEquals("/a", column("path"));
    assertEquals("s", column("session_key"));
    assertEquals("1786140810123456", column("(extract(epoch from occurred_at) * 1000000)::bigint"));
    assertEquals(
        "{\"n\": 12345678901234567890, \"x\": 1.10, \"deep\": {\"a\": [null, true, \"ü😀\"]}}",
        column("properties"));
    assertEquals(
        "acme.platform.example",
        SQL.text(
            "select c.domain from usage_events e join customers c on c.id = e.customer_id"
                + " and c.workspace_id = ? where e.app_id = ?",
            Long.parseLong(app.workspaceId()),
            Long.parseLong(app.appId())));
  }

  @Test
  void aBatchIsStoredWithAndWithoutAnOuterDomain() {
    assertCounts(
        post(
            """
            {"events":[{"eventName":"a","customerId":"one.example.com"},
                       {"eventName":"b","customerId":"two.example.com"}]}
            """),
        2,
        0,
        0);
    assertCounts(
        post(
            """
            {"events":[{"eventName":"a"},{"eventName":"b","customerId":"two.example.com"}],
             "myplatformDomain":"three.example.com"}
            """),
        2,
        0,
        0);
    assertEquals(4, SQL.events(app.appId()));
    assertEquals(
        3,
        SQL.number(
            "select count(*) from customers where workspace_id = ?",
            Long.parseLong(app.workspaceId())));
  }

  @Test
  void thePreviousVendorsNamesAndPathsAreAccepted() {
    Response response =
        TENANTS
            .as(Map.of("X-Mantle-App-Api-Key", app.key(), "X-Mantle-App-Id", "any"))
            .post(
                "//v1//usage_events/",
                """
                {"events":[{"event_name":"page_view","event_id":"v1","myshopifyDomain":"Shop.example.com",
                  "customerId":"shop.example.com","timestamp":1709315224000,
                  "properties":{"path":"/from/properties"}}]}
                """);
    assertCounts(response, 1, 0, 0);
    assertEquals("/from/properties", column("path"));
    assertEquals("1709315224", column("extract(epoch from occurred_at)::bigint"));
    assertCounts(
        TENANTS
            .as(Map.of("Authorization", "Bearer " + app.key()))
            .post(PATH, "{\"event_name\":\"a\",\"myshopifyDomain\":\"shop.example.com\"}"),
        1,
        0,
        0);
  }

  @Test
  void anIdCountsOnceWhateverItsTimestampAndForm() {
    String event = "{\"eventName\":\"a\",\"customerId\":\"s.example.com\",\"eventId\":%s%s}";
    assertCounts(post(event.formatted("42", "")), 1, 0, 0);
    assertCounts(post(event.formatted("\"42\"", "")), 0, 1, 0);
    assertCounts(
        post(event.formatted("\"42\"", ",\"timestamp\":\"2020-01-01T00:00:00Z\"")), 0, 1, 0);
    assertCounts(
        post("{\"events\":[" + event.formatted("42", "") + "," + event.formatted("43", "") + "]}"),
        1,
        1,
        0);
    assertEquals(2, SQL.events(app.appId()));
  }

  @Test
  void anIdTwiceInOneBatchCountsOnce() {
    String event = "{\"eventName\":\"a\",\"customerId\":\"s.example.com\",\"eventId\":\"x\"}";
    assertCounts(post("{\"events\":[" + event + "," + event + "," + event + "]}"), 1, 2, 0);
    assertEquals(1, SQL.events(app.appId()));
  }

  @Test
  void theSameIdInTwoAppsIsTwoEvents() {
    Tenants.App other = TENANTS.app(app.workspaceId());
    String event = "{\"eventName\":\"a\",\"customerId\":\"s.example.com\",\"eventId\":\"x\"}";
    assertCounts(post(event), 1, 0, 0);
    assertCounts(other.api().post(PATH, event), 1, 0, 0);
  }

  @Test
  void eventsWithoutAnIdAreAllStored() {
    String event = "{\"eventName\":\"a\",\"customerId\":\"s.example.com\"}";
    assertCounts(post(event), 1, 0, 0);
    assertCounts(post(event), 1, 0, 0);
    assertEquals(2, SQL.events(app.appId()));
  }

  @Test
  void anInvalidEventDoesNotAffectTheOthers() {
    Response response =
        post(
            """
            {"events":[{"eventName":"ok","customerId":"s.example.com","eventId":"g1"},
              {"eventName":"","customerId":"s.example.com","eventId":"b1"},
              {"eventName":"x","customerId":"https://s.example.com/a"},
              {"eventName":"x","customerId":"s.example.com","properties":{"a":"\\u0000"}},
              {"eventName":"x","customerId":"s.example.com","properties":{"a":"\\ud800"}},
              {"eventName":"x","customerId":"s.example.com","properties":{"a":1e400}},
              {"eventName":"x","customerId":"s.example.com","timestamp":"tomorrow"},
              {"eventName":"x","customerId":"cus_5be193d07ac4f62c"},
              7,
              {"eventName":"ok","customerId":"s.example.com","eventId":"g2"}]}
            """);
    assertCounts(response, 2, 0, 8);
    assertEquals(1, response.json().at("/rejected/0/index").asInt());
    assertEquals("b1", response.json().at("/rejected/0/eventId").asText());
    assertEquals("unknown_customer", response.json().at("/rejected/6/code").asText());
    assertEquals(8, response.json().at("/rejected/7/index").asInt());
    assertEquals(2, SQL.events(app.appId()));
  }

  @Test
  void whenNoEventIsValidEveryErrorIsReported() {
    Response response =
        post("{\"events\":[{\"customerId\":\"s.example.com\",\"path\":5},{\"eventName\":\"a\"}]}");
    assertFails(response, 422, "invalid_type");
    String pointers =
        IntStream.range(0, response.json().path("errors").size())
            .mapToObj(i -> response.json().at("/errors/" + i + "/pointer").asText())
            .collect(Collectors.joining(" "));
    assertEquals("/events/0/path /events/0/eventName /events/1/customerId", pointers);
    assertEquals(0, SQL.events(app.appId()));
  }

  @Test
  void anUnknownFieldIsReportedInWarnings() {
    Response response =
        post("{\"eventName\":\"a\",\"customerId\":\"s.example.com\",\"evntId\":\"typo\"}");
    assertCounts(response, 1, 0, 0);
    assertEquals("/evntId", response.json().at("/warnings/0/pointer").asText());
  }

  @Test
  void tooManyEventsOrNoneStoreNothing() {
    String event = "{\"eventName\":\"a\",\"customerId\":\"s.example.com\"}";
    String many = String.join(",", java.util.Collections.nCopies(201, event));
    assertFails(post("{\"events\":[" + many + "]}"), 422, "too_many_events");
    assertFails(post("{\"events\":[]}"), 422, "no_events");
    assertEquals(0, SQL.events(app.appId()));
    String allowed = String.join(",", java.util.Collections.nCopies(200, event));
    assertCounts(post("{\"events\":[" + allowed + "]}"), 200, 0, 0);
  }

  @Test
  void aTimestampMoreThanADayAheadOrFromBefore2000IsRefused() {
    String event = "{\"eventName\":\"a\",\"customerId\":\"s.example.com\",\"timestamp\":%d}";
    long now = System.currentTimeMillis();
    assertFails(post(event.formatted(now + 25 * 3_600_000L)), 422, "timestamp_out_of_range");
    assertCounts(post(event.formatted(now + 23 * 3_600_000L)), 1, 0, 0);
    assertFails(post(event.formatted(-62_000_000_000_000L)), 422, "timestamp_out_of_range");
  }

  @Test
  void aCustomerCanBeIdentifiedByItsId() {
    post("{\"eventName\":\"a\",\"customerId\":\"s.example.com\"}");
    String id = CustomerId.of(Long.parseLong(column("customer_id")));
    assertCounts(post("{\"eventName\":\"a\",\"customerId\":\"" + id + "\"}"), 1, 0, 0);
    Tenants.App foreignApp = TENANTS.app();
    assertFails(
        foreignApp.api().post(PATH, "{\"eventName\":\"a\",\"customerId\":\"" + id + "\"}"),
        422,
        "unknown_customer");
  }

  @Test
  void aResentRequestCostsNoDatabaseWork() {
    String body =
        "{\"events\":["
            + IntStream.range(0, 50)
                .mapToObj(
                    i ->
                        "{\"eventName\":\"a\",\"customerId\":\"s.example.com\",\"eventId\":\"r"
                            + i
                            + "\"}")
                .collect(Collectors.joining(","))
            + "]}";
    assertCounts(post(body), 50, 0, 0);
    double before = resentRequests();
    dev.shopwire.testing.Poll.until(
        java.time.Duration.ofSeconds(5),
        () -> "a resend is recognized by its idempotency key",
        () -> {
          assertCounts(post(body), 0, 50, 0);
          return resentRequests() > before;
        });
    assertEquals(50, SQL.events(app.appId()));
  }

  private static double resentRequests() {
    return RunningService.shared().metric("shopwire_requests_repeated_total");
  }
}
