package dev.shopwire.app.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Sql;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Attribution's parts of the overview and of a customer's timeline. */
@Tag("everywhere")
class AttributionOverviewIT {
  private static final String SHOP = "acme.example.com";
  private static final ZoneId ZURICH = ZoneId.of("Europe/Zurich");
  private static final LocalDate FIRST = LocalDate.parse("2026-03-27");
  private static final LocalDate LAST = LocalDate.parse("2026-03-31");

  private final AttributionFixture app = AttributionFixture.inNewWorkspace();
  private final AttributionFixture sibling = app.sibling();
  private final Sql sql = RunningService.shared().sql();

  @Test
  void creditsCountByLocalDayOverAllApps() {
    app.affiliate("Jane", "JANE10");
    Random random = new Random(7);
    Map<String, Integer> expected = new TreeMap<>();
    FIRST.datesUntil(LAST.plusDays(1)).forEach(date -> expected.put(date.toString(), 0));
    int previous = 0;
    Instant start = FIRST.minusDays(6).atStartOfDay(ZURICH).toInstant();
    for (int i = 0; i < 40; i++) {
      String shop = "s" + i + ".example.com";
      (i % 2 == 0 ? app : sibling).sendCode(shop, "JANE10");
      // Days before, within and after the range, which contains a change of the clock.
      Instant at = start.plusSeconds(random.nextInt(12 * 24 * 3_600));
      sql.run(
          """
          update attribution_credits c set credited_at = '%s' from customers s
          where s.workspace_id = %s and s.domain = '%s' and c.workspace_id = s.workspace_id
            and c.customer_id = s.id
          """
              .formatted(at, app.app().workspaceId(), shop));
      boolean removed = i % 8 == 0;
      if (removed) {
        app.correct(app.customerId(shop), "null", "removed");
      }
      LocalDate date = LocalDate.ofInstant(at, ZURICH);
      if (!removed) {
        expected.computeIfPresent(date.toString(), (day, count) -> count + 1);
        previous += date.isBefore(FIRST) && !date.isBefore(FIRST.minusDays(5)) ? 1 : 0;
      }
    }
    Response response =
        app.console()
            .get(
                app.workspace(
                    "/overview?timezone=Europe/Zurich&startDate=" + FIRST + "&endDate=" + LAST));
    assertEquals(200, response.status(), response::body);
    JsonNode figure = response.json().at("/overview/figures/attributions");
    Map<String, Integer> actual = new TreeMap<>();
    figure
        .path("data")
        .forEach(day -> actual.put(day.path("date").asText(), day.path("value").asInt()));
    assertEquals(expected, actual);
    assertEquals(
        expected.values().stream().mapToInt(Integer::intValue).sum(), figure.path("value").asInt());
    assertEquals(previous, figure.path("previous").asInt());
  }

  private List<JsonNode> walk(String filter, int take) {
    String path =
        AttributionFixture.API
            + "/customers/"
            + app.customerId(SHOP)
            + "/timeline?types=attribution&take="
            + take
            + filter;
    List<JsonNode> entries = new ArrayList<>();
    String cursor = "";
    boolean more = true;
    while (more) {
      Response response = app.console().get(path + cursor);
      assertEquals(200, response.status(), response::body);
      JsonNode page = response.json();
      page.path("timeline").forEach(entries::add);
      more = page.path("hasNextPage").asBoolean();
      cursor = "&cursor=" + page.path("cursor").asText();
    }
    return entries;
  }

  @Test
  void theTimelineOfACustomerIsItsLogNewestFirst() {
    String jane = app.affiliate("Jane", "JANE10");
    for (int i = 0; i < 6; i++) {
      (i % 2 == 0 ? app : sibling).sendCode(SHOP, "unknown's " + i);
    }
    app.sendCode(SHOP, "JANE10");
    app.sendCode("other.example.com", "JANE10");
    app.correct(app.customerId(SHOP), "null", "fraud");
    app.correct(app.customerId(SHOP), jane, "it was none");
    List<JsonNode> log = app.log("&shop=" + SHOP);
    List<JsonNode> entries = walk("", 2);
    assertEquals(log, entries.stream().map(entry -> entry.path("detail")).toList());
    for (JsonNode entry : entries) {
      assertEquals("attribution", entry.path("type").asText());
      assertEquals(entry.at("/detail/at"), entry.path("at"));
      assertEquals(entry.at("/detail/app"), entry.path("app"));
    }
    assertEquals("Credit assigned to Jane", entries.get(0).path("title").asText());
    assertEquals(entries, walk("", 1_000));
    assertEquals(entries.size(), entries.stream().map(each -> each.path("id")).distinct().count());
    assertEquals(3, walk("&app=" + sibling.slug(), 2).size());
    assertEquals(List.of(), walk("&endDate=2000-01-01", 50));
  }

  @Test
  void entriesOfTheSameTimeAreEachOnOnePage() {
    app.sendCode(SHOP, "first");
    String customer =
        sql.text(
            "select id from customers where workspace_id = ? and domain = ?",
            Long.parseLong(app.app().workspaceId()),
            SHOP);
    sql.run(
        """
        insert into attribution_log (workspace_id, app_id, customer_id, code, normalised, carrier,
          outcome, reason, logged_at)
        select %s, %s, %s, 'c' || n, 'c' || n, 'api', 'refused', 'unknown code',
          '2026-01-01T00:00:00.123456Z'
        from generate_series(1, 110) n
        """
            .formatted(app.app().workspaceId(), app.app().appId(), customer));
    List<JsonNode> entries = walk("", 7);
    assertEquals(111, entries.size());
    List<String> ids =
        new ArrayList<>(entries.stream().skip(1).map(each -> each.path("id").asText()).toList());
    List<String> sorted = new ArrayList<>(ids);
    Collections.sort(sorted, Comparator.naturalOrder());
    assertEquals(sorted, ids);
    assertTrue(entries.get(1).path("at").asText().endsWith(".123456Z"));
  }
}
