package dev.shopwire.app.analytics.behavior;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.analytics.reports.Calculation;
import dev.shopwire.app.support.PlainJson;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Stored values and requests that are meant to break reads: none causes a 500. */
@Tag("everywhere")
class HostileEventsIT {
  private static final String EVENT =
      "{\"eventName\":%s,\"customerId\":\"s.example.com\",\"properties\":%s}";
  private static final List<String> NAMES =
      List.of(
          "a.b",
          "a'b",
          "a\"b",
          "a\\b",
          "$1",
          "%",
          "_",
          "ü😀",
          " ",
          "{a,b}",
          "$.a[*]",
          "a]b",
          "-1",
          "0",
          "?",
          "null",
          "'; drop table usage_events; --",
          noise(5_000),
          ".",
          "a..b",
          ".a");

  private final Tenants tenants = RunningService.shared().tenants();
  private final Tenants.App app = tenants.app();

  /** Text that does not compress. */
  private static String noise(int length) {
    return new Random(1)
        .ints(length, 'a', 'z' + 1)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static List<String> values() {
    return List.of(
        "1e308",
        "-1e308",
        "1e-300",
        "9".repeat(400),
        "-0",
        "-0.0",
        "0." + "1".repeat(400),
        "\"" + noise(20_000) + "\"",
        "\"" + "é😀".repeat(2_000) + "\"",
        "\"1e400\"",
        "\"NaN\"",
        "{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":1}}}}}}",
        "[[[[[[1]]]]]]",
        "[]",
        "{}",
        "null",
        "\"\"",
        "true");
  }

  private void store(String eventName, String properties) {
    Response response =
        app.api().post("/v1/usage_events", EVENT.formatted(PlainJson.write(eventName), properties));
    assertTrue(List.of(200, 422).contains(response.status()), response::body);
  }

  private Response read(String path, Map<String, String> parameters) {
    Response response = app.api().get("/v1/usage_events" + path + BehaviorApp.query(parameters));
    assertTrue(
        List.of(200, 422).contains(response.status()),
        () -> path + " " + shortened(parameters.toString()) + " " + response.body());
    return response;
  }

  private static String shortened(String text) {
    return text.substring(0, Math.min(200, text.length()));
  }

  @Test
  void everyReportSucceedsWhateverIsStored() {
    for (String value : values()) {
      store("hostile", "{\"v\":" + value + ",\"n\":1,\"in\":{\"v\":" + value + "}}");
    }
    for (String calculation : Calculation.apiNames()) {
      for (String over : List.of("v", "in.v")) {
        for (String group : List.of("", "v", "in")) {
          Response response =
              read(
                  "/report",
                  Map.of("calculation", calculation, "overProperty", over, "groupBy", group));
          assertEquals(200, response.status(), response::body);
        }
      }
    }
    Response sum = read("/report", Map.of("calculation", "sum", "overProperty", "n"));
    assertEquals(stored(), sum.json().at("/report/value").asLong(), sum::body);
    assertEquals(stored(), read("", Map.of("take", "1000")).json().path("events").size());
  }

  private long stored() {
    return RunningService.shared().sql().events(app.appId());
  }

  @Test
  void propertyNamesAreNotInterpretedAsSyntax() {
    for (String name : NAMES) {
      store("named", "{" + PlainJson.write(name) + ":7}");
    }
    for (String name : NAMES.subList(0, NAMES.size() - 4)) {
      boolean hasDot = name.contains(".");
      Response sum = read("/report", Map.of("calculation", "sum", "overProperty", name));
      if (!name.isBlank() && sum.status() == 200) {
        assertEquals(hasDot ? 0 : 7, sum.json().at("/report/value").asInt(), shortened(name));
      }
      Response found = read("", Map.of("properties", condition(name, "equals", "7")));
      if (!name.isBlank() && found.status() == 200) {
        assertEquals(hasDot ? 0 : 1, found.json().path("events").size(), shortened(name));
      }
      read("/report", Map.of("groupBy", name));
    }
    assertEquals(
        stored(), read("/report", Map.of()).json().at("/report/value").asLong(), "all are counted");
  }

  private static String condition(String property, String operator, String value) {
    return "[{\"property\":%s,\"operator\":\"%s\",\"value\":%s}]"
        .formatted(PlainJson.write(property), operator, value);
  }

  @Test
  void filterTextsAreMatchedLiterally() {
    List<String> texts = List.of("100%", "100", "a_b", "axb", "c\\d", "it's", "\"q\"", "100%x");
    for (String text : texts) {
      store("text", "{\"t\":" + PlainJson.write(text) + "}");
    }
    for (String part : List.of("%", "_", "\\", "'", "\"", "100%", "a_", "*", "(", "[", "^1")) {
      long expected = texts.stream().filter(text -> text.contains(part)).count();
      Response found =
          read("", Map.of("properties", condition("t", "contains", PlainJson.write(part))));
      assertEquals(expected, found.json().path("events").size(), part);
    }
  }

  @Test
  void filtersOfAnySizeGetAResponse() {
    store("hostile", "{\"v\":" + "9".repeat(400) + "}");
    List<String> many = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      many.add("{\"property\":\"a\",\"operator\":\"is_blank\"}");
    }
    for (int count : List.of(20, 21, 10_000)) {
      String filters = "[" + String.join(",", many.subList(0, count)) + "]";
      // Sent without schema checks: the OpenAPI document does not list the status of long URLs.
      Response response =
          new Http(RunningService.shared().httpUrl())
              .send(
                  "GET",
                  "/v1/usage_events" + BehaviorApp.query(Map.of("properties", filters)),
                  Map.of("X-Api-Key", app.key()),
                  new byte[0]);
      assertTrue(List.of(200, 414, 422).contains(response.status()), response::toString);
      assertEquals(
          response.status() != 200, response.json().hasNonNull("error"), response::toString);
    }
    for (String value :
        List.of("9".repeat(400), "1e308", "-1e-308", "0." + "0".repeat(500) + "1", "1e400")) {
      for (String operator : List.of("equals", "not_equals", "gt", "gte", "lt", "lte")) {
        read("", Map.of("properties", condition("v", operator, value)));
      }
      read("", Map.of("properties", condition("v", "in", "[" + value + "]")));
    }
    String deep = "{\"a\":".repeat(50) + "1" + "}".repeat(50);
    read("", Map.of("properties", condition("v", "equals", deep)));
    read("", Map.of("properties", condition("a" + ".a".repeat(1_000), "equals", "1")));
    Response exact = read("", Map.of("properties", condition("v", "equals", "9".repeat(400))));
    assertEquals(stored(), exact.json().path("events").size(), exact::body);
  }

  @Test
  void invalidUtf8GetsAResponse() {
    store("hostile", "{}");
    for (String name :
        List.of(
            "customerId", "eventName", "path", "sessionKey", "properties", "cursor", "timezone")) {
      for (String bytes : List.of("%FF%FE", "%ED%A0%80", "%C0%80", "%F5%80%80%80")) {
        for (String route : List.of("", "/report")) {
          Response response = app.api().get("/v1/usage_events" + route + "?" + name + "=" + bytes);
          assertTrue(List.of(200, 404, 422).contains(response.status()), response::body);
        }
      }
    }
  }

  private Map<?, ?> console(String path, Map<String, String> parameters) {
    return new BehaviorApp(tenants, app).console(path, parameters);
  }

  @Test
  void sessionsWithHostilePathsAndKeysAreListed() {
    int accepted = 0;
    for (String text :
        List.of(
            noise(2_048),
            "😀".repeat(2_048),
            "é😀".repeat(500),
            "'",
            "%",
            " ",
            "\\",
            "{}",
            "\u0001")) {
      Response response =
          app.api()
              .post(
                  "/v1/usage_events",
                  "{\"eventName\":\"page_view\",\"customerId\":\"s.example.com\",\"path\":%s,\"sessionKey\":%s}"
                      .formatted(
                          PlainJson.write(text),
                          PlainJson.write(text.substring(0, Math.min(text.length(), 126)))));
      assertTrue(List.of(200, 422).contains(response.status()), response::body);
      accepted += response.status() == 200 ? 1 : 0;
    }
    assertEquals(
        accepted,
        BehaviorApp.pages(
                query -> console("/page-views", query), "pages", Map.of(), () -> 1, () -> {})
            .size());
    String console = "/console/api/apps/" + app.appId();
    Response sessions = tenants.console().get(console + "/sessions");
    assertEquals(accepted, sessions.json().path("sessions").size(), sessions::body);
    assertEquals(
        accepted, tenants.console().get(console + "/page-views").json().path("pages").size());
    Response summary = tenants.console().get(console + "/sessions/summary");
    assertEquals(200, summary.status(), summary::body);
  }
}
