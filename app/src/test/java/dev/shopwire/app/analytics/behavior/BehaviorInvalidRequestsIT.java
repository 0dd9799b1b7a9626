package dev.shopwire.app.analytics.behavior;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.analytics.reports.Calculation;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Answer;
import dev.shopwire.testing.Tenants;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Invalid read requests get an error that names the parameter and says what is possible instead.
 */
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

  /** What each route needs at least. */
  private static final Map<String, Map<String, String>> NEEDED =
      Map.of("funnels", Map.of("steps", "a,b"), "dropouts", Map.of("steps", "a,b", "step", "2"));

  private final Tenants tenants = RunningService.shared().tenants();
  private final Tenants.App app = tenants.app();

  private Answer read(String route, Map<String, String> more) {
    Map<String, String> parameters = new LinkedHashMap<>(NEEDED.getOrDefault(route, Map.of()));
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

  /** The values are given one by one; each must be refused in the name of {@code parameter}. */
  private void refuse(String route, String parameter, String... values) {
    for (String value : values) {
      refuse(route, parameter, Map.of(parameter, value));
    }
  }

  private void refuse(String route, String parameter, Map<String, String> parameters) {
    Answer answer = read(route, parameters);
    String asked = route + " " + parameters.toString().replaceAll("(.{200}).*", "$1…");
    assertEquals(422, answer.status(), () -> asked + " " + answer.body());
    boolean isNamed = false;
    for (JsonNode fault : answer.json().path("errors")) {
      String message = fault.path("message").asText();
      isNamed |=
          (message + fault.path("parameter").asText()).contains(parameter)
              && message.length() > parameter.length() + 10;
    }
    assertTrue(isNamed, () -> asked + " does not say what is wrong: " + answer.body());
  }

  @Test
  void everyReadAnswersWithoutParametersThatItDoesNotNeed() {
    for (String route : RANGES) {
      Answer answer = read(route, Map.of());
      assertEquals(200, answer.status(), () -> route + " " + answer.body());
    }
  }

  @Test
  void pages() {
    for (String route : LISTS) {
      refuse(route, "take", "0", "1001", "-1", "x", "1.5", "99999999999999999999");
      refuse(route, "cursor", "x", "\0", "😀", LONG, "%", "AAAA", "bnVsbA", "eyJhIjoxfQ");
    }
    refuse("events", "limit", Map.of("limit", "1001"));
  }

  @Test
  void ranges() {
    for (String route : RANGES) {
      refuse(route, "timezone", "Mars/Olympus", "Europe/", "+25:00", "x\0", LONG);
      for (String date : List.of("startDate", "endDate")) {
        refuse(route, date, "tomorrow", "2026-02-30", "2026-13-01", "0000-01-01", "9".repeat(30));
        refuse(route, date, "2026-01-01T25:00:00Z", "-999999999-01-01", LONG, "a\0b");
      }
      refuse(route, "endDate", Map.of("startDate", "2026-02-02", "endDate", "2026-02-01"));
      refuse(
          route,
          "endDate",
          Map.of("startDate", "2026-02-02T00:00:00Z", "endDate", "2026-02-02T00:00:00Z"));
    }
  }

  @Test
  void reports() {
    for (String route : List.of("report", "console report")) {
      refuse(route, "calculation", "total", "COUNT(*)", LONG);
      refuse(route, "period", "fortnightly", "last_8_days", LONG);
      refuse(route, "interval", "secondly", "last_7_days");
      refuse(route, "compare", "next", "previous,previous");
      refuse(route, "limit", Map.of("groupBy", "plan", "limit", "0"));
      refuse(route, "limit", Map.of("groupBy", "plan", "limit", "1001"));
      for (Calculation calculation : Calculation.values()) {
        if (calculation.needsProperty()) {
          refuse(route, "overProperty", Map.of("calculation", calculation.apiName()));
        }
      }
      refuse(route, "overProperty", Map.of("calculation", "sum", "overProperty", "a\0b"));
      refuse(route, "groupBy", "a\0b");
      refuse(route, "eventName", LONG, "a\0b");
      refuse(
          route,
          "interval",
          Map.of("interval", "hourly", "startDate", "1970-01-01", "endDate", "2026-01-01"));
    }
    refuse("events", "calculation", "total", "p100");
    refuse("events", "overProperty", Map.of("calculation", "sum"));
  }

  @Test
  void funnels() {
    for (String route : List.of("funnels", "dropouts")) {
      refuse(route, "steps", Map.of("steps", ""));
      refuse(
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
      refuse(
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
      refuse(route, "order", "backwards");
    }
    refuse("dropouts", "step", "0", "1", "3", "-1", "x");
    refuse("retention", "startDate", Map.of("startDate", "2020-01-01", "endDate", "2026-01-01"));
    refuse("sessions/summary", "interval", "secondly");
  }

  @Test
  void filters() {
    for (String route : List.of("events", "console events")) {
      refuse(
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

  /** The table of operations promises no such status, so nothing is compared with it. */
  @Test
  void anAddressThatIsTooLongIsRefusedLikeAllElse() {
    String query = BehaviorApp.query(Map.of("eventName", "x".repeat(100_000)));
    for (Answer answer :
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
      assertEquals(414, answer.status(), answer::toString);
      assertEquals("close", answer.header("Connection"), "clients would send more to a dead end");
      assertTrue(answer.json().hasNonNull("error"), answer::toString);
    }
  }

  @Test
  void unknownCustomersAppsAndMetrics() {
    app.api().post("/v1/usage_events", "{\"eventName\":\"a\",\"customerId\":\"" + SHOP + "\"}");
    for (String customer : List.of("nobody.example.com", "cus_5be193d07ac4f62c")) {
      for (String route : List.of("events", "report", "console events", "console report")) {
        Answer answer = read(route, Map.of("customerId", customer));
        assertEquals(404, answer.status(), () -> route + " " + customer + " " + answer.body());
      }
    }
    for (String id : List.of("0", "999999999", "99999999999", "9223372036854775807", "x", "-1")) {
      for (String metric : List.of("usage_events", "usage_metrics")) {
        Answer answer = app.api().get("/v1/" + metric + "/" + id + "/report?period=daily");
        assertEquals(404, answer.status(), () -> metric + " " + id + " " + answer.body());
      }
      Answer shown = tenants.console().get("/console/api/usage-metrics/" + id);
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
        Answer answer = tenants.console().get("/console/api/apps/" + id + "/" + route);
        assertEquals(404, answer.status(), () -> id + " " + route + " " + answer.body());
      }
    }
  }
}
