package dev.shopwire.app.api;

import static dev.shopwire.app.support.UsageEventResponses.assertCounts;
import static dev.shopwire.app.support.UsageEventResponses.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RawClient;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that small mistakes of clients are reported and never assign data to the wrong shop. */
@Tag("everywhere")
class InputEdgesIT {
  private static final Tenants TENANTS = RunningService.shared().tenants();
  private static final Sql SQL = RunningService.shared().sql();
  private static final String PATH = "/v1/usage_events";

  private final Tenants.App app = TENANTS.app();

  private Response post(String body) {
    return app.api().post(PATH, body);
  }

  private Response get(String pathAndQuery) {
    return app.api().get(pathAndQuery);
  }

  private Response console(String path) {
    return TENANTS.console().get("/console/api" + path);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static JsonNode error(Response response) {
    return response.json().at("/errors/0");
  }

  private String customerId(String shop) {
    return get("/v1/customer?myplatformDomain=" + shop).json().at("/customer/id").asText();
  }

  private void store(String shop) {
    assertCounts(post("{\"eventName\":\"a\",\"customerId\":\"" + shop + "\"}"), 1, 0, 0);
  }

  @Test
  void anUnknownQueryParameterIsNamedWithTheClosestKnownOne() {
    for (String path : List.of(PATH, PATH + "/report")) {
      Response response = get(path + "?customerid=acme.example.com");
      assertFails(response, 422, "unknown_parameter");
      assertEquals("customerid", error(response).path("parameter").asText());
      assertTrue(error(response).path("pointer").isMissingNode(), response::body);
      assertTrue(error(response).path("message").asText().contains("customerId"), response::body);
    }
    assertFails(get("/v1/customer?myplatformDomain=a.example&x=1"), 422, "unknown_parameter");
    for (String path : List.of("/usage-events", "/sessions", "/page-views", "/keys", "/rollups")) {
      assertFails(
          console("/apps/" + app.appId() + path + "?custmerId=a.example"),
          422,
          "unknown_parameter");
    }
    assertFails(console("/workspaces?tak=1"), 422, "unknown_parameter");
  }

  @Test
  void aShopIsFoundByEachParameterNameAndByItsId() {
    store("one.example.com");
    store("two.example.com");
    String id = customerId("one.example.com");
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
        JsonNode events = get(PATH + "?" + name + "=" + shop).json().path("events");
        assertEquals(1, events.size(), name);
        assertEquals(id, events.at("/0/customerId").asText());
        assertEquals("one.example.com", events.at("/0/myplatformDomain").asText());
        String report = PATH + "/report?period=all_time&" + name + "=" + shop;
        assertEquals(1, get(report).json().at("/report/value").asInt(), name);
        assertEquals(
            id, get("/v1/customer?" + name + "=" + shop).json().at("/customer/id").asText());
      }
    }
    assertEquals(200, console("/customers/" + id).status());
    assertEquals(404, console("/customers/1").status());
    assertFails(get(PATH + "?customerId=three.example.com"), 404, "unknown_customer");
    for (String pair :
        List.of(
            "customerId=one.example.com&myplatformDomain=two.example.com",
            "customerId=" + id + "&myplatformDomain=two.example.com")) {
      assertFails(get(PATH + "?" + pair), 422, "conflicting_fields");
      assertFails(get("/v1/customer?" + pair), 422, "conflicting_fields");
    }
    assertEquals(
        1,
        get(PATH + "?customerId=" + id + "&myplatformDomain=one.example.com")
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
    Response posted = post("{\"eventName\":\"a\",\"customerId\":\"" + id + "\"}");
    assertFails(posted, 422, "invalid_customer_id");
    assertEquals("/customerId", error(posted).path("pointer").asText());
    assertTrue(error(posted).path("message").asText().contains("cus_"), posted::body);
    Response read = get(PATH + "?customerId=" + encoded(id));
    assertFails(read, 422, "invalid_customer_id");
    assertEquals("customerId", error(read).path("parameter").asText());
    assertFails(get("/v1/customer?id=" + encoded(id)), 422, "invalid_customer_id");
    assertEquals(
        0,
        SQL.number(
            "select count(*) from customers where workspace_id = ?",
            Long.parseLong(app.workspaceId())));
  }

  @Test
  void aDomainWithoutADotIsRejected() {
    assertFails(post("{\"eventName\":\"a\",\"customerId\":\"localhost\"}"), 422, "invalid_domain");
    assertFails(
        app.api().post("/v1/identify", "{\"myplatformDomain\":\"acme\"}"), 422, "invalid_domain");
  }

  @Test
  void conflictingShopsOfOneEventAreRejected() {
    store("one.example.com");
    store("two.example.com");
    String id = customerId("one.example.com");
    for (String names :
        List.of(
            "\"customerId\":\"one.example.com\",\"myplatformDomain\":\"two.example.com\"",
            "\"myshopifyDomain\":\"one.example.com\",\"myplatformDomain\":\"two.example.com\"",
            "\"customerId\":\"" + id + "\",\"myplatformDomain\":\"two.example.com\"")) {
      assertFails(post("{\"eventName\":\"b\"," + names + "}"), 422, "conflicting_fields");
      Response batch =
          post(
              "{\"events\":[{\"eventName\":\"b\","
                  + names
                  + "},{\"eventName\":\"c\",\"customerId\":\"one.example.com\"}]}");
      assertCounts(batch, 1, 0, 1);
      assertTrue(batch.json().at("/rejected/0/eventId").isNull(), batch::body);
    }
    assertCounts(
        post(
            "{\"eventName\":\"d\",\"customerId\":\""
                + id
                + "\",\"myplatformDomain\":\"One.example.com\"}"),
        1,
        0,
        0);
    assertFails(
        app.api()
            .post(
                "/v1/identify",
                "{\"myplatformDomain\":\"one.example.com\",\"myshopifyDomain\":\"two.example.com\"}"),
        422,
        "conflicting_fields");
    assertEquals(
        0,
        SQL.number(
            "select count(*) from usage_events where event_name = 'b' and app_id = ?",
            Long.parseLong(app.appId())));
  }

  @Test
  void aBatchNamesItsShopByEitherFieldAndAnEventsOwnShopWins() {
    store("one.example.com");
    String id = customerId("one.example.com");
    for (String shop : List.of("one.example.com", id)) {
      assertCounts(
          post("{\"customerId\":\"" + shop + "\",\"events\":[{\"eventName\":\"b\"}]}"), 1, 0, 0);
    }
    Response own =
        post(
            """
            {"myplatformDomain":"one.example.com",
             "events":[{"eventName":"b","customerId":"two.example.com"}]}
            """);
    assertCounts(own, 1, 0, 0);
    assertEquals("conflicting_fields", own.json().at("/warnings/0/code").asText());
    assertEquals("/events/0/customerId", own.json().at("/warnings/0/pointer").asText());
    assertEquals(1, get(PATH + "?customerId=two.example.com").json().path("events").size());
    assertEquals(3, get(PATH + "?customerId=one.example.com").json().path("events").size());
  }

  @ParameterizedTest
  @CsvSource({
    "'\"event_name\":\"x\",\"eventName\":\"kept\"', kept, event_name",
    "'\"eventName\":\"kept\",\"event_name\":\"x\"', kept, event_name",
    "'\"eventName\":\"kept\",\"event_name\":\"kept\"', kept, ''",
    "'\"eventName\":\"kept\",\"event_id\":\"x\",\"eventId\":\"e\"', kept, event_id"
  })
  void theDocumentedNameWinsWithAWarning(String fields, String name, String warned) {
    Response response = post("{" + fields + ",\"customerId\":\"one.example.com\"}");
    assertCounts(response, 1, 0, 0);
    JsonNode event = get(PATH).json().at("/events/0");
    assertEquals(name, event.path("eventName").asText());
    assertEquals(
        warned.isEmpty() ? "" : "/" + warned, response.json().at("/warnings/0/pointer").asText());
  }

  @ParameterizedTest
  @CsvSource({
    "1795253400, 2026-11-21T09:30:00.000Z",
    "1795253400.25, 2026-11-21T09:30:00.250Z",
    "1795253400123, 2026-11-21T09:30:00.123Z",
    "1795253400123.4567, 2026-11-21T09:30:00.123456Z",
    "\"20261121T093000Z\", 2026-11-21T09:30:00.000Z",
    "\"2026-11-20T24:00:00Z\", 2026-11-21T00:00:00.000Z",
    "\"2026-06-30T23:59:60Z\", 2026-07-01T00:00:00.000Z"
  })
  void timestampsAreParsedAndNormalized(String timestamp, String expected) {
    assertCounts(
        post(
            "{\"eventName\":\"a\",\"customerId\":\"one.example.com\",\"timestamp\":"
                + timestamp
                + "}"),
        1,
        0,
        0);
    assertEquals(expected, get(PATH).json().at("/events/0/timestamp").asText());
  }

  @Test
  void timestampsOutOfRangeAreRejected() {
    Instant ahead = Instant.now().plus(Duration.ofHours(25));
    for (String timestamp :
        List.of("0", "1", "\"1999-12-31T23:59:59Z\"", "-1", "\"" + ahead + "\"", "99999999999")) {
      Response response =
          post(
              "{\"eventName\":\"a\",\"customerId\":\"a.example\",\"timestamp\":" + timestamp + "}");
      assertFails(response, 422, "timestamp_out_of_range");
      assertEquals("/timestamp", error(response).path("pointer").asText());
    }
  }

  @Test
  void emptyStringsCountAsMissingAndAPageViewWithoutPathGetsAWarning() {
    Response response =
        post(
            """
            {"eventName":"page_view","customerId":"one.example.com","eventId":"","path":"",
             "sessionKey":""}
            """);
    assertCounts(response, 1, 0, 0);
    assertEquals(
        List.of("/eventId empty", "/path missing_path"),
        response.json().path("warnings").findParents("pointer").stream()
            .map(warning -> warning.path("pointer").asText() + " " + warning.path("code").asText())
            .toList());
    JsonNode event = get(PATH).json().at("/events/0");
    assertTrue(event.path("path").isNull() && event.path("sessionKey").isNull(), event::toString);
  }

  @ParameterizedTest
  @CsvSource({
    "'\"unknown\":\"a\\u0000\"', /events/0/unknown, U+0000",
    "'\"unknown\":{\"deep\":[1,\"\\ud800\"]}', /events/0/unknown/deep/1, surrogate",
    "'\"properties\":{\"a\":{\"b\":\"\\udc00x\"}}', /events/0/properties/a/b, surrogate",
    "'\"properties\":{\"a\":[\"\\u0000\"]}', /events/0/properties/a/0, U+0000",
    "'\"properties\":{\"\\ud800\":1}', /events/0/properties/?, surrogate",
    "'\"x\\u0000\":1', /events/0/?, U+0000",
    "'\"path\":\"\\u0000\"', /events/0/path, U+0000"
  })
  void stringsThatCannotBeStoredAreRejectedAnywhere(String fields, String pointer, String reason) {
    String event = "{\"eventName\":\"a\",\"customerId\":\"a.example\"," + fields + "}";
    Response response = post("{\"events\":[" + event + "]}");
    assertFails(response, 422, "invalid_text");
    assertEquals(pointer, error(response).path("pointer").asText());
    assertTrue(error(response).path("message").asText().contains(reason), response::body);
    assertEquals(1, response.json().path("rejected").size());
  }

  @Test
  void identifyRejectsStringsThatCannotBeStoredToo() {
    Response response =
        app.api()
            .post(
                "/v1/identify",
                "{\"myplatformDomain\":\"a.example\",\"unknown\":{\"x\":[\"\\u0000\"]}}");
    assertFails(response, 422, "invalid_text");
    assertEquals("/unknown/x/0", error(response).path("pointer").asText());
  }

  @Test
  void theConsoleRejectsUnknownFields() {
    Response response =
        TENANTS
            .console()
            .post("/console/api/workspaces", "{\"name\":\"a\",\"nmae\":\"b\",\"x\":{}}");
    assertFails(response, 422, "unknown_field");
    assertEquals("/nmae", error(response).path("pointer").asText());
    assertEquals(2, response.json().path("errors").size());
  }

  @Test
  void invalidCursorsAreRejected() {
    for (String cursor : List.of("zzz", "50", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "-1", "%00")) {
      assertEquals(422, get(PATH + "?cursor=" + cursor).status(), cursor);
      for (String list : List.of("/usage-events", "/sessions", "/page-views", "/keys")) {
        Response response = console("/apps/" + app.appId() + list + "?cursor=" + cursor);
        assertEquals(422, response.status(), () -> list + " " + cursor + response.body());
      }
    }
  }

  @Test
  void timezonesAreIanaNamesInAnyCase() {
    store("one.example.com");
    JsonNode report =
        get(PATH + "/report?period=hourly&timezone=europe/ZURICH").json().path("report");
    assertEquals("Europe/Zurich", report.path("timezone").asText(), report::toString);
    String date = report.at("/data/0/date").asText();
    assertTrue(date.matches("\\d{4}-\\d{2}-\\d{2}T\\d{2}:00:00\\+0[12]:00"), report::toString);
    for (String zone : List.of("%2B02:00", "UTC%2B2", "CEST", "GMT%2B2", "Z", "SystemV/EST5")) {
      assertFails(get(PATH + "/report?timezone=" + zone), 422, "invalid_timezone");
    }
  }

  @Test
  void aDotInAPropertyNameCanBeEscaped() {
    assertCounts(
        post(
            """
            {"eventName":"a","customerId":"one.example.com","properties":{"a.b":{"c":"x"},"a":{"b":1}}}
            """),
        1,
        0,
        0);
    String filter = "[{\"property\":\"a\\\\.b.c\",\"operator\":\"equals\",\"value\":\"x\"}]";
    assertEquals(1, get(PATH + "?properties=" + encoded(filter)).json().path("events").size());
    JsonNode report =
        get(PATH + "/report?period=all_time&groupBy=" + encoded("a\\.b.c")).json().path("report");
    assertEquals("x", report.at("/groups/0/group").asText(), report::toString);
  }

  @Test
  void headRespondsAsGetWithoutABody() {
    Http http = new Http(RunningService.shared().httpUrl());
    Map<String, String> key = Map.of("X-Api-Key", app.key());
    Response head = http.send("HEAD", PATH, key, new byte[0]);
    assertEquals(200, head.status());
    assertEquals("", head.body());
    assertEquals("application/json", head.header("content-type"));
    assertEquals(401, http.send("HEAD", PATH, Map.of(), new byte[0]).status());
  }

  @Test
  void anEmptyKeyCountsAsMissingAnd401NamesTheScheme() {
    Http http = new Http(RunningService.shared().httpUrl());
    Map<String, String> headers = Map.of("X-Api-Key", "", "Authorization", "Bearer " + app.key());
    assertEquals(200, http.send("GET", PATH, headers, new byte[0]).status());
    Response refused = http.send("GET", PATH, Map.of("X-Api-Key", ""), new byte[0]);
    assertEquals(401, refused.status());
    assertEquals("Bearer", refused.header("www-authenticate"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /v1/%zz HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /v1/% HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /v1/%ff HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /v1/%00 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /v1/usage_events HTTP/1.1\r\n\r\n",
        "GET /v1/usage_events HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"
      })
  void aMalformedRequestGetsAProblemResponseOnEveryPort(String request) {
    RunningService service = RunningService.shared();
    for (String url : List.of(service.httpUrl(), service.consoleUrl(), service.managementUrl())) {
      try (RawClient client = RawClient.connect(url, "127.0.0.1")) {
        assertTrue(client.write(request));
        String response = client.read(Duration.ofSeconds(2));
        assertTrue(response.startsWith("HTTP/1.1 400 "), response);
        assertTrue(response.contains("application/problem+json"), response);
        assertTrue(response.contains("\"requestId\""), response);
      }
    }
  }
}
