package dev.shopwire.app.analytics.behavior;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.analytics.reports.Calculation;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Invalid read requests get an error that names the parameter and describes what is valid. */
@Tag("everywhere")
class BehaviorInvalidRequestsIT {
  private static final String SHOP = "s.example.com";
  private static final String LONG = "x".repeat(3_000);

  private static final List<String> LISTS =
      List.of("events", "console events", "sessions", "page-views");
  private static final List<String> RANGES =
      List.of(
          "events",
          "console events",
          "report",
          "console report",
          "sessions",
          "sessions/summary",
          "page-views",
          "funnels",
          "dropouts",
          "retention");

  /** The required parameters of each route. */
  private static final Map<String, Map<String, String>> REQUIRED =
      Map.of("funnels", Map.of("steps", "a,b"), "dropouts", Map.of("steps", "a,b", "step", "2"));

  private final Tenants tenants = RunningService.shared().tenants();
  private final Tenants.App app = tenants.app();

  private Response read(String route, Map<String, String> more) {
    Map<String, String> parameters = new LinkedHashMap<>(REQUIRED.getOrDefault(route, Map.of()));
    parameters.putAll(more);
    parameters.values().removeIf(String::isEmpty);
    String query = BehaviorApp.query(parameters);
    String console = "/console/api/apps/" + app.appId();
    return switch (route) {
      case "events" -> app.api().get("/v1/usage_events" + query);
      case "report" -> app.api().get("/v1/usage_events/report" + query);
      case "console events" -> tenants.console().get(console + "/usage-events" + query);
      case "console report" -> tenants.console().get(console + "/usage-events/report" + query);
      case "dropouts" -> tenants.console().get(console + "/funnels/dropouts" + query);
      default -> tenants.console().get(console + "/" + route + query);
    };
  }

  /** Sends each value alone; each must be rejected with an error for {@code parameter}. */
  private void assertRejected(String route, String parameter, String... values) {
    for (String value : values) {
      assertRejected(route, parameter, Map.of(parameter, value));
    }
  }

  private void assertRejected(String route, String parameter, Map<String, String> parameters) {
    Response response = read(route, parameters);
    String request = route + " " + parameters.toString().replaceAll("(.{200}).*", "$1…");
    assertEquals(422, response.status(), () -> request + " " + response.body());
    boolean isNamed = false;
    for (JsonNode error : response.json().path("errors")) {
      String message = error.path("message").asText();
      isNamed |=
          (message + error.path("parameter").asText()).contains(parameter)
              && message.length() > parameter.length() + 10;
    }
    assertTrue(isNamed, () -> request + " does not name the parameter: " + response.body());
  }

  @Test
  void everyReadSucceedsWithOnlyItsRequiredParameters() {
    for (String route : RANGES) {
      Response response = read(route, Map.of());
      assertEquals(200, response.status(), () -> route + " " + response.body());
    }
  }

  @Test
  void pages() {
    for (String route : LISTS) {
      assertRejected(route, "take", "0", "1001", "-1", "x", "1.5", "99999999999999999999");
      assertRejected(route, "cursor", "x", "\0", "😀", LONG, "%", "AAAA", "bnVsbA", "eyJhIjoxfQ");
    }
    assertRejected("events", "limit", Map.of("limit", "1001"));
  }

  @Test
  void ranges() {
    for (String route : RANGES) {
      assertRejected(route, "timezone", "Mars/Olympus", "Europe/", "+25:00", "x\0", LONG);
      for (String date : List.of("startDate", "endDate")) {
        assertRejected(
            route, date, "tomorrow", "2026-02-30", "2026-13-01", "0000-01-01", "9".repeat(30));
        assertRejected(route, date, "2026-01-01T25:00:00Z", "-999999999-01-01", LONG, "a\0b");
      }
      assertRejected(route, "endDate", Map.of("startDate", "2026-02-02", "endDate", "2026-02-01"));
      assertRejected(
          route,
          "endDate",
          Map.of("startDate", "2026-02-02T00:00:00Z", "endDate", "2026-02-02T00:00:00Z"));
    }
  }

  @Test
  void reports() {
    for (String route : List.of("report", "console report")) {
      assertRejected(route, "calculation", "total", "COUNT(*)", LONG);
      assertRejected(route, "period", "fortnightly", "last_8_days", LONG);
      assertRejected(route, "interval", "secondly", "last_7_days");
      assertRejected(route, "compare", "next", "previous,previous");
      assertRejected(route, "limit", Map.of("groupBy", "plan", "limit", "0"));
      assertRejected(route, "limit", Map.of("groupBy", "plan", "limit", "1001"));
      for (Calculation calculation : Calculation.values()) {
        if (calculation.needsProperty()) {
          assertRejected(route, "overProperty", Map.of("calculation", calculation.apiName()));
        }
      }
      assertRejected(route, "overProperty", Map.of("calculation", "sum", "overProperty", "a\0b"));
      assertRejected(route, "groupBy", "a\0b");
      assertRejected(route, "eventName", LONG, "a\0b");
      assertRejected(
          route,
          "interval",
          Map.of("interval", "hourly", "startDate", "1970-01-01", "endDate", "2026-01-01"));
    }
    assertRejected("events", "calculation", "total", "p100");
    assertRejected("events", "overProperty", Map.of("calculation", "sum"));
  }

  @Test
  void funnels() {
    for (String route : List.of("funnels", "dropouts")) {
      assertRejected(route, "steps", Map.of("steps", ""));
      assertRejected(
          route,
          "steps",
          ",",
          "a",
          "[]",
          "[1,2]",
          "[\"a\",",
          "a,,b",
          LONG + ",b",
          "a,".repeat(500) + "a",
          "a\0,b");
      assertRejected(
          route,
          "window",
          "7",
          "d",
          "-1d",
          "0d",
          "7 parsecs",
          "366d",
          "99999999999999999999d",
          "1e3d");
      assertRejected(route, "order", "backwards");
    }
    assertRejected("dropouts", "step", "0", "1", "3", "-1", "x");
    assertRejected(
        "retention", "startDate", Map.of("startDate", "2020-01-01", "endDate", "2026-01-01"));
    assertRejected("sessions/summary", "interval", "secondly");
  }

  @Test
  void filters() {
    for (String route : List.of("events", "console events")) {
      assertRejected(
          route,
          "properties",
          "x",
          "{}",
          "[1]",
          "[[]]",
          "[{}]",
          "[{\"property\":\"a\"}]",
          "[{\"property\":\"a\",\"operator\":\"like\",\"value\":1}]",
          "[{\"property\":7,\"operator\":\"equals\",\"value\":1}]",
          "[{\"property\":\"\",\"operator\":\"equals\",\"value\":1}]",
          "[{\"property\":\"a\\u0000\",\"operator\":\"equals\",\"value\":1}]",
          "[{\"property\":\"a\",\"operator\":\"equals\",\"value\":\"\\u0000\"}]",
          "[{\"property\":\"a\",\"operator\":\"equals\",\"value\":\"\\ud800\"}]",
          "[{\"property\":\"a\",\"operator\":\"equals\",\"value\":1e400000}]",
          "[{\"property\":\"a\",\"operator\":\"gt\",\"value\":\"1\"}]",
          "[{\"property\":\"a\",\"operator\":\"gt\",\"value\":1e999999999}]",
          "[{\"property\":\"a\",\"operator\":\"in\",\"value\":1}]",
          "[{\"property\":\"a\",\"operator\":\"contains\",\"value\":1}]",
          "[{\"property\":\"a\",\"operator\":\"equals\",\"value\":NaN}]",
          "[{\"property\":\"a\",\"operator\":\"is_blank\"},",
          "[".repeat(800),
          "[".repeat(400) + "]".repeat(400));
    }
  }

  /** Sent without schema checks, since the OpenAPI document does not list status 414. */
  @Test
  void aUrlThatIsTooLongIsRejectedWithAnError() {
    String query = BehaviorApp.query(Map.of("eventName", "x".repeat(100_000)));
    for (Response response :
        List.of(
            new Http(RunningService.shared().httpUrl())
                .send(
                    "GET", "/v1/usage_events" + query, Map.of("X-Api-Key", app.key()), new byte[0]),
            new Http(RunningService.shared().consoleUrl())
                .send(
                    "GET",
                    "/console/api/apps/" + app.appId() + "/usage-events" + query,
                    Map.of("Authorization", "Bearer " + RunningService.ADMIN_TOKEN),
                    new byte[0]))) {
      assertEquals(414, response.status(), response::toString);
      assertEquals("close", response.header("Connection"), "the connection must be closed");
      assertTrue(response.json().hasNonNull("error"), response::toString);
    }
  }

  @Test
  void unknownCustomersAppsAndMetrics() {
    app.api().post("/v1/usage_events", "{\"eventName\":\"a\",\"customerId\":\"" + SHOP + "\"}");
    for (String customer : List.of("nobody.example.com", "cus_5be193d07ac4f62c")) {
      for (String route : List.of("events", "report", "console events", "console report")) {
        Response response = read(route, Map.of("customerId", customer));
        assertEquals(404, response.status(), () -> route + " " + customer + " " + response.body());
      }
    }
    for (String id : List.of("0", "999999999", "99999999999", "9223372036854775807", "x", "-1")) {
      for (String metric : List.of("usage_events", "usage_metrics")) {
        Response response = app.api().get("/v1/" + metric + "/" + id + "/report?period=daily");
        assertEquals(404, response.status(), () -> metric + " " + id + " " + response.body());
      }
      Response shown = tenants.console().get("/console/api/usage-metrics/" + id);
      assertEquals(404, shown.status(), () -> id + " " + shown.body());
      for (String route :
          List.of(
              "usage-events",
              "usage-events/report",
              "sessions",
              "sessions/summary",
              "page-views",
              "funnels?steps=a,b",
              "funnels/dropouts?steps=a,b&step=2",
              "retention?eventName=a")) {
        Response response = tenants.console().get("/console/api/apps/" + id + "/" + route);
        assertEquals(404, response.status(), () -> id + " " + route + " " + response.body());
      }
    }
  }
}
