package dev.shopwire.app.analytics;

import static dev.shopwire.app.support.ReportRequests.event;
import static dev.shopwire.app.support.UsageEventResponses.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.ReportRequests;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.UsageMetrics;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Saved metrics: the console's requests (docs/api/reads.md) and the report for clients
 * (docs/api/README.md).
 */
@Tag("everywhere")
@Tag("cluster")
class UsageMetricIT {
  private static final Tenants TENANTS = RunningService.shared().tenants();
  private static final SchemaCheckedHttp CONSOLE = TENANTS.console();
  private static final String API = "/console/api";

  private final Tenants.App app = TENANTS.app();

  private static JsonNode fetch(String id) {
    return CONSOLE.get(API + "/usage-metrics/" + id).json().path("metric");
  }

  @Test
  void aMetricIsCreatedListedFetchedAndDeleted() {
    Response created =
        UsageMetrics.create(app, "{\"name\":\" Exports \",\"eventName\":\"export\"}");
    String id = created.json().at("/metric/id").asText();
    assertEquals(
        "{\"metric\":{\"id\":\""
            + id
            + "\",\"name\":\"Exports\",\"eventName\":\"export\",\"calculation\":\"count\","
            + "\"overProperty\":null}}",
        created.body());
    String second = UsageMetrics.create(app, "Rows", "export", "sum", "rows");
    JsonNode page = CONSOLE.get(API + "/apps/" + app.appId() + "/usage-metrics?take=1").json();
    assertEquals(created.json().path("metric"), page.at("/metrics/0"));
    JsonNode next =
        CONSOLE
            .get(
                API
                    + "/apps/"
                    + app.appId()
                    + "/usage-metrics?cursor="
                    + page.path("cursor").asText())
            .json();
    assertEquals(second, next.at("/metrics/0/id").asText());
    assertEquals(
        "{\"current\":0,\"monthToDate\":0,\"last24Hours\":0,\"last7Days\":0,\"last30Days\":0,"
            + "\"last90Days\":0,\"last365Days\":0,\"allTime\":0}",
        fetch(id).path("values").toString());
    assertEquals("{\"success\":true}", CONSOLE.delete(API + "/usage-metrics/" + id).body());
    assertFails(CONSOLE.delete(API + "/usage-metrics/" + id), 404, "unknown_metric");
    assertFails(CONSOLE.get(API + "/usage-metrics/" + id), 404, "unknown_metric");
  }

  @Test
  void theAuditLogHasEachChange() {
    String id = UsageMetrics.create(app, "Rows", "export", "sum", "rows");
    UsageMetrics.create(app, "{\"name\":\"Rows\",\"eventName\":\"export\"}");
    assertEquals(
        "usage_metric.created admin_token Rows "
            + "{\"name\": \"Rows\", \"eventName\": \"export\", \"calculation\": \"sum\", "
            + "\"overProperty\": \"rows\"}",
        audited(id));
    CONSOLE.delete(API + "/usage-metrics/" + id);
    CONSOLE.delete(API + "/usage-metrics/" + id);
    assertEquals("usage_metric.created,usage_metric.deleted", actions(id));
    assertEquals(
        1,
        RunningService.shared()
            .sql()
            .number(
                "select count(*) from audit_log c join audit_log d using (object_type, object_id)"
                    + " where c.object_id = ? and c.object_type = 'usage_metric'"
                    + " and c.after = d.before and d.after is null",
                id));
  }

  private static String audited(String id) {
    return RunningService.shared()
        .sql()
        .text(
            "select action || ' ' || actor_type || ' ' || object_name || ' ' || after::text"
                + " from audit_log where object_type = 'usage_metric' and object_id = ?",
            id);
  }

  private static String actions(String id) {
    return RunningService.shared()
        .sql()
        .text(
            "select string_agg(action, ',' order by id) from audit_log"
                + " where object_type = 'usage_metric' and object_id = ?",
            id);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"eventName\":\"a\"}|required",
        "{\"name\":\"n\"}|required",
        "{\"name\":\"n\",\"eventName\":\"a\",\"calculation\":\"sum\"}|over_property_missing",
        "{\"name\":\"n\",\"eventName\":\"a\",\"calculation\":\"last\"}|invalid_calculation",
        "{\"name\":\"n\",\"eventName\":\"a\",\"calculation\":7}|invalid_type",
        "{\"name\":\"n\",\"eventName\":\"a\",\"calculation\":\"sum\",\"overProperty\":7}|invalid_type",
        "{\"name\":\"taken\",\"eventName\":\"a\"}|name_taken"
      })
  void invalidMetricsAreRejected(String body, String code) {
    UsageMetrics.create(app, "taken", "a", "count", "");
    assertFails(UsageMetrics.create(app, body), 422, code);
    assertFails(CONSOLE.get(API + "/apps/999999999/usage-metrics"), 404, "unknown_app");
  }

  @ParameterizedTest
  @CsvSource({
    "count,5,3,2,5,6",
    "sum,15,6,3,15,21",
    "max,5,3,2,5,6",
    "unique,5,3,2,5,6",
    "median,3,2,1.5,3,3.5",
    "avg,3,2,1.5,3,3.5"
  })
  void eachValueCoversItsWindow(
      String calculation, String current, String week, String day, String year, String all) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    List<Duration> ages =
        List.of(
            Duration.ofHours(1),
            Duration.ofHours(23),
            Duration.ofDays(5),
            Duration.ofDays(20),
            Duration.ofDays(300),
            Duration.ofHours(-23));
    for (int i = 0; i < ages.size(); i++) {
      String at = now.minus(ages.get(i)).toString();
      ReportRequests.send(
          app, event("e", at, "\"v\":" + (i + 1)) + ",\"customerId\":\"s" + i + ".example.com\"");
    }
    JsonNode values = fetch(UsageMetrics.create(app, "m", "e", calculation, "v")).path("values");
    assertEquals(current, values.path("current").toString());
    assertEquals(day, values.path("last24Hours").toString());
    assertEquals(all, values.path("allTime").toString());
    // Early in the day, the event 23 hours from now is still of today.
    boolean isToday =
        now.plus(Duration.ofHours(23))
            .truncatedTo(ChronoUnit.DAYS)
            .equals(now.truncatedTo(ChronoUnit.DAYS));
    if (!isToday) {
      assertEquals(week, values.path("last7Days").toString());
      assertEquals(year, values.path("last365Days").toString());
    }
  }

  @Test
  void theVendorsReportIsServedAtBothPathsUnderBothNames() {
    ReportRequests.send(
        app,
        event("e", "2026-03-01T10:00:00Z", "\"v\":2"),
        event("e", "2026-03-03T10:00:00Z", "\"v\":3"),
        event("f", "2026-03-03T10:00:00Z", "\"v\":4"));
    String id = UsageMetrics.create(app, "m", "e", "sum", "v");
    String query = "/report?startDate=2026-03-01&endDate=2026-03-03&period=daily";
    String report =
        "{\"startDate\":\"2026-03-01\",\"endDate\":\"2026-03-03\",\"period\":\"daily\",\"data\":["
            + "{\"date\":\"2026-03-01\",\"value\":2},{\"date\":\"2026-03-02\",\"value\":0},"
            + "{\"date\":\"2026-03-03\",\"value\":3}]}";
    for (String path : List.of("/v1/usage_events/", "/v1/usage_metrics/")) {
      assertEquals(
          "{\"report\":" + report + ",\"usageReport\":" + report + "}",
          app.api().get(path + id + query).body());
    }
    JsonNode ofShop =
        app.api().get("/v1/usage_metrics/" + id + query + "&customerId=s.example.com").json();
    assertEquals(3, ofShop.at("/report/data/2/value").asInt());
    for (String unknown : List.of("0", "e", "m", "99999999999999999999")) {
      assertFails(app.api().get("/v1/usage_events/" + unknown + "/report"), 404, "unknown_metric");
    }
    Tenants.App other = TENANTS.app(app.workspaceId());
    assertFails(other.api().get("/v1/usage_metrics/" + id + "/report"), 404, "unknown_metric");
  }

  @ParameterizedTest
  @CsvSource({"'',30", "?period=daily,30", "?period=weekly,12", "?period=monthly,12"})
  void withoutDatesTheReportEndsToday(String query, int buckets) {
    String id = UsageMetrics.create(app, "m", "e", "count", "");
    JsonNode report = app.api().get("/v1/usage_events/" + id + "/report" + query).json();
    assertEquals(buckets, report.at("/report/data").size());
    assertEquals(buckets, report.at("/usageReport/data").size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "period=hourly",
        "period=yearly",
        "period=last_7_days",
        "startDate=2026-01-01&endDate=2026-04-01",
        "period=weekly&startDate=2026-01-01&endDate=2026-03-26",
        "period=monthly&startDate=2025-01-01&endDate=2026-01-01",
        "customerId=%00"
      })
  void whatTheVendorRejectsIsRejected(String query) {
    String id = UsageMetrics.create(app, "m", "e", "count", "");
    assertEquals(422, app.api().get("/v1/usage_events/" + id + "/report?" + query).status());
  }
}
