package dev.shopwire.app.analytics;

import static dev.shopwire.app.support.ReportRequests.data;
import static dev.shopwire.app.support.ReportRequests.event;
import static dev.shopwire.app.support.ReportRequests.report;
import static dev.shopwire.app.support.ReportRequests.send;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.ReportRequests;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.UsageEventResponses;
import dev.shopwire.testing.Tenants;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ranges of reports, and combinations of parameters that are rejected. */
@Tag("everywhere")
class ReportRangesIT {
  private final Tenants.App app = RunningService.shared().tenants().app();

  @Test
  void aComparisonIsWithTheRangeBefore() {
    send(app, event("a", "2026-02-27T10:00:00Z", ""), event("a", "2026-03-02T10:00:00Z", ""));
    JsonNode report =
        report(
            app,
            "startDate",
            "2026-03-01",
            "endDate",
            "2026-03-03",
            "interval",
            "daily",
            "compare",
            "previous");
    JsonNode previous = report.path("previous");
    assertEquals("2026-03-01=0 2026-03-02=1 2026-03-03=0", data(report));
    assertEquals("2026-02-26=0 2026-02-27=1 2026-02-28=0", data(previous));
    assertEquals("2026-02-26", previous.path("startDate").asText());
    assertEquals("2026-02-28", previous.path("endDate").asText());
    assertEquals(1, previous.path("value").asInt());
  }

  @Test
  void allTimeReachesFromTheFirstEventToTheLast() {
    JsonNode empty = report(app, "period", "all_time");
    assertEquals(empty.path("startDate"), empty.path("endDate"));
    send(app, event("a", "2000-01-01T00:00:00Z", ""), event("b", "2025-12-31T23:59:59Z", ""));
    JsonNode report = report(app, "period", "all_time");
    assertEquals("2000-01-01", report.path("startDate").asText());
    assertEquals("yearly", report.path("interval").asText());
    assertEquals(2, report.path("value").asInt());
    JsonNode ofB = report(app, "period", "all_time", "eventName", "b");
    assertEquals("2025-12-31", ofB.path("startDate").asText());
    assertEquals(1, ofB.path("value").asInt());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "calculation=sum|over_property_missing",
        "calculation=latest|invalid_calculation",
        "period=last_7_days&startDate=2026-01-01|conflicting_range",
        "period=daily&interval=weekly|conflicting_interval",
        "limit=3|group_by_missing",
        "groupBy=p&limit=0|invalid_limit",
        "compare=next|invalid_compare",
        "compare=previous&period=all_time|nothing_before",
        "interval=hourly&startDate=2020-01-01&endDate=2026-01-01|too_many_buckets",
        "groupBy=p&limit=1000&startDate=2020-01-01&endDate=2026-01-01&interval=daily|too_many_points",
        "startDate=2026-01-02&endDate=2026-01-01|empty_range",
        "timezone=Mars|invalid_timezone",
        "groupBy=a..b|invalid_property",
        "calculation=sum&overProperty=.a|invalid_property",
      })
  void invalidCombinationsAreRejected(String query, String code) {
    UsageEventResponses.assertFails(app.api().get(ReportRequests.PATH + "?" + query), 422, code);
  }
}
