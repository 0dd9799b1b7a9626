package dev.shopwire.app.analytics;

import static dev.shopwire.app.support.ReportRequests.query;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import org.junit.jupiter.api.Test;

/** Unique shops are right after each event, though reads cache the shops of days. */
class CachedShopsIT {
  private static final RunningService SERVICE = RunningService.shared();
  private static final List<String> ZONES =
      List.of("UTC", "Asia/Kathmandu", "America/New_York", "Europe/Zurich");
  private static final List<String> NAMES = List.of("export", "sync");
  private static final LocalDate FIRST_DAY = LocalDate.of(2026, 3, 26);
  private static final int DAYS = 5;
  private static final int SHOPS = 25;
  private static final int ROUNDS = 15;

  private final Random random = new Random(19);
  private final Tenants.App first = SERVICE.tenants().app();
  private final Tenants.App second = SERVICE.tenants().app(first.workspaceId());
  private final List<Event> events = new ArrayList<>();

  private record Event(Tenants.App app, String name, String shop, Instant at) {
    LocalDate day(String zone) {
      return LocalDate.ofInstant(at, ZoneId.of(zone));
    }

    String json() {
      return "\"customerId\":\"%s\",\"eventName\":\"%s\",\"timestamp\":\"%s\""
          .formatted(shop, name, at);
    }
  }

  /** Sends a few events, of any day. */
  private void send() {
    Tenants.App app = random.nextBoolean() ? first : second;
    List<Event> sent = new ArrayList<>();
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      Instant start = FIRST_DAY.minusDays(DAYS).atStartOfDay(ZoneId.of("UTC")).toInstant();
      sent.add(
          new Event(
              app,
              NAMES.get(random.nextInt(NAMES.size())),
              "cached-" + random.nextInt(SHOPS) + ".example.com",
              start.plusSeconds(900L * random.nextInt(2 * DAYS * 96))));
    }
    ReportRequests.send(app, sent.stream().map(Event::json).toList());
    events.addAll(sent);
  }

  private static JsonNode get(String path, String zone, String... more) {
    List<String> parameters =
        new ArrayList<>(
            List.of(
                "startDate",
                FIRST_DAY.toString(),
                "endDate",
                FIRST_DAY.plusDays(DAYS - 1).toString(),
                "timezone",
                zone));
    parameters.addAll(List.of(more));
    Response response =
        SERVICE
            .tenants()
            .console()
            .get("/console/api/" + path + query(parameters.toArray(String[]::new)));
    assertEquals(200, response.status(), response::body);
    return response.json();
  }

  private static String text(JsonNode figure) {
    Map<String, Long> days = new TreeMap<>();
    figure
        .path("data")
        .forEach(day -> days.put(day.path("date").asText(), day.path("value").asLong()));
    days.values().removeIf(count -> count == 0);
    return figure.path("value").asText() + " " + days;
  }

  /** Of those events that are of one app and name, where these are not empty. */
  private String expected(String zone, String appId, String name) {
    Map<String, Set<String>> days = new TreeMap<>();
    Set<String> all = new HashSet<>();
    for (Event event : events) {
      LocalDate day = event.day(zone);
      if ((appId.isEmpty() || event.app().appId().equals(appId))
          && (name.isEmpty() || event.name().equals(name))
          && !day.isBefore(FIRST_DAY)
          && day.isBefore(FIRST_DAY.plusDays(DAYS))) {
        days.computeIfAbsent(day.toString(), any -> new HashSet<>()).add(event.shop());
        all.add(event.shop());
      }
    }
    Map<String, Integer> counts = new TreeMap<>();
    days.forEach((day, shops) -> counts.put(day, shops.size()));
    return all.size() + " " + counts;
  }

  private void compare(String zone) {
    JsonNode overview = get("workspaces/" + first.workspaceId() + "/overview", zone);
    assertEquals(expected(zone, "", ""), text(overview.at("/overview/figures/activeShops")), zone);
    for (String name : NAMES) {
      JsonNode report =
          get(
              "apps/" + first.appId() + "/usage-events/report",
              zone,
              "calculation",
              "unique",
              "interval",
              "daily",
              "eventName",
              name);
      assertEquals(
          expected(zone, first.appId(), name), text(report.path("report")), zone + " " + name);
    }
  }

  private static double cacheHits() {
    return SERVICE.metric("shopwire_reads_cache_lookups_total{result=\"hit\"}");
  }

  @Test
  void uniqueShopsAreRightAfterEachEvent() {
    for (int round = 0; round < ROUNDS; round++) {
      send();
      ZONES.forEach(this::compare);
    }
    double before = cacheHits();
    ZONES.forEach(this::compare);
    // Of each zone: the days of the overview and the range before them, and the days of each
    // report.
    int needed = ZONES.size() * (DAYS + 1 + NAMES.size() * DAYS);
    double used = cacheHits() - before;
    assertTrue(used >= needed, used + " of " + needed + " buckets");
  }
}
