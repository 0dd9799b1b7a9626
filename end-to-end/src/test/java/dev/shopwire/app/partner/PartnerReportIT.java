package dev.shopwire.app.partner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.time.Interval;
import dev.shopwire.common.time.TimeRange;
import dev.shopwire.sources.figures.Differences;
import dev.shopwire.sources.figures.FigureSweep;
import dev.shopwire.sources.figures.Figures;
import dev.shopwire.sources.figures.Metric;
import dev.shopwire.sources.figures.ReportBuckets;
import dev.shopwire.sources.figures.Series;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.partner.HistoryEvent;
import dev.shopwire.testing.partner.HistoryKind;
import dev.shopwire.testing.partner.HistoryMoney;
import dev.shopwire.testing.partner.HistoryShop;
import dev.shopwire.testing.partner.PartnerEmulator;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares partner reports with figures that are computed from the lists of records. */
class PartnerReportIT {
  private static final int EVENTS = 900;

  /** Metrics of each kind. */
  private static final String OPENED =
      "installs,net_installs,active_installs,logo_churn,mrr,mrr_churn,nrr,arpu,charges,refunds,"
          + "payouts,unsettled,ltv,predicted_ltv";

  private static LocalDate today;

  /** The history of a shop that left, for all shops. */
  private static final String WRONG_HISTORIES =
      """
      update partner_lifecycles set next_at = null, history = (
        select history from partner_lifecycles where app_id = %1$s and state = 'uninstalled'
        order by shop limit 1)
      where app_id = %1$s
      """;

  /** All records once more, with other content, of passes that are not complete. */
  private static final String INCOMPLETE =
      """
      create temporary table incomplete as select * from partner_records where app_id = %s;
      update incomplete i set key = 'incomplete ' || key, pass = s.pass + 1, net = net + 1,
        kind = case kind when 'installed' then 'uninstalled' else kind end, at = at + interval '1 second'
      from partner_streams s
      where s.app_id = i.app_id and s.fetch_id = i.fetch_id and s.name = i.stream;
      insert into partner_records select * from incomplete;
      drop table incomplete;
      """;

  private static final String OTHER_SUMS =
      "update partner_earning_hours set net = net + 1 where app_id = %s";

  private static final String TOUCHED =
      """
      insert into partner_touched_shops (app_id, fetch_id, shop, is_quiet)
      select app_id, fetch_id, shop, true from partner_lifecycles where app_id = %s
      """;

  private static final RunningService SERVICE = RunningService.shared();
  private static PartnerEmulator platform;

  /** Two apps of one workspace, which fetch the same history, each in one dialect. */
  private static PartnerFixture newer;

  private static PartnerFixture older;

  @BeforeAll
  static void start() {
    today = LocalDate.now(ZoneOffset.UTC);
    platform = PartnerFixture.platform(EVENTS);
    addUnexpectedEarnings();
    newer = PartnerFixture.of(SERVICE.tenants(), platform);
    older =
        new PartnerFixture(
            SERVICE.tenants(), SERVICE.tenants().app(newer.app().workspaceId()), platform);
    newer.connect("historical-events");
    older.connect("app-events");
    for (PartnerFixture fixture : List.of(newer, older)) {
      fixture.awaitLive();
      // From here on nothing changes.
      fixture.act("pause");
    }
  }

  /** Earnings of a shop that has no subscription. */
  private static void addUnexpectedEarnings() {
    HistoryShop shop = new HistoryShop(999_990, false);
    Instant start = today.minusDays(100).atStartOfDay(ZoneOffset.UTC).toInstant();
    add(HistoryKind.INSTALLED, shop, start, null);
    for (int day = 1; day <= 4; day++) {
      HistoryMoney money = HistoryMoney.of(new BigDecimal("10.00"), "USD");
      add(HistoryKind.EARNED_RECURRING, shop, start.plus(Duration.ofDays(day)), money);
    }
  }

  private static void add(
      HistoryKind kind, HistoryShop shop, Instant at, @Nullable HistoryMoney money) {
    long number = platform.log().nextNumber();
    platform.log().add(new HistoryEvent(number, at, kind, shop, null, money, null, null, null));
  }

  @AfterAll
  static void stop() {
    platform.close();
  }

  private static String app(PartnerFixture fixture) {
    return "/console/api/apps/" + fixture.app().appId() + "/partner-report";
  }

  private static String workspace(PartnerFixture fixture) {
    return "/console/api/workspaces/" + fixture.app().workspaceId() + "/partner-report";
  }

  private static JsonNode get(String path) {
    Response response = SERVICE.tenants().console().get(path);
    assertEquals(200, response.status(), response::body);
    return response.json();
  }

  private static JsonNode report(String path, String query) {
    return get(path + "?" + query).path("report");
  }

  private static Instant completeTo(PartnerFixture fixture) {
    return Instant.parse(fixture.show().path("completeTo").asText());
  }

  @ParameterizedTest
  @CsvSource({
    "Asia/Kathmandu, daily, 100, false",
    "America/New_York, weekly, 300, true",
    "Europe/Zurich, monthly, 600, false",
    "UTC, monthly, 600, true"
  })
  void everyFigureIsThatOfTheListedPairs(String zone, String interval, int days, boolean byPlan) {
    Instant first = completeTo(newer);
    Instant second = completeTo(older);
    Instant least = first.isBefore(second) ? first : second;
    ListedPairs one = ListedPairs.of(newer);
    ListedPairs other = ListedPairs.of(older);
    TimeRange range = TimeRange.ofDays(today.minusDays(days), today.plusDays(10), ZoneId.of(zone));
    String query =
        "interval=%s&startDate=%s&endDate=%s&timezone=%s%s"
            .formatted(
                interval,
                today.minusDays(days),
                today.plusDays(10),
                zone,
                byPlan ? "&groupBy=plan" : "");
    Interval unit = Interval.of(interval);
    check(report(app(newer), query), List.of(one), ReportBuckets.of(range, unit, first), byPlan);
    check(report(app(older), query), List.of(other), ReportBuckets.of(range, unit, second), byPlan);
    check(
        report(workspace(newer), query),
        List.of(one, other),
        ReportBuckets.of(range, unit, least),
        byPlan);
  }

  /** Every figure of a report is that of the listed pairs. */
  static void check(
      JsonNode report, List<ListedPairs> apps, ReportBuckets buckets, boolean byPlan) {
    assertEquals(buckets.completeTo(), Instant.parse(report.path("completeTo").asText()));
    FigureSweep sweep = new FigureSweep(buckets, byPlan);
    apps.forEach(app -> app.pairs(buckets.completeTo()).forEach(sweep::add));
    Figures figures = sweep.finish();
    assertEquals(Metric.values().length, report.path("metrics").size());
    int values = 0;
    for (JsonNode shown : report.path("metrics")) {
      Metric metric = Metric.of(shown.path("metric").asText()).orElseThrow();
      assertEquals(metric.formula(), shown.path("formula").asText());
      assertEquals(
          figures.series(metric).stream().flatMap(PartnerReportIT::points).toList(),
          shown.path("series").valueStream().flatMap(PartnerReportIT::points).toList(),
          metric.id());
      values += shown.path("series").size();
    }
    assertTrue(values > Metric.values().length, () -> "series of " + report);
    assertEquals(figures.unpriced(), report.at("/excluded/unpriced").asLong());
    assertEquals(figures.unknownInterval(), report.at("/excluded/unknownInterval").asLong());
    assertTrue(report.at("/excluded/test").asLong() > 0);
    assertTrue(report.at("/excluded/redactedShops").asLong() > 0);
  }

  @Test
  void differencesAreThoseOfTheListedPairs() {
    String path = "/console/api/apps/" + newer.app().appId() + "/partner-differences";
    Instant completeTo = completeTo(newer);
    List<String> expected =
        ListedPairs.of(newer).pairs(completeTo).stream()
            .flatMap(pair -> Differences.of(pair, completeTo).stream())
            .map(one -> one.kind().id() + " " + Times.format(one.at()) + " " + one.recordIds())
            .sorted()
            .toList();
    assertTrue(expected.size() > 2, expected::toString);
    List<JsonNode> all = get(path + "?take=1000").path("differences").valueStream().toList();
    assertEquals(
        expected,
        all.stream()
            .map(
                one ->
                    one.path("kind").asText()
                        + " "
                        + one.path("at").asText()
                        + " "
                        + one.path("events").valueStream().map(JsonNode::asText).toList())
            .sorted()
            .toList());
    assertEquals(all.size(), get(path + "?format=count").path("count").asInt());
    List<JsonNode> pages = new ArrayList<>();
    String cursor = "";
    JsonNode page;
    do {
      page = get(path + "?take=" + (all.size() / 3 + 1) + cursor);
      page.path("differences").forEach(pages::add);
      cursor = "&cursor=" + page.path("cursor").asText();
    } while (page.path("hasNextPage").asBoolean());
    assertEquals(all, pages);
  }

  /** A point as text, to compare. */
  private static Stream<String> points(Series series) {
    return series.points().stream()
        .map(
            point ->
                text(
                    series.key().currency().orElse("-"),
                    series.key().plan().orElse("-"),
                    point.date(),
                    point.value().map(PartnerReportIT::plain).orElse("-"),
                    point.provisional()));
  }

  private static Stream<String> points(JsonNode series) {
    return series
        .path("data")
        .valueStream()
        .map(
            point ->
                text(
                    series.path("currency").asText("-"),
                    series.path("plan").asText("-"),
                    point.path("date").asText(),
                    point.path("value").isNull() ? "-" : plain(point.path("value")),
                    point.path("provisional").asBoolean()));
  }

  private static String plain(JsonNode value) {
    return plain(new BigDecimal(value.asText()));
  }

  private static String plain(BigDecimal value) {
    return value.stripTrailingZeros().toPlainString();
  }

  private static String text(
      String currency, String plan, String date, String value, boolean provisional) {
    return String.join(" ", currency, plan, date, value, provisional ? "provisional" : "final");
  }

  @Test
  void moneyHasTheDigitsOfItsCurrencyAndLaterBucketsHaveNoValue() {
    JsonNode report =
        report(
            app(newer),
            "metrics=mrr,active_installs&interval=daily&startDate=%s&endDate=%s"
                .formatted(today.minusDays(3), today.plusDays(2)));
    assertEquals("mrr", report.at("/metrics/0/metric").asText());
    for (JsonNode series : report.at("/metrics/0/series")) {
      String form = series.path("currency").asText().equals("JPY") ? "\\d+" : "\\d+\\.\\d{2}";
      assertTrue(series.at("/data/0/value").asText().matches(form), series::toString);
    }
    JsonNode data = report.at("/metrics/1/series/0/data");
    assertTrue(report.at("/metrics/1/series/0/currency").isNull());
    assertTrue(data.at("/0/value").isInt() && !data.at("/0/provisional").asBoolean());
    assertTrue(data.at("/3/value").isInt() && data.at("/3/provisional").asBoolean());
    assertTrue(data.at("/4/value").isNull() && data.at("/4/provisional").asBoolean());
  }

  @Test
  void rowsAddUpToTheirFigureAndNameTheRecordsBehindIt() {
    LocalDate month = today.minusDays(150).withDayOfMonth(1);
    String bucket = "interval=monthly&timezone=Asia/Kathmandu";
    JsonNode report =
        report(
            workspace(newer),
            bucket
                + "&metrics="
                + OPENED
                + "&startDate="
                + month
                + "&endDate="
                + month.plusMonths(1).minusDays(1));
    Set<String> known = new HashSet<>();
    for (PartnerFixture fixture : List.of(newer, older)) {
      known.addAll(ListedPairs.of(fixture).ids());
    }
    int rows = 0;
    for (JsonNode metric : report.path("metrics")) {
      for (JsonNode series : metric.path("series")) {
        String currency =
            series.path("currency").isNull() ? "" : "&currency=" + series.path("currency").asText();
        String query = "?metric=" + metric.path("metric").asText() + "&date=" + month + currency;
        String path = workspace(newer) + "/rows" + query + "&" + bucket;
        JsonNode page = get(path + "&take=1000");
        assertFalse(page.path("hasNextPage").asBoolean());
        assertRows(series.at("/data/0/value"), page, known, query);
        // A file has all rows, which are computed from the records of all shops.
        assertEquals(
            SERVICE.tenants().console().get(path + "&format=ndjson").body().lines().toList(),
            page.path("rows").valueStream().map(JsonNode::toString).toList());
        rows += page.path("rows").size();
      }
    }
    int all = rows;
    assertTrue(all > 100, () -> all + " rows");
  }

  private static void assertRows(JsonNode figure, JsonNode page, Set<String> known, String query) {
    if (figure.isNull()) {
      assertTrue(page.path("total").isNull() && page.path("rows").isEmpty(), query);
      return;
    }
    BigDecimal sum = BigDecimal.ZERO;
    for (JsonNode row : page.path("rows")) {
      sum = sum.add(new BigDecimal(row.path("value").asText()));
      assertFalse(row.path("events").isEmpty(), row::toString);
      row.path("events").forEach(id -> assertTrue(known.contains(id.asText()), id::toString));
    }
    BigDecimal value = new BigDecimal(figure.asText());
    BigDecimal total = new BigDecimal(page.path("total").asText());
    assertEquals(
        value, total.setScale(value.scale(), RoundingMode.HALF_UP), () -> query + " " + page);
    // Each row is rounded to six digits.
    assertTrue(total.subtract(sum).abs().compareTo(new BigDecimal("0.001")) < 0, query);
  }

  @Test
  void pagesOfRowsAreTheWholeListInEveryFormat() {
    String month = today.minusDays(150).withDayOfMonth(1).toString();
    String query = "?interval=monthly&metric=net_revenue&currency=USD&date=" + month;
    String path = workspace(newer) + "/rows" + query;
    JsonNode whole = get(path + "&take=1000");
    List<JsonNode> rows = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = get(path + "&take=5" + cursor);
      assertEquals(whole.path("total"), page.path("total"));
      page.path("rows").forEach(rows::add);
      cursor =
          page.path("hasNextPage").asBoolean() ? "&cursor=" + page.path("cursor").asText() : "";
    } while (!cursor.isEmpty());
    assertEquals(whole.path("rows").valueStream().toList(), rows);
    assertTrue(rows.size() > 10, () -> rows.size() + " rows");
    assertEquals(rows.size(), get(path + "&format=count").path("count").asInt());
    String lines = SERVICE.tenants().console().get(path + "&format=ndjson").body();
    assertEquals(rows.stream().map(JsonNode::toString).toList(), lines.lines().toList());
    Set<String> apps = new HashSet<>();
    rows.forEach(row -> apps.add(row.at("/app/id").asText()));
    assertEquals(Set.of(newer.app().appId(), older.app().appId()), apps);
    assertTrue(rows.stream().anyMatch(row -> row.at("/customer/myplatformDomain").isTextual()));
  }

  @Test
  void aReportFollowsTheNextPassAtOnce() {
    PartnerFixture fixture = PartnerFixture.of(SERVICE.tenants(), platform);
    fixture.connect("historical-events");
    fixture.awaitLive();
    String query = "metrics=installs";
    JsonNode before = report(app(fixture), query);
    assertEquals(before, report(app(fixture), query));
    Instant first = Instant.parse(before.path("completeTo").asText());
    Poll.until(
        Duration.ofSeconds(30),
        () -> "a pass ends in a later second than " + first,
        () -> {
          fixture.sync();
          return first.isBefore(completeTo(fixture));
        });
    fixture.act("pause");
    JsonNode after = report(app(fixture), query);
    assertEquals(completeTo(fixture), Instant.parse(after.path("completeTo").asText()));
  }

  @Test
  @Tag("stores")
  void aReportDoesNotDependOnHowFarLifecyclesAndSumsAreStored() {
    PartnerFixture fixture = PartnerFixture.of(SERVICE.tenants(), platform);
    fixture.connect("historical-events");
    fixture.awaitLive();
    fixture.act("pause");
    String app = fixture.app().appId();
    SERVICE.sql().run(INCOMPLETE.formatted(app));
    String right = active(fixture, "installs");
    SERVICE.sql().run(WRONG_HISTORIES.formatted(app));
    assertNotEquals(right, active(fixture, "uninstalls"));
    SERVICE.sql().run(TOUCHED.formatted(app));
    assertEquals(right, active(fixture, "reinstalls"));
    SERVICE.sql().run("delete from partner_lifecycle_times where app_id = " + app);
    SERVICE.sql().run("delete from partner_touched_shops where app_id = " + app);
    assertEquals(right, active(fixture, "trials"));
    String money = money(fixture, "fees");
    SERVICE.sql().run(OTHER_SUMS.formatted(app));
    assertNotEquals(money, money(fixture, "refunds"));
    SERVICE.sql().run("update partner_streams set earnings_pass = 0 where app_id = " + app);
    SERVICE.sql().run("delete from partner_earning_hours where app_id = " + app);
    assertEquals(money, money(fixture, "charges"));
  }

  private static String money(PartnerFixture fixture, String other) {
    String metrics = "metrics=net_revenue,ltv,unsettled,payouts," + other;
    JsonNode report = report(app(fixture), metrics);
    return report.path("metrics").valueStream().limit(4).toList().toString();
  }

  /** How many shops have the app; another metric beside it makes it a report of its own. */
  private static String active(PartnerFixture fixture, String other) {
    return report(app(fixture), "metrics=active_installs," + other).at("/metrics/0").toString();
  }

  @Test
  void anotherWorkspaceSeesNeitherReportNorRows() {
    PartnerFixture other = PartnerFixture.of(SERVICE.tenants(), platform);
    ConsoleUsers.User owner =
        new ConsoleUsers(SERVICE.sql()).add(other.app().workspaceId(), "owner");
    ConsoleBrowser browser = new ConsoleBrowser(SERVICE.process().consoleUrl()).signedIn(owner);
    String rows = "/rows?metric=installs&date=" + today;
    for (String path : List.of(app(newer), workspace(newer))) {
      assertEquals(404, browser.get(path.replace("/console/api", "")).status());
      assertEquals(404, browser.get(path.replace("/console/api", "") + rows).status());
    }
    for (String path :
        List.of(app(other), workspace(other), app(other) + rows, workspace(other) + rows)) {
      Response none = SERVICE.tenants().console().get(path);
      assertEquals(404, none.status(), path);
      assertEquals("unknown_partner_connection", none.json().path("code").asText(), none::body);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "?metrics=mrr,bought|metrics",
        "?metrics=mrr,|metrics",
        "?interval=hourly|interval",
        "?timezone=Mars/Olympus|timezone",
        "?startDate=2026-02-30|startDate",
        "?startDate=2026-02-02&endDate=2026-02-01|endDate",
        "?groupBy=shop|groupBy",
        "?interval=daily&startDate=2020-01-01&endDate=2026-01-01|interval",
        "?startDate=0001-01-01|interval",
        "/rows?date=2026-01-01|metric",
        "/rows?metric=bought&date=2026-01-01|metric",
        "/rows?metric=installs|date",
        "/rows?metric=installs&date=2026-13-01|date",
        "/rows?metric=installs&date=2026-01-02&interval=monthly|date",
        "/rows?metric=installs&date=2026-01-02&interval=yearly|interval",
        "/rows?metric=installs&date=2026-01-02&timezone=nowhere|timezone",
        "/rows?metric=mrr&date=2026-01-01|currency",
        "/rows?metric=mrr&date=2026-01-01&currency=XYZ|currency",
        "/rows?metric=installs&date=2026-01-01&currency=USD|currency",
        "/rows?metric=installs&date=2026-01-01&take=0|take",
        "/rows?metric=installs&date=2026-01-01&cursor=x|cursor"
      })
  void badInputIsRefusedWithTheNameOfTheParameter(String query, String parameter) {
    for (String path : List.of(app(newer), workspace(newer))) {
      Response response = SERVICE.tenants().console().get(path + query);
      assertEquals(422, response.status(), response::body);
      assertEquals(parameter, response.json().at("/errors/0/parameter").asText(), response::body);
    }
  }

  @Test
  void aCursorIsOfItsListOnly() {
    String month = today.minusDays(150).withDayOfMonth(1).toString();
    String query = "/rows?interval=monthly&metric=active_installs&take=1&date=" + month;
    String cursor = "&cursor=" + get(app(newer) + query).path("cursor").asText();
    assertEquals(200, SERVICE.tenants().console().get(app(newer) + query + cursor).status());
    for (String path :
        List.of(
            app(older) + query,
            workspace(newer) + query,
            app(newer) + query.replace("active_installs", "installs"))) {
      assertEquals(422, SERVICE.tenants().console().get(path + cursor).status(), path);
    }
  }
}
