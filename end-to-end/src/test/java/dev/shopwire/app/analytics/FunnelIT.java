package dev.shopwire.app.analytics;

import static dev.shopwire.app.analytics.EventReadFixture.event;
import static dev.shopwire.app.support.UsageEventResponses.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code GET /console/api/apps/{id}/funnels}. */
@Tag("everywhere")
class FunnelIT {
  private final EventReadFixture events = new EventReadFixture(RunningService.shared().tenants());

  private static String at(int day, String time) {
    return "2026-03-%02dT%sZ".formatted(day, time);
  }

  private static String plan(String json) {
    return ",\"properties\":{\"shop\":{\"plan\":" + json + "}}";
  }

  private JsonNode funnel(String... more) {
    List<String> query =
        new ArrayList<>(List.of("startDate", "2026-03-01", "endDate", "2026-03-31"));
    query.addAll(Arrays.asList(more));
    Response response = events.console("funnels", query.toArray(String[]::new));
    assertEquals(200, response.status(), response::body);
    return response.json();
  }

  private static String customers(JsonNode funnel) {
    return EventReadFixture.texts(funnel.path("steps"), "customers").toString();
  }

  private void storeThreeShops() {
    events.store(
        List.of(
            event("all", "install", at(1, "00:00:00"), plan("\"pro\"")),
            event("all", "import", at(1, "00:00:10"), ""),
            event("all", "publish", at(2, "00:00:00"), ""),
            event("two", "install", at(3, "00:00:00"), plan("1")),
            event("two", "import", at(3, "00:00:30.000001"), ""),
            event("two", "publish", at(20, "00:00:00"), ""),
            event("one", "import", at(4, "00:00:00"), ""),
            event("one", "install", at(4, "00:00:01"), plan("1.0")),
            event("none", "publish", at(4, "00:00:00"), "")));
  }

  @Test
  void stepsAreCountedByCustomerWithinTheWindow() {
    storeThreeShops();
    JsonNode funnel = funnel("steps", "install,import,publish", "window", "7d");
    assertEquals("[3, 2, 1]", customers(funnel));
    assertEquals("install", funnel.at("/steps/0/eventName").asText());
    assertEquals("1", funnel.at("/steps/0/conversion").asText());
    assertEquals("0.666667", funnel.at("/steps/1/conversion").asText());
    assertEquals("0.333333", funnel.at("/steps/2/overallConversion").asText());
    assertEquals("20.0000005", funnel.at("/steps/1/medianSeconds").asText());
    assertEquals("86390", funnel.at("/steps/2/medianSeconds").asText());
    assertEquals("0.333333", funnel.at("/overall/conversion").asText());
    assertEquals("86400", funnel.at("/overall/medianSeconds").asText());
    assertEquals("2026-03-01", funnel.path("startDate").asText());
    assertEquals("[3, 2, 2]", customers(funnel("steps", "install,import,publish", "window", "3w")));
    assertEquals("[3, 2, 0]", customers(funnel("steps", "install,import,publish", "window", "1m")));
  }

  @Test
  void anyOrderCountsTheCompletedSteps() {
    storeThreeShops();
    assertEquals(
        "[4, 3, 1]",
        customers(funnel("steps", "install,import,publish", "window", "7d", "order", "any")));
  }

  @Test
  void aBreakdownGroupsByTheFirstEventsProperty() {
    storeThreeShops();
    events.store(
        List.of(
            event("text", "install", at(5, "00:00:00"), plan("\"1\"")),
            event("null", "install", at(5, "00:00:00"), plan("null")),
            event("bare", "install", at(5, "00:00:00"), "")));
    JsonNode funnel = funnel("steps", "install,import", "breakdown", "shop.plan");
    JsonNode groups = funnel.path("breakdown");
    assertEquals(4, groups.size(), groups::toString);
    assertEquals("1", groups.at("/0/group").toString());
    assertEquals("[2, 1]", customers(groups.path(0)));
    assertEquals("\"1\"", groups.at("/1/group").toString());
    assertEquals("\"pro\"", groups.at("/2/group").toString());
    assertEquals("[1, 1]", customers(groups.path(2)));
    assertEquals("true", groups.at("/3/rest").asText());
    assertEquals("[2, 0]", customers(groups.path(3)));
    assertEquals("[6, 2]", customers(funnel));
  }

  @Test
  void aBreakdownShowsTheMostFrequentValues() {
    List<String> sent = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      sent.add(event("s" + i, "a", at(1, "00:00:00"), ",\"properties\":{\"v\":" + i + "}"));
      sent.add(event("s" + i, "b", at(1, "00:00:00"), ",\"properties\":{\"v\":\"later\"}"));
    }
    sent.add(event("twice", "a", at(1, "00:00:00"), ",\"properties\":{\"v\":29}"));
    events.store(sent);
    for (String order : List.of("ordered", "any")) {
      JsonNode groups = funnel("steps", "a,b", "breakdown", "v", "order", order).path("breakdown");
      assertEquals(26, groups.size());
      assertEquals("29", groups.at("/0/group").toString());
      assertEquals("[2, 1]", customers(groups.path(0)));
      assertEquals("[5, 5]", customers(groups.path(25)));
    }
  }

  @Test
  void eventsOutsideTheRangeDoNotCount() {
    storeThreeShops();
    Response response =
        events.console(
            "funnels",
            "steps",
            "install,import",
            "startDate",
            "2026-03-02",
            "endDate",
            "2026-03-03T00:00:30.000001Z");
    assertEquals("[1, 0]", customers(response.json()));
  }

  @Test
  void stepsMayRepeatANameAndContainACommaInAnArray() {
    events.store(
        List.of(
            event("x", "a,b", at(1, "00:00:00"), ""),
            event("x", "a,b", at(1, "00:00:00"), ""),
            event("y", "a,b", at(1, "00:00:00"), "")));
    assertEquals("[2, 1]", customers(funnel("steps", "[\"a,b\",\"a,b\"]")));
  }

  @Test
  void withoutEventsTheConversionIsNull() {
    JsonNode funnel = funnel("steps", "a,b", "breakdown", "c");
    assertEquals("[0, 0]", customers(funnel));
    assertEquals("null", funnel.at("/overall/conversion").asText());
    assertEquals(1, funnel.path("breakdown").size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "steps|a|invalid_steps",
        "window|7x|invalid_window",
        "order|strict|invalid_order",
        "breakdown|a..b|invalid_breakdown",
        "timezone|Mars|invalid_timezone"
      })
  void invalidParametersAreRejected(String name, String value, String code) {
    String[] query =
        name.equals("steps")
            ? new String[] {name, value}
            : new String[] {"steps", "a,b", name, value};
    assertFails(events.console("funnels", query), 422, code);
  }

  @Test
  void anotherAppsEventsDoNotCount() {
    storeThreeShops();
    Response response =
        events.consoleOfSibling(
            "funnels",
            "steps",
            "install,import",
            "startDate",
            "2026-03-01",
            "endDate",
            "2026-03-31");
    assertEquals("[0, 0]", customers(response.json()));
  }
}
