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
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that small mistakes of clients in fields and parameters are reported. */
@Tag("everywhere")
class InputEdgesIT {
  private final InputFixture fixture = new InputFixture();

  @Test
  void anUnknownQueryParameterIsNamedWithTheClosestKnownOne() {
    for (String path : List.of(PATH, PATH + "/report")) {
      Response response = fixture.get(path + "?customerid=acme.example.com");
      assertFails(response, 422, "unknown_parameter");
      assertEquals("customerid", error(response).path("parameter").asText());
      assertTrue(error(response).path("pointer").isMissingNode(), response::body);
      assertTrue(error(response).path("message").asText().contains("customerId"), response::body);
    }
    assertFails(
        fixture.get("/v1/customer?myplatformDomain=a.example&x=1"), 422, "unknown_parameter");
    for (String path : List.of("/usage-events", "/sessions", "/page-views", "/keys", "/rollups")) {
      assertFails(
          fixture.console("/apps/" + fixture.app().appId() + path + "?custmerId=a.example"),
          422,
          "unknown_parameter");
    }
    assertFails(fixture.console("/workspaces?tak=1"), 422, "unknown_parameter");
  }

  @ParameterizedTest
  @CsvSource({
    "'\"event_name\":\"x\",\"eventName\":\"kept\"', kept, event_name",
    "'\"eventName\":\"kept\",\"event_name\":\"x\"', kept, event_name",
    "'\"eventName\":\"kept\",\"event_name\":\"kept\"', kept, ''",
    "'\"eventName\":\"kept\",\"event_id\":\"x\",\"eventId\":\"e\"', kept, event_id"
  })
  void theDocumentedNameWinsWithAWarning(String fields, String name, String warned) {
    Response response = fixture.post("{" + fields + ",\"customerId\":\"one.example.com\"}");
    assertCounts(response, 1, 0, 0);
    JsonNode event = fixture.get(PATH).json().at("/events/0");
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
        fixture.post(
            "{\"eventName\":\"a\",\"customerId\":\"one.example.com\",\"timestamp\":"
                + timestamp
                + "}"),
        1,
        0,
        0);
    assertEquals(expected, fixture.get(PATH).json().at("/events/0/timestamp").asText());
  }

  @Test
  void timestampsOutOfRangeAreRejected() {
    Instant ahead = Instant.now().plus(Duration.ofHours(25));
    for (String timestamp :
        List.of("0", "1", "\"1999-12-31T23:59:59Z\"", "-1", "\"" + ahead + "\"", "99999999999")) {
      Response response =
          fixture.post(
              "{\"eventName\":\"a\",\"customerId\":\"a.example\",\"timestamp\":" + timestamp + "}");
      assertFails(response, 422, "timestamp_out_of_range");
      assertEquals("/timestamp", error(response).path("pointer").asText());
    }
  }

  @Test
  void emptyStringsCountAsMissingAndAPageViewWithoutPathGetsAWarning() {
    Response response =
        fixture.post(
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
    JsonNode event = fixture.get(PATH).json().at("/events/0");
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
    Response response = fixture.post("{\"events\":[" + event + "]}");
    assertFails(response, 422, "invalid_text");
    assertEquals(pointer, error(response).path("pointer").asText());
    assertTrue(error(response).path("message").asText().contains(reason), response::body);
    assertEquals(1, response.json().path("rejected").size());
  }

  @Test
  void identifyRejectsStringsThatCannotBeStoredToo() {
    Response response =
        fixture
            .app()
            .api()
            .post(
                "/v1/identify",
                "{\"myplatformDomain\":\"a.example\",\"unknown\":{\"x\":[\"\\u0000\"]}}");
    assertFails(response, 422, "invalid_text");
    assertEquals("/unknown/x/0", error(response).path("pointer").asText());
  }

  @Test
  void theConsoleRejectsUnknownFields() {
    Response response =
        RunningService.shared()
            .tenants()
            .console()
            .post("/console/api/workspaces", "{\"name\":\"a\",\"nmae\":\"b\",\"x\":{}}");
    assertFails(response, 422, "unknown_field");
    assertEquals("/nmae", error(response).path("pointer").asText());
    assertEquals(2, response.json().path("errors").size());
  }

  @Test
  void invalidCursorsAreRejected() {
    for (String cursor : List.of("zzz", "50", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "-1", "%00")) {
      assertEquals(422, fixture.get(PATH + "?cursor=" + cursor).status(), cursor);
      for (String list : List.of("/usage-events", "/sessions", "/page-views", "/keys")) {
        Response response =
            fixture.console("/apps/" + fixture.app().appId() + list + "?cursor=" + cursor);
        assertEquals(422, response.status(), () -> list + " " + cursor + response.body());
      }
    }
  }

  @Test
  void timezonesAreIanaNamesInAnyCase() {
    fixture.store("one.example.com");
    JsonNode report =
        fixture.get(PATH + "/report?period=hourly&timezone=europe/ZURICH").json().path("report");
    assertEquals("Europe/Zurich", report.path("timezone").asText(), report::toString);
    String date = report.at("/data/0/date").asText();
    assertTrue(date.matches("\\d{4}-\\d{2}-\\d{2}T\\d{2}:00:00\\+0[12]:00"), report::toString);
    for (String zone : List.of("%2B02:00", "UTC%2B2", "CEST", "GMT%2B2", "Z", "SystemV/EST5")) {
      assertFails(fixture.get(PATH + "/report?timezone=" + zone), 422, "invalid_timezone");
    }
  }

  @Test
  void aDotInAPropertyNameCanBeEscaped() {
    assertCounts(
        fixture.post(
            """
            {"eventName":"a","customerId":"one.example.com","properties":{"a.b":{"c":"x"},"a":{"b":1}}}
            """),
        1,
        0,
        0);
    String filter = "[{\"property\":\"a\\\\.b.c\",\"operator\":\"equals\",\"value\":\"x\"}]";
    assertEquals(
        1, fixture.get(PATH + "?properties=" + encoded(filter)).json().path("events").size());
    JsonNode report =
        fixture
            .get(PATH + "/report?period=all_time&groupBy=" + encoded("a\\.b.c"))
            .json()
            .path("report");
    assertEquals("x", report.at("/groups/0/group").asText(), report::toString);
  }
}
