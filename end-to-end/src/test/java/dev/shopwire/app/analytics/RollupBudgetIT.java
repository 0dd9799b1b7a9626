package dev.shopwire.app.analytics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is aggregated of an app: its budget, and that reads stay correct beyond it. */
@Tag("full")
class RollupBudgetIT {
  private static final Duration TIMEOUT = Duration.ofMinutes(3);

  private static final String UNMERGED_MONTHS =
      """
      select count(*) from (
        select from usage_rollups
        where app_id = ? and grain < 1440 and not merged and day < ?
        group by event_name, group_property, date_trunc('month', date '1970-01-01' + day)
        having count(*) >= 8
      ) month
      """;

  private static OwnService service;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() {
    service = new OwnService(Map.of("SHOPWIRE_ROLLUPS_MERGE_SECONDS", "1"));
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static JsonNode report(Tenants.App app, String query) {
    return response(app, query).path("report");
  }

  private static JsonNode response(Tenants.App app, String query) {
    Response response = app.api().get("/v1/usage_events/report?" + query);
    assertEquals(200, response.status(), response::body);
    return response.json();
  }

  private static void assertSource(String source, Tenants.App app, String query) {
    assertEquals(source, response(app, query).path("source").asText(), query);
  }

  private static void awaitRollups(Tenants.App app) {
    report(app, ""); // aggregates the app's events at once; otherwise that may start a second later
    Poll.until(
        TIMEOUT,
        () -> "all events are in the rollups",
        () ->
            service
                    .sql()
                    .number(
                        "select count(*) from usage_event_backlog where app_id = " + app.appId())
                == 0);
  }

  private static void post(Tenants.App app, StringBuilder events) {
    Response response = app.api().post("/v1/usage_events", "{\"events\":[" + events + "]}");
    assertEquals(200, response.status(), response::body);
    events.setLength(0);
  }

  /** Sends hourly events, each with ten numeric and ten other properties: 242 aggregates. */
  private static void backfill(Tenants.App app, int hours) {
    Instant start = Instant.now().truncatedTo(ChronoUnit.HOURS).minus(hours, ChronoUnit.HOURS);
    StringBuilder events = new StringBuilder();
    for (int i = 0; i < hours; i++) {
      StringBuilder properties = new StringBuilder();
      for (int p = 0; p < 10; p++) {
        properties.append(p == 0 ? "" : ",").append("\"n%d\":%d".formatted(p, i % 7 + p));
        properties.append(",\"g%d\":\"v%d\"".formatted(p, i % 5));
      }
      events
          .append(events.isEmpty() ? "" : ",")
          .append(
              "{\"eventName\":\"hourly\",\"customerId\":\"s.example.com\",\"timestamp\":\"%s\","
                      .formatted(start.plus(i, ChronoUnit.HOURS).plusSeconds(600))
                  + "\"properties\":{"
                  + properties
                  + "}}");
      if ((i + 1) % 200 == 0) {
        post(app, events);
      }
    }
    if (!events.isEmpty()) {
      post(app, events);
    }
    awaitRollups(app);
  }

  private static Sql sql() {
    return service.sql();
  }

  private static long rows(Tenants.App app, String where) {
    return sql().number("select count(*) from usage_rollups where app_id = " + app.appId() + where);
  }

  @Test
  void aBackfillWritesABoundedNumberOfRowsPerDay() {
    Tenants.App app = service.tenants().app();
    backfill(app, 3_000);
    long days = 3_000 / 24 + 2;
    long months = days / 28 + 2;
    long rows = rows(app, "");
    assertTrue(rows <= 11 * (days + months), () -> rows + " rows");
    assertEquals(3_000, report(app, "eventName=hourly&period=all_time").path("value").asLong());
    JsonNode sum =
        report(app, "eventName=hourly&calculation=sum&overProperty=n3&groupBy=g1&period=all_time");
    long expected =
        sql()
            .number(
                "select sum((properties->>'n3')::int) from usage_events where app_id = "
                    + app.appId());
    assertEquals(expected, sum.path("value").asLong());
    assertEquals(6, sum.path("groups").size());
  }

  @Test
  void oldBlocksAreMergedAndReportsStayTheSame() {
    Tenants.App app = service.tenants().app();
    backfill(app, 3_000);
    String[] queries = {
      "eventName=hourly&period=all_time&interval=daily",
      "eventName=hourly&period=all_time&interval=daily&timezone=Asia/Kolkata",
      "eventName=hourly&period=all_time&interval=hourly&timezone=Europe/Zurich",
      "eventName=hourly&period=all_time&interval=monthly&timezone=America/New_York&groupBy=g2",
      "eventName=hourly&period=all_time&interval=weekly&timezone=Asia/Kathmandu&calculation=max"
          + "&overProperty=n1",
      "period=all_time&calculation=avg&overProperty=n2&groupBy=n3"
    };
    JsonNode[] before = new JsonNode[queries.length];
    for (int i = 0; i < queries.length; i++) {
      before[i] = report(app, queries[i]);
    }
    // The months before the one in which the recent 35 days begin.
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    long horizon = today.minusDays(35).withDayOfMonth(1).toEpochDay();
    Poll.until(
        TIMEOUT,
        () -> "all old blocks are merged",
        () -> sql().number(UNMERGED_MONTHS, Long.parseLong(app.appId()), horizon) == 0);
    long oldDays = horizon - today.minusDays(3_000 / 24).toEpochDay();
    long merged = rows(app, " and grain < 1440 and merged");
    assertTrue(merged > 0 && merged < 11 * oldDays / 2, () -> merged + " rows");
    for (int i = 0; i < queries.length; i++) {
      assertEquals(before[i], report(app, queries[i]), queries[i]);
    }
    // A late event is counted in addition to merged blocks.
    StringBuilder late =
        new StringBuilder(
            "{\"eventName\":\"hourly\",\"customerId\":\"s.example.com\",\"timestamp\":\"%s\",\"properties\":{\"n1\":100}}"
                .formatted(Instant.now().minus(100, ChronoUnit.DAYS)));
    post(app, late);
    JsonNode after = report(app, queries[4]);
    assertEquals(100, after.path("value").asLong());
    assertEquals(3_001, report(app, "eventName=hourly&period=all_time").path("value").asLong());
  }

  @Test
  void activityThatAnEarlierVersionDidNotStoreIsFilled() {
    Tenants.App app = service.tenants().app();
    StringBuilder events = new StringBuilder();
    Instant start = Instant.now().minus(50, ChronoUnit.DAYS);
    for (int i = 0; i < 150; i++) {
      events
          .append(events.isEmpty() ? "" : ",")
          .append(
              "{\"eventName\":\"%s\",\"path\":\"/\",\"customerId\":\"s%d.example.com\",\"timestamp\":\"%s\"}"
                  .formatted(
                      i % 3 == 0 ? "login" : "page_view",
                      i % 40,
                      start.plus(i * 473L, ChronoUnit.MINUTES)));
    }
    post(app, events);
    awaitRollups(app);
    JsonNode before = figures(app);
    List<JsonNode> uniques = uniques(app, "");
    assertEquals(1, complete(app), "a new app's activity is complete from the beginning");
    // As a run of a version that stores no activity leaves it.
    service
        .sql()
        .run(
            """
            update usage_rollup_runs set runs = runs + 1 where app_id = %1$s;
            delete from active_shops where app_id = %1$s and hour %% 2 = 0;
            update session_starts set sessions = 1000 where app_id = %1$s
            """
                .formatted(app.appId()));
    assertEquals(before, figures(app), "read from the events meanwhile");
    Poll.until(TIMEOUT, () -> "the activity is filled", () -> complete(app) == 1);
    assertEquals(before, figures(app));
    assertEquals(uniques, uniques(app, ""));
    // An end within a quarter of an hour, after the last event: read from the events.
    List<JsonNode> fromEvents = uniques(app, "events");
    for (int i = 0; i < uniques.size(); i++) {
      assertEquals(uniques.get(i).path("value"), fromEvents.get(i).path("value"));
    }
  }

  /** Reports of unique shops by days, of both names and of all events. */
  private static List<JsonNode> uniques(Tenants.App app, String source) {
    String end =
        source.isEmpty()
            ? ""
            : "&endDate="
                + Instant.now().truncatedTo(ChronoUnit.DAYS).plus(1_441, ChronoUnit.MINUTES);
    String start = "&startDate=" + LocalDate.now(ZoneOffset.UTC).minusDays(80);
    List<JsonNode> reports = new ArrayList<>();
    for (String name : List.of("eventName=login", "eventName=page_view", "period=daily")) {
      String query = name + "&calculation=unique&timezone=Asia/Kathmandu" + start + end;
      assertSource(source, app, query);
      reports.add(report(app, query));
    }
    assertTrue(reports.get(0).path("value").asLong() > 0, reports::toString);
    return reports;
  }

  private static long complete(Tenants.App app) {
    return service
        .sql()
        .number(
            "select count(*) from usage_rollup_runs where activity_runs = runs"
                + " and activity_from = -2147483648 and app_id = "
                + app.appId());
  }

  private static JsonNode figures(Tenants.App app) {
    Response response =
        service
            .tenants()
            .console()
            .get(
                "/console/api/workspaces/"
                    + app.workspaceId()
                    + "/overview?timezone=Asia/Kathmandu");
    assertEquals(200, response.status(), response::body);
    return response.json().at("/overview/figures");
  }

  @Test
  void namesBeyondTheBudgetAreCountedAndTheirReportsReadTheEvents() {
    Tenants.App app = service.tenants().app();
    StringBuilder events = new StringBuilder();
    for (int i = 0; i < 1_200; i++) {
      events
          .append(events.isEmpty() ? "" : ",")
          .append(
              "{\"eventName\":\"name_%04d\",\"customerId\":\"s.example.com\",\"properties\":{\"n\":%d,\"g\":\"v%d\"}}"
                  .formatted(i, i, i % 3));
      if ((i + 1) % 200 == 0) {
        post(app, events);
        awaitRollups(app);
      }
    }
    assertEquals(
        1_001,
        sql()
            .number(
                "select count(*) from usage_properties where property = '' and app_id = "
                    + app.appId()));
    assertTrue(
        sql()
                .number(
                    "select grouped_properties from usage_rollup_runs where app_id = "
                        + app.appId())
            <= 200);
    assertEquals(1_200, report(app, "").path("value").asLong());
    assertEquals(
        1_200L * 1_199 / 2, report(app, "calculation=sum&overProperty=n").path("value").asLong());
    JsonNode groups = report(app, "groupBy=g").path("groups");
    assertEquals(400, groups.path(0).path("value").asLong(), groups::toString);
    for (int i : new int[] {0, 999, 1_000, 1_199}) {
      assertEquals(
          i,
          report(app, "eventName=name_%04d&calculation=sum&overProperty=n".formatted(i))
              .path("value")
              .asLong());
    }
    assertEquals(0, report(app, "eventName=never").path("value").asLong());
    assertSource("", app, "");
    assertSource("", app, "eventName=name_0000&calculation=sum&overProperty=n");
    assertSource("events", app, "eventName=name_1199&calculation=sum&overProperty=n");
    assertSource("events", app, "groupBy=g");
    assertSource("", app, "eventName=name_0000&calculation=unique");
    assertSource("events", app, "eventName=name_1199&calculation=unique");
    assertSource("", app, "calculation=unique");
    assertSource("events", app, "eventName=name_0000&calculation=unique&overProperty=n");
    assertSource("events", app, "eventName=name_0000&calculation=unique&groupBy=g");
    for (String name : List.of("eventName=name_0000&", "eventName=name_1199&", "")) {
      assertEquals(1, report(app, name + "calculation=unique").path("value").asLong(), name);
    }
    assertSource("events", app, "eventName=name_0000&customerId=s.example.com");
  }

  @Test
  void aPropertyWhoseGroupsWouldMakeABlockTooLargeIsReadFromTheEvents() {
    Tenants.App app = service.tenants().app();
    StringBuilder events = new StringBuilder();
    Instant day = Instant.now().truncatedTo(ChronoUnit.DAYS).minus(3, ChronoUnit.DAYS);
    int sent = 0;
    for (int hour = 0; hour < 24; hour++) {
      for (int value = 0; value < 150; value++) {
        events
            .append(events.isEmpty() ? "" : ",")
            .append(
                "{\"eventName\":\"wide\",\"customerId\":\"s.example.com\",\"timestamp\":\"%s\",\"properties\":{\"g\":\"v%d\",\"n1\":1,\"n2\":2}}"
                    .formatted(day.plus(hour, ChronoUnit.HOURS), value));
        if (++sent % 200 == 0) {
          post(app, events);
        }
      }
    }
    awaitRollups(app);
    assertEquals(0, rows(app, " and group_property = 'g'"));
    JsonNode report = report(app, "eventName=wide&groupBy=g&calculation=sum&overProperty=n2");
    assertEquals(48, report.at("/groups/0/value").asLong());
    assertEquals(7_200, report.path("value").asLong());
  }
}
