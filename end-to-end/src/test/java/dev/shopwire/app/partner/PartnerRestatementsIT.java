package dev.shopwire.app.partner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.partner.HistoryEvent;
import dev.shopwire.testing.partner.HistoryKind;
import dev.shopwire.testing.partner.HistoryMoney;
import dev.shopwire.testing.partner.HistoryShop;
import dev.shopwire.testing.partner.PartnerEmulator;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;

/**
 * Restates days of an emulated platform: what is listed is exactly what a report of each day shows
 * otherwise than before.
 */
class PartnerRestatementsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int EVENTS = 500;
  private static final String METRICS =
      "installs,uninstalls,active_installs,active_subscriptions,mrr,charges,net_revenue";

  private static final RunningService SERVICE = RunningService.shared();
  private static LocalDate today;
  private static LocalDate first;
  private static Sql sql;

  @BeforeAll
  static void start() {
    sql = SERVICE.sql();
    today = LocalDate.now(ZoneOffset.UTC);
    first = today.minusDays(501);
  }

  private static PartnerFixture connected(PartnerEmulator platform) {
    PartnerFixture fixture = PartnerFixture.of(SERVICE.tenants(), platform);
    fixture.connect("historical-events");
    fixture.awaitLive();
    // The second sync reads all again that the first one has read.
    fixture.sync();
    awaitCompared(fixture);
    return fixture;
  }

  private static long appId(PartnerFixture fixture) {
    return Long.parseLong(fixture.app().appId());
  }

  /** Waits until the days that are over are kept, and nothing is to be compared. */
  private static void awaitCompared(PartnerFixture fixture) {
    Poll.until(
        PATIENCE,
        () -> "figures are kept: " + fixture.show(),
        () ->
            sql.number(
                    """
                    select count(*) from partner_connections c
                    join partner_frozen_days f on f.app_id = c.app_id and f.fetch_id = c.shown_id
                    where c.app_id = %1$s and f.stale is null and c.next_at > now()
                      and f.end_day = (select min(s.complete_to at time zone 'UTC')::date
                        from partner_streams s where s.app_id = c.app_id and s.fetch_id = c.shown_id)
                      and not exists (select from partner_late_records l where l.app_id = %1$s)
                      and not exists (select from partner_touched_shops t where t.app_id = %1$s)
                    """
                        .formatted(appId(fixture)))
                == 1);
  }

  private static JsonNode get(PartnerFixture fixture, String path) {
    Response response =
        fixture.tenants().console().get("/console/api/apps/" + appId(fixture) + path);
    assertEquals(200, response.status(), response::body);
    return response.json();
  }

  /** What the report shows of each day that is over, by metric, day and currency. */
  private static Map<String, BigDecimal> reported(PartnerFixture fixture) {
    JsonNode report =
        get(
                fixture,
                "/partner-report?interval=daily&timezone=UTC&metrics=%s&startDate=%s&endDate=%s"
                    .formatted(METRICS, first, today.minusDays(1)))
            .path("report");
    Map<String, BigDecimal> values = new TreeMap<>();
    for (JsonNode metric : report.path("metrics")) {
      for (JsonNode series : metric.path("series")) {
        for (JsonNode point : series.path("data")) {
          BigDecimal value = new BigDecimal(point.path("value").asText());
          if (value.signum() != 0) {
            values.put(
                key(
                    metric.path("metric").asText(),
                    point.path("date").asText(),
                    series.path("currency").asText("")),
                value);
          }
        }
      }
    }
    return values;
  }

  private static String key(String metric, String date, String currency) {
    return metric + " " + date + " " + currency.replace("null", "");
  }

  private static List<JsonNode> restatements(PartnerFixture fixture) {
    return get(fixture, "/partner-restatements?take=1000")
        .path("restatements")
        .valueStream()
        .toList();
  }

  private static Map<String, String> changes(
      Map<String, BigDecimal> before, Map<String, BigDecimal> after) {
    Set<String> keys = new TreeSet<>(before.keySet());
    keys.addAll(after.keySet());
    Map<String, String> changes = new TreeMap<>();
    for (String key : keys) {
      BigDecimal was = before.getOrDefault(key, BigDecimal.ZERO);
      BigDecimal is = after.getOrDefault(key, BigDecimal.ZERO);
      if (was.compareTo(is) != 0) {
        changes.put(key, text(was) + " " + text(is));
      }
    }
    return changes;
  }

  private static String text(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }

  private static Map<String, String> logged(List<JsonNode> restatements) {
    Map<String, String> logged = new TreeMap<>();
    for (JsonNode one : restatements) {
      String before =
          logged.put(
              key(
                  one.path("metric").asText(),
                  one.path("date").asText(),
                  one.path("currency").asText()),
              text(new BigDecimal(one.path("was").asText()))
                  + " "
                  + text(new BigDecimal(one.path("is").asText())));
      assertEquals(null, before, () -> "twice: " + one);
    }
    return logged;
  }

  /** What was listed since there were {@code known}, all of which has one cause. */
  private static List<JsonNode> assertRestated(
      PartnerFixture fixture, int known, Map<String, BigDecimal> before, String cause) {
    awaitCompared(fixture);
    List<JsonNode> all = restatements(fixture);
    List<JsonNode> added = all.subList(0, all.size() - known);
    assertEquals(changes(before, reported(fixture)), logged(added));
    assertFalse(added.isEmpty(), "nothing was restated");
    assertEquals(
        Set.of(cause),
        added.stream().map(one -> one.path("cause").asText()).collect(Collectors.toSet()));
    return added;
  }

  private static Set<String> texts(List<JsonNode> restatements, String field) {
    return restatements.stream()
        .map(one -> one.path(field).asText())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> events(List<JsonNode> restatements) {
    return restatements.stream()
        .flatMap(one -> one.path("events").valueStream())
        .map(JsonNode::asText)
        .collect(Collectors.toSet());
  }

  /** A shop that is not hidden, which has the app installed. */
  private static HistoryShop installed(PartnerEmulator platform) {
    Map<HistoryShop, HistoryKind> relations = new HashMap<>();
    for (HistoryEvent event : platform.log().all()) {
      if (event.shop() != null
          && List.of(HistoryKind.INSTALLED, HistoryKind.UNINSTALLED, HistoryKind.DEACTIVATED)
              .contains(event.kind())) {
        relations.put(event.shop(), event.kind());
      }
    }
    return relations.entrySet().stream()
        .filter(each -> !each.getKey().redacted() && each.getValue() == HistoryKind.INSTALLED)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
  }

  private static HistoryEvent of(
      PartnerEmulator platform, HistoryKind kind, HistoryShop shop, Instant at) {
    return new HistoryEvent(
        platform.log().nextNumber(), at, kind, shop, null, null, null, null, null);
  }

  private static Instant noon(LocalDate day) {
    return day.atTime(12, 0).toInstant(ZoneOffset.UTC);
  }

  /** The versions of all rows that are kept. */
  private static String versions(PartnerFixture fixture) {
    return sql.text(
        """
        select md5(string_agg(v, ',' order by v)) from (
          select day || metric || currency || xmin || ctid as v from partner_day_figures
            where app_id = %1$s
          union all select id::text || xmin || ctid from partner_frozen_days where app_id = %1$s
          union all select hour || category || currency || xmin || ctid from partner_earning_hours
            where app_id = %1$s
          union all select shop || xmin || ctid from partner_lifecycles where app_id = %1$s
        ) versions
        """
            .formatted(appId(fixture)));
  }

  @ConcurrentTest
  void lateAndChangedRecordsRestateExactlyTheDaysThatTheyTouch() {
    try (PartnerEmulator platform = PartnerFixture.platform(EVENTS)) {
      PartnerFixture fixture = connected(platform);
      assertEquals(List.of(), restatements(fixture));
      Map<String, BigDecimal> shown = reported(fixture);
      assertEquals(shown, kept(fixture));
      assertTrue(shown.size() > 1_000, () -> "few figures: " + shown.size());
      StoredFigures.check(sql, fixture);

      String versions = versions(fixture);
      fixture.sync();
      awaitCompared(fixture);
      assertEquals(versions, versions(fixture));

      LocalDate yesterday = today.minusDays(1);
      HistoryShop shop = installed(platform);
      HistoryEvent late = of(platform, HistoryKind.UNINSTALLED, shop, noon(yesterday));
      platform.log().add(late);
      fixture.sync();
      List<JsonNode> added = assertRestated(fixture, 0, shown, "late_record");
      assertEquals(Set.of(yesterday.toString()), texts(added, "date"));
      assertTrue(texts(added, "metric").containsAll(Set.of("uninstalls", "active_installs")));
      assertEquals(Set.of("events:" + late.id()), events(added));
      assertEquals(reported(fixture), kept(fixture));

      HistoryEvent paid = earning(platform, shop, noon(yesterday));
      assertChangedBySync(platform, fixture, paid);

      Map<String, BigDecimal> before = reported(fixture);
      int known = restatements(fixture).size();
      HistoryEvent earning = lastEarning(platform);
      platform
          .log()
          .change(
              event -> event.number() == earning.number(),
              event -> event.withMoney(HistoryMoney.free(new BigDecimal("777.77"), "USD")));
      fixture.act("backfill");
      awaitBackfill(fixture);
      List<JsonNode> changed = assertRestated(fixture, known, before, "backfill");
      String day = LocalDate.ofInstant(earning.at(), ZoneOffset.UTC).toString();
      assertEquals(day, texts(changed, "date").iterator().next());
      assertEquals(Set.of("events:" + earning.id()), events(changed));
      StoredFigures.check(sql, fixture);
      // Each value that is kept is still the first one.
      assertEquals(shown, first(fixture));
      assertPages(fixture);
    }
  }

  private static HistoryEvent earning(PartnerEmulator platform, HistoryShop shop, Instant at) {
    HistoryMoney money = HistoryMoney.free(new BigDecimal("10.00"), "USD");
    return new HistoryEvent(
        platform.log().nextNumber(),
        at,
        HistoryKind.EARNED_RECURRING,
        shop,
        null,
        money,
        null,
        null,
        null);
  }

  /** Adds an earning of a day that is over, and changes it before the next sync. */
  private static void assertChangedBySync(
      PartnerEmulator platform, PartnerFixture fixture, HistoryEvent earning) {
    Map<String, BigDecimal> before = reported(fixture);
    int known = restatements(fixture).size();
    platform.log().add(earning);
    fixture.sync();
    List<JsonNode> late = assertRestated(fixture, known, before, "late_record");
    assertEquals(Set.of("charges", "net_revenue"), texts(late, "metric"));
    Map<String, BigDecimal> between = reported(fixture);
    HistoryMoney other = HistoryMoney.free(new BigDecimal("12.34"), "USD");
    platform
        .log()
        .change(event -> event.number() == earning.number(), event -> event.withMoney(other));
    fixture.sync();
    List<JsonNode> changed =
        assertRestated(fixture, known + late.size(), between, "changed_record");
    assertEquals(Set.of("events:" + earning.id()), events(changed));
    StoredFigures.check(sql, fixture);
  }

  private static HistoryEvent lastEarning(PartnerEmulator platform) {
    return platform.log().all().stream()
        .filter(event -> event.kind() == HistoryKind.EARNED_RECURRING)
        .filter(event -> event.charge() == null || !event.charge().test())
        .reduce((one, other) -> other)
        .orElseThrow();
  }

  private static void awaitBackfill(PartnerFixture fixture) {
    fixture.await(
        "the backfill is over",
        connection -> connection.at("/backfill/status").asText().equals("done"));
  }

  private static Map<String, BigDecimal> kept(PartnerFixture fixture) {
    return stored(fixture, "shown");
  }

  private static Map<String, BigDecimal> first(PartnerFixture fixture) {
    return stored(fixture, "first_shown");
  }

  private static Map<String, BigDecimal> stored(PartnerFixture fixture, String column) {
    String rows =
        sql.text(
            """
            select string_agg(metric || ' ' || day || ' ' || currency || '=' || round(
              case metric when 'mrr' then %2$s / 12 else %2$s end,
              case currency when '' then 0 when 'JPY' then 0 else 2 end), ';')
            from partner_day_figures where app_id = %1$s and %2$s <> 0 and day < '%3$s'
            """
                .formatted(appId(fixture), column, today));
    Map<String, BigDecimal> values = new TreeMap<>();
    for (String row : rows.split(";", -1)) {
      String[] parts = row.split("=", 2);
      values.put(parts[0], new BigDecimal(parts[1]));
    }
    return values;
  }

  private static void assertPages(PartnerFixture fixture) {
    List<JsonNode> all = restatements(fixture);
    List<JsonNode> pages = new ArrayList<>();
    String cursor = "";
    JsonNode page;
    do {
      page = get(fixture, "/partner-restatements?take=2" + cursor);
      page.path("restatements").forEach(pages::add);
      cursor = "&cursor=" + page.path("cursor").asText();
    } while (page.path("hasNextPage").asBoolean());
    assertEquals(all, pages);
    assertTrue(all.size() > 3, all::toString);
    assertEquals(
        all.size(), get(fixture, "/partner-restatements?format=count").path("count").asInt());
    assertEquals(
        0,
        get(fixture, "/partner-restatements?since=" + today.plusDays(2))
            .path("restatements")
            .size());
    assertEquals(
        all.size(),
        get(fixture, "/partner-restatements?since=" + today.minusDays(1))
            .path("restatements")
            .size());
    Response invalid =
        fixture
            .tenants()
            .console()
            .get("/console/api/apps/" + appId(fixture) + "/partner-restatements?since=soon");
    assertEquals(422, invalid.status());
    assertTrue(invalid.body().contains("invalid_since"), invalid::body);
  }

  @ConcurrentTest
  void aRebuildAndAnotherConfigurationRestateWhatIsOtherwiseThen() {
    try (PartnerEmulator platform = PartnerFixture.platform(EVENTS)) {
      PartnerFixture fixture = connected(platform);
      Map<String, BigDecimal> shown = reported(fixture);
      HistoryEvent earning = lastEarning(platform);
      // As if the dialect had mapped the node otherwise.
      sql.run(
          """
          update partner_records set raw = replace(raw::text, '"EARNING_CHARGE_RECURRING"',
            '"EARNING_REFUND"')::json
          where app_id = %s and key = '%s'
          """
              .formatted(appId(fixture), earning.id()));
      rebuild(fixture);
      List<JsonNode> rebuilt = assertRestated(fixture, 0, shown, "rebuild");
      assertTrue(texts(rebuilt, "metric").contains("charges"));
      assertFalse(texts(rebuilt, "metric").contains("net_revenue"));
      StoredFigures.check(sql, fixture);
      rebuild(fixture);
      awaitCompared(fixture);
      assertEquals(rebuilt, restatements(fixture));

      Map<String, BigDecimal> before = reported(fixture);
      String later =
          fixture
              .body("historical-events", "")
              .replaceFirst("\"since\":\"[0-9-]+\"", "\"since\":\"" + today.minusDays(60) + "\"");
      assertEquals(200, fixture.tenants().console().put(fixture.path(), later).status());
      fixture.awaitLive();
      awaitCompared(fixture);
      assertEquals("dialect", restatements(fixture).get(0).path("cause").asText());
      long logged = get(fixture, "/partner-restatements?format=count").path("count").asLong();
      assertEquals(changes(before, reported(fixture)).size(), logged - rebuilt.size());
      assertEquals(reported(fixture), kept(fixture));
      assertEquals(shown, first(fixture));
      StoredFigures.check(sql, fixture);
      String list = "/console/api/apps/" + appId(fixture) + "/partner-restatements";
      assertEquals(200, fixture.tenants().console().delete(fixture.path()).status());
      assertEquals(404, fixture.tenants().console().get(list).status());
    }
  }

  private static void rebuild(PartnerFixture fixture) {
    fixture.act("rebuild");
    Poll.until(
        PATIENCE,
        () -> "the rebuild is shown",
        () ->
            sql.number(
                    "select count(*) from partner_connections where app_id = ? and rebuild_at is null",
                    appId(fixture))
                == 1);
  }
}
