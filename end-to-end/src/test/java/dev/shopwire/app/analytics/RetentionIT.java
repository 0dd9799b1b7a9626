package dev.shopwire.app.analytics;

import static dev.shopwire.app.analytics.EventReadFixture.event;
import static dev.shopwire.app.support.UsageEventResponses.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code GET /console/api/apps/{id}/retention}. */
@Tag("everywhere")
class RetentionIT {
  private final EventReadFixture events = new EventReadFixture(RunningService.shared().tenants());

  private List<String> cohorts(String... query) {
    Response response = events.console("retention", query);
    assertEquals(200, response.status(), response::body);
    List<String> cohorts = new ArrayList<>();
    for (JsonNode cohort : response.json().path("cohorts")) {
      assertEquals(cohort.path("customers"), cohort.path("retained").path(0));
      cohorts.add(cohort.path("week").asText() + " " + cohort.path("retained"));
    }
    return cohorts;
  }

  private void store() {
    events.store(
        List.of(
            event("old", "a", "2026-01-05T00:00:00Z", ""),
            event("old", "a", "2026-03-10T00:00:00Z", ""),
            event("one", "a", "2026-03-02T00:00:00Z", ""),
            event("one", "a", "2026-03-08T23:59:59.999999Z", ""),
            event("one", "a", "2026-03-17T00:00:00Z", ""),
            event("two", "b", "2026-03-03T00:00:00Z", ""),
            event("two", "a", "2026-03-09T00:00:00Z", ""),
            event("two", "a", "2026-03-16T00:00:00Z", ""),
            event("late", "a", "2026-03-23T00:00:00Z", "")));
  }

  @Test
  void cohortsAreTheWeeksOfTheFirstUseEver() {
    store();
    assertEquals(
        List.of("2026-03-02 [2,1,2]", "2026-03-09 [0,0]", "2026-03-16 [0]"),
        cohorts("startDate", "2026-03-02", "endDate", "2026-03-22"));
    assertEquals(
        List.of("2026-03-02 [1,0,1]", "2026-03-09 [1,1]", "2026-03-16 [0]"),
        cohorts("eventName", "a", "startDate", "2026-03-02", "endDate", "2026-03-22"));
    assertEquals(
        List.of("2026-03-02 [1]"),
        cohorts("eventName", "b", "startDate", "2026-03-03", "endDate", "2026-03-03"));
  }

  @Test
  void weeksAreLocalAcrossClockChanges() {
    events.store(
        List.of(
            event("before", "a", "2026-03-29T21:59:59Z", ""),
            event("after", "a", "2026-03-29T22:00:00Z", ""),
            event("after", "a", "2026-04-05T21:59:59Z", ""),
            event("after", "a", "2026-04-05T22:00:00Z", "")));
    assertEquals(
        List.of("2026-03-23 [1,0,0]", "2026-03-30 [1,1]", "2026-04-06 [0]"),
        cohorts("startDate", "2026-03-23", "endDate", "2026-04-12", "timezone", "Europe/Zurich"));
    assertEquals(
        List.of("2026-03-23 [2,1,0]", "2026-03-30 [0,0]", "2026-04-06 [0]"),
        cohorts("startDate", "2026-03-23", "endDate", "2026-04-12"));
  }

  @Test
  void theDefaultRangeIsTwelveWeeks() {
    assertEquals(12, cohorts().size());
  }

  @Test
  void invalidRangesAreRejected() {
    assertFails(events.console("retention", "startDate", "2020-01-01"), 422, "range_too_long");
    assertFails(events.console("retention", "endDate", "soon"), 422, "invalid_endDate");
  }

  @Test
  void anotherAppsEventsDoNotCount() {
    store();
    Response response =
        events.consoleOfSibling("retention", "startDate", "2026-03-02", "endDate", "2026-03-08");
    assertEquals("[0]", response.json().at("/cohorts/0/retained").toString());
  }
}
