package dev.shopwire.app.analytics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A list with a calculation also returns its value over all matching events. */
@Tag("everywhere")
class UsageEventListSummaryIT {
  private static Tenants.App app;

  @BeforeAll
  static void post() {
    app = RunningService.shared().tenants().app();
    StringBuilder events = new StringBuilder();
    for (int i = 1; i <= 10; i++) {
      events
          .append(i == 1 ? "" : ",")
          .append("{\"eventName\":\"sold\",\"customerId\":\"s" + i % 3 + ".example\",")
          .append("\"eventId\":\"" + i + "\",\"timestamp\":\"2026-01-0" + (1 + i % 5) + "\",")
          .append(
              "\"properties\":{\"n\":" + i + ",\"kind\":\"" + (i % 2 == 0 ? "a" : "b") + "\"}}");
    }
    assertEquals(200, app.api().post("/v1/usage_events", "{\"events\":[" + events + "]}").status());
  }

  @ParameterizedTest
  @CsvSource({
    "calculation=count, 10",
    "calculation=unique, 3",
    "calculation=unique&overProperty=kind, 2",
    "calculation=sum&overProperty=n, 55",
    "calculation=avg&overProperty=n, 5.5",
    "calculation=min&overProperty=n, 1",
    "calculation=max&overProperty=n, 10",
    "calculation=median&overProperty=n, 5.5",
    "calculation=p90&overProperty=n, 9.1",
    "calculation=p95&overProperty=n, 9.55",
    "calculation=p99&overProperty=n, 9.91",
    "calculation=count&customerId=s0.example, 3",
    "calculation=sum&overProperty=n&startDate=2026-01-02&endDate=2026-01-02, 7",
    "calculation=count&period=all_time, 10",
    "calculation=count&period=last_7_days, 0",
    "calculation=count&eventName=other, 0"
  })
  void theSummaryCoversAllEventsAndNotOnlyThePage(String parameters, String value) {
    JsonNode response = app.api().get("/v1/usage_events?take=1&" + parameters).json();
    assertEquals(value, response.at("/summary/value").decimalValue().toPlainString());
    assertTrue(response.path("events").size() <= 1);
  }

  @Test
  void propertyFiltersApplyToTheSummary() {
    String filter =
        URLEncoder.encode(
            "[{\"property\":\"kind\",\"operator\":\"equals\",\"value\":\"a\"}]",
            StandardCharsets.UTF_8);
    JsonNode summary =
        app.api()
            .get(
                "/v1/usage_events?calculation=sum&overProperty=n&period=all_time&properties="
                    + filter)
            .json()
            .path("summary");
    assertEquals(
        "{\"calculation\":\"sum\",\"overProperty\":\"n\",\"period\":\"all_time\",\"value\":30}",
        summary.toString());
  }

  @Test
  void withoutACalculationThereIsNoSummary() {
    assertTrue(app.api().get("/v1/usage_events").json().path("summary").isMissingNode());
  }

  @Test
  void everyInvalidParameterIsReported() {
    Response response =
        app.api()
            .get("/v1/usage_events?calculation=sum&period=last_7_days&startDate=2026-01-01&take=0");
    assertEquals(422, response.status());
    assertEquals(
        3, response.json().path("errors").size(), "overProperty, period and take: " + response);
    assertEquals(422, app.api().get("/v1/usage_events?overProperty=n").status());
    assertEquals(422, app.api().get("/v1/usage_events?calculation=total").status());
  }

  @Test
  void aLongQueryIsAccepted() {
    String filter =
        URLEncoder.encode(
            "[{\"property\":\"kind\",\"operator\":\"not_equals\",\"value\":\""
                + "x".repeat(9_000)
                + "\"}]",
            StandardCharsets.UTF_8);
    assertEquals(
        10, app.api().get("/v1/usage_events?properties=" + filter).json().path("events").size());
  }
}
