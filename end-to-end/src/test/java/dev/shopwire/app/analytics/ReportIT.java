package dev.shopwire.app.analytics;

import static dev.shopwire.app.support.ReportRequests.data;
import static dev.shopwire.app.support.ReportRequests.event;
import static dev.shopwire.app.support.ReportRequests.groups;
import static dev.shopwire.app.support.ReportRequests.query;
import static dev.shopwire.app.support.ReportRequests.report;
import static dev.shopwire.app.support.ReportRequests.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.ReportRequests;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.UsageEventResponses;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code GET /v1/usage_events/report} as docs/api/reads.md describes it. */
@Tag("everywhere")
@Tag("cluster")
@Tag("stores")
class ReportIT {
  private static final Tenants TENANTS = RunningService.shared().tenants();
  private static final String DAY = "2026-03-02";

  private final Tenants.App app = TENANTS.app();

  /** Sends one event per value, a minute apart; an empty value leaves out the property v. */
  private void sendValues(String... values) {
    List<String> events = new ArrayList<>();
    for (String value : values) {
      String at = DAY + "T10:%02d:00Z".formatted(events.size());
      events.add(event("a", at, value.isEmpty() ? "" : "\"v\":" + value));
    }
    send(app, events);
  }

  /** A daily report from one day to another. */
  private JsonNode daily(String start, String end, String... more) {
    List<String> query =
        new ArrayList<>(List.of("startDate", start, "endDate", end, "interval", "daily"));
    query.addAll(List.of(more));
    return report(app, query.toArray(String[]::new));
  }

  private JsonNode reportOfDay(String calculation) {
    return daily(DAY, DAY, "calculation", calculation, "overProperty", "v");
  }

  @ParameterizedTest
  @CsvSource({
    "count,7",
    "unique,6",
    "sum,11.5",
    "avg,2.3",
    "min,-1",
    "max,10",
    "median,1",
    "p90,6.4",
    "p95,8.2",
    "p99,9.64"
  })
  void onlyJsonNumbersAreNumbers(String calculation, String value) {
    sendValues("1", "1.0", "\"1\"", "10", "-1", "null", "", "true", "0.5");
    JsonNode report = reportOfDay(calculation);
    assertEquals(value, report.path("value").toString());
    assertEquals(DAY + "=" + value, data(report));
  }

  @ParameterizedTest
  @CsvSource({
    "count,0",
    "unique,0",
    "sum,0",
    "avg,null",
    "min,null",
    "max,null",
    "median,null",
    "p99,null"
  })
  void withoutNumbersSumsAreZeroAndTheOthersNull(String calculation, String value) {
    sendValues("", "null");
    assertEquals(value, reportOfDay(calculation).path("value").toString());
    send(app, event("b", DAY + "T00:00:00Z", "\"v\":true"));
    JsonNode report =
        daily("2026-04-01", "2026-04-02", "calculation", calculation, "overProperty", "v");
    assertEquals("2026-04-01=" + value + " 2026-04-02=" + value, data(report));
  }

  @ParameterizedTest
  @CsvSource({
    "sum,12345678901234567890.1",
    "max,12345678901234567890",
    "median,6172839450617283945.05",
    "avg,6172839450617283945.05"
  })
  void everyDigitIsKept(String calculation, String value) {
    sendValues("12345678901234567890", "0.10");
    assertEquals(value, reportOfDay(calculation).path("value").toString());
  }

  @Test
  void largeNumbersAreWrittenWithAnExponent() {
    sendValues("1e308", "1e308", "1e-300");
    assertEquals("1E+308", reportOfDay("p99").path("value").toString());
    assertTrue(reportOfDay("sum").path("value").decimalValue().toBigInteger().bitLength() > 1000);
  }

  @Test
  void aResponseHasTheDocumentedFields() {
    sendValues("1");
    Response response =
        app.api()
            .get(
                ReportRequests.PATH
                    + query(
                        "startDate",
                        DAY,
                        "endDate",
                        DAY,
                        "period",
                        "daily",
                        "eventName",
                        "a",
                        "timezone",
                        "Europe/Zurich",
                        "calculation",
                        "sum",
                        "overProperty",
                        "v"));
    assertEquals(
        "{\"report\":{\"eventName\":\"a\",\"calculation\":\"sum\",\"overProperty\":\"v\","
            + "\"period\":\"daily\",\"interval\":\"daily\",\"timezone\":\"Europe/Zurich\","
            + "\"startDate\":\"2026-03-02\",\"endDate\":\"2026-03-02\",\"value\":1,"
            + "\"data\":[{\"date\":\"2026-03-02\",\"value\":1}]}}",
        response.body());
    JsonNode console =
        TENANTS
            .console()
            .get(
                "/console/api/apps/"
                    + app.appId()
                    + "/usage-events/report"
                    + query("startDate", DAY, "endDate", DAY))
            .json()
            .path("report");
    assertEquals(24, console.path("data").size());
    assertEquals("UTC", console.path("timezone").asText());
    assertTrue(console.path("period").isNull() && console.path("eventName").isNull());
    assertEquals("2026-03-02T10:00:00+00:00", console.at("/data/10/date").asText());
    assertEquals(1, console.at("/data/10/value").asInt());
  }

  @Test
  void uniqueCountsShopsOverTheWholeRange() {
    for (String shop : List.of("s.example.com", "t.example.com")) {
      String customer = ",\"customerId\":\"" + shop + "\"";
      send(
          app,
          event("a", "2026-03-02T10:00:00Z", "") + customer,
          event("a", "2026-03-03T10:00:00Z", "") + customer);
    }
    JsonNode report = daily("2026-03-01", "2026-03-03", "calculation", "unique");
    assertEquals("2", report.path("value").toString());
    assertEquals("2026-03-01=0 2026-03-02=2 2026-03-03=2", data(report));
    JsonNode ofOneShop = daily("2026-03-01", "2026-03-03", "customerId", "T.example.com");
    assertEquals("2026-03-01=0 2026-03-02=1 2026-03-03=1", data(ofOneShop));
    Response unknown = app.api().get(ReportRequests.PATH + "?customerId=u.example.com");
    UsageEventResponses.assertFails(unknown, 404, "unknown_customer");
  }

  @Test
  void groupsAreJsonValuesAndTheRestIsEverythingElse() {
    for (String plan : List.of("\"pro\"", "\"pro\"", "1", "1.0", "\"1\"", "true", "null", "[2]")) {
      send(app, event("a", DAY + "T10:00:00Z", "\"n\":2,\"p\":{\"lan\":" + plan + "}"));
    }
    send(app, event("a", DAY + "T10:00:00Z", "\"p\":7"));
    assertEquals(
        "1=2 \"pro\"=2 \"1\"=1 rest=4", groups(daily(DAY, DAY, "groupBy", "p.lan", "limit", "3")));
    assertEquals(
        "1=2 \"pro\"=2 \"1\"=1 [2]=1 true=1 rest=2",
        groups(daily(DAY, DAY, "groupBy", "p.lan", "limit", "25")));
  }

  @Test
  void groupsAreRankedByAnyCalculation() {
    String[] plans = {"a", "a", "b", "b", "c", "c"};
    int[] values = {1, 5, 2, 2, 9, 0};
    for (int i = 0; i < plans.length; i++) {
      send(app, event("e", DAY + "T10:00:00Z", "\"p\":\"" + plans[i] + "\",\"v\":" + values[i]));
    }
    send(app, event("e", DAY + "T11:00:00Z", "\"p\":\"d\""));
    assertEquals("\"c\"=9 \"a\"=5 rest=2", grouped("max"));
    assertEquals("\"b\"=2 \"a\"=1 rest=0", grouped("min"));
    assertEquals("\"c\"=4.5 \"a\"=3 rest=2", grouped("median"));
    assertEquals("\"c\"=4.5 \"a\"=3 rest=2", grouped("avg"));
    assertEquals("\"a\"=2 \"c\"=2 rest=1", grouped("unique"));
    assertEquals("\"c\"=9 \"a\"=6 rest=4", grouped("sum"));
    assertEquals("\"a\"=2 \"b\"=2 rest=2", grouped("count"));
  }

  private String grouped(String calculation) {
    return groups(
        daily(
            DAY,
            DAY,
            "calculation",
            calculation,
            "overProperty",
            "v",
            "groupBy",
            "p",
            "limit",
            "2"));
  }

  @Test
  void wholeHoursAndDaysAreReadFromRollupsAlone() {
    send(
        app,
        event("a", "2026-03-01T10:00:00Z", "\"v\":2,\"p\":\"x\""),
        event("b", "2026-03-02T23:59:59Z", "\"v\":3,\"p\":\"y\""));
    List<JsonNode> before = reportsOfGroups();
    RunningService.shared().sql().run("delete from usage_events where app_id = " + app.appId());
    assertEquals(before, reportsOfGroups());
    assertEquals("\"y\"=3 \"x\"=2 rest=0", groups(before.get(1)));
  }

  private List<JsonNode> reportsOfGroups() {
    List<JsonNode> reports = new ArrayList<>();
    for (String zone : List.of("UTC", "Europe/Zurich")) {
      for (String calculation : List.of("count", "sum", "avg")) {
        reports.add(
            report(
                app,
                "calculation",
                calculation,
                "overProperty",
                "v",
                "groupBy",
                "p",
                "timezone",
                zone,
                "startDate",
                "2026-02-01",
                "endDate",
                "2026-03-31",
                "interval",
                "weekly"));
      }
    }
    return reports;
  }
}
