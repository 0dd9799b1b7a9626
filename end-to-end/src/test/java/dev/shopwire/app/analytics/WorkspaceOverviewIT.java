package dev.shopwire.app.analytics;

import static dev.shopwire.app.support.ReportRequests.query;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.ReportRequests;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The analytics figures of a workspace's overview equal the reports of its apps. */
@Tag("everywhere")
@Tag("cluster")
class WorkspaceOverviewIT {
  private static final Tenants TENANTS = RunningService.shared().tenants();
  private static final String ZONE = "Europe/Zurich";
  // Clocks change on the second of these three days.
  private static final LocalDate FIRST_DAY = LocalDate.of(2026, 3, 28);
  private static final LocalDate LAST_DAY = LocalDate.of(2026, 3, 30);
  private static final int DAYS = 3;

  private final Tenants.App first = TENANTS.app();
  private final Tenants.App second = TENANTS.app(first.workspaceId());
  private final Map<LocalDate, Set<String>> shopsByDay = new TreeMap<>();

  private static JsonNode get(String path, String... parameters) {
    Response response = TENANTS.console().get("/console/api/" + path + query(parameters));
    assertEquals(200, response.status(), response::body);
    return response.json();
  }

  private JsonNode overview() {
    return get(
            "workspaces/" + first.workspaceId() + "/overview",
            "startDate",
            FIRST_DAY.toString(),
            "endDate",
            LAST_DAY.toString(),
            "timezone",
            ZONE)
        .path("overview");
  }

  /** Events of few shops, some in both apps, on the days of the range and of the one before. */
  private void store() {
    Random random = new Random(13);
    Instant start = FIRST_DAY.minusDays(DAYS).atStartOfDay(ZoneId.of(ZONE)).toInstant();
    for (Tenants.App app : List.of(first, second)) {
      List<String> events = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        Instant at = start.plusSeconds(random.nextInt(2 * DAYS * 86_400 - 3_600));
        String shop = "shop-" + random.nextInt(30) + ".example.com";
        String path = random.nextBoolean() ? ",\"path\":\"/\"" : "";
        String name = random.nextInt(3) == 0 ? "export" : "page_view";
        events.add(
            "\"customerId\":\"%s\",\"eventName\":\"%s\",\"timestamp\":\"%s\"%s"
                .formatted(shop, name, at, name.equals("page_view") ? path : ""));
        LocalDate day = LocalDate.ofInstant(at, ZoneId.of(ZONE));
        shopsByDay.computeIfAbsent(day, any -> new HashSet<>()).add(shop);
      }
      ReportRequests.send(app, events);
    }
  }

  private long shops(LocalDate from, LocalDate to) {
    Set<String> shops = new HashSet<>();
    for (LocalDate day = from; !day.isAfter(to); day = day.plusDays(1)) {
      shops.addAll(shopsByDay.getOrDefault(day, Set.of()));
    }
    return shops.size();
  }

  /** The sum of both apps' reports, as {@code value previous date=value …}. */
  private String reported(String... more) {
    long value = 0;
    long previous = 0;
    Map<String, Long> days = new TreeMap<>();
    for (Tenants.App app : List.of(first, second)) {
      List<String> parameters =
          new ArrayList<>(
              List.of(
                  "interval",
                  "daily",
                  "compare",
                  "previous",
                  "startDate",
                  FIRST_DAY.toString(),
                  "endDate",
                  LAST_DAY.toString(),
                  "timezone",
                  ZONE));
      parameters.addAll(List.of(more));
      JsonNode report =
          get("apps/" + app.appId() + "/usage-events/report", parameters.toArray(String[]::new))
              .path("report");
      value += report.path("value").asLong();
      previous += report.at("/previous/value").asLong();
      report
          .path("data")
          .forEach(
              day -> days.merge(day.path("date").asText(), day.path("value").asLong(), Long::sum));
    }
    return value + " " + previous + " " + days;
  }

  private static String figure(JsonNode figure) {
    Map<String, Long> days = new TreeMap<>();
    StreamSupport.stream(figure.path("data").spliterator(), false)
        .forEach(day -> days.put(day.path("date").asText(), day.path("value").asLong()));
    return figure.path("value").asText() + " " + figure.path("previous").asText() + " " + days;
  }

  @Test
  void theFiguresAreThoseOfTheReportsOfAllApps() {
    store();
    JsonNode figures = overview().path("figures");
    assertEquals(reported(), figure(figures.path("events")));
    assertEquals(reported("eventName", "page_view"), figure(figures.path("pageViews")));
    assertEquals(sessions(), figure(figures.path("sessions")));
    Map<String, Long> shops = new TreeMap<>();
    for (int i = 0; i < DAYS; i++) {
      LocalDate day = FIRST_DAY.plusDays(i);
      shops.put(day.toString(), shops(day, day));
    }
    assertEquals(
        shops(FIRST_DAY, LAST_DAY)
            + " "
            + shops(FIRST_DAY.minusDays(DAYS), FIRST_DAY.minusDays(1))
            + " "
            + shops,
        figure(figures.path("activeShops")));
  }

  /** The sum of both apps' session summaries. */
  private String sessions() {
    long value = 0;
    long previous = 0;
    Map<String, Long> days = new TreeMap<>();
    for (Tenants.App app : List.of(first, second)) {
      JsonNode summary = summary(app, FIRST_DAY, LAST_DAY);
      value += summary.path("count").asLong();
      previous +=
          summary(app, FIRST_DAY.minusDays(DAYS), FIRST_DAY.minusDays(1)).path("count").asLong();
      summary
          .path("data")
          .forEach(
              day -> days.merge(day.path("date").asText(), day.path("count").asLong(), Long::sum));
    }
    return value + " " + previous + " " + days;
  }

  private static JsonNode summary(Tenants.App app, LocalDate from, LocalDate to) {
    return get(
            "apps/" + app.appId() + "/sessions/summary",
            "interval",
            "daily",
            "startDate",
            from.toString(),
            "endDate",
            to.toString(),
            "timezone",
            ZONE)
        .path("summary");
  }

  @Test
  void aShopThatIsActiveInTwoAppsCountsOnce() {
    assertEquals(0, overview().path("activeNow").asInt());
    String view = "\"eventName\":\"page_view\",\"path\":\"/\",\"customerId\":\"%s.example.com\"";
    ReportRequests.send(first, view.formatted("a"), view.formatted("b"));
    assertEquals(2, overview().path("activeNow").asInt());
    ReportRequests.send(second, view.formatted("a"), view.formatted("c"));
    assertEquals(3, overview().path("activeNow").asInt());
  }
}
