package dev.shopwire.app.partner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.PausedConnection;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.sources.earnings.EarningHours;
import dev.shopwire.sources.frozen.FrozenChanges;
import dev.shopwire.sources.frozen.FrozenDays;
import dev.shopwire.sources.frozen.LateRecordTable;
import dev.shopwire.sources.lifecycle.store.Announcing;
import dev.shopwire.sources.lifecycle.store.FetchRef;
import dev.shopwire.sources.lifecycle.store.HistoryChange;
import dev.shopwire.sources.lifecycle.store.Recomputation;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.Tenants;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Measures reports of an app that many shops have had for two years. */
@Tag("full")
class PartnerReportSpeedIT {
  private static final int PAIRS = RunSize.of("partnerReport.pairs", 2_000, 100_000);

  /** Reports are far faster on two free cores; others may use the machine too. */
  private static final double MAX_AGAIN_SECONDS = 1;

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /**
   * A connection, and for each shop an install, a subscription, an earning every second month, and
   * for some an uninstall.
   */
  private static final String RECORDS =
      """
      insert into partner_records (app_id, fetch_id, stream, key, pass, outcome, type, kind, at, shop,
        plan, billing, category, net, gross, fee, currency, settled_on, digest, raw)
      select app_id, fetched.id, 'events', shop || '/' || event, 1, 'record', 'A',
        case event when 0 then 'installed' when 1 then 'subscription_activated'
          when 13 then 'uninstalled' else 'earning' end,
        now() - make_interval(days => 730 - shop %% 600, mins => shop %% 1440)
          + make_interval(days => event * 10),
        'shop' || shop, case when event = 1 then 'pro' end, case when event = 1 then 'monthly' end,
        case when event between 2 and 12 then 'recurring' end,
        case when event between 2 and 12 then 25.50 end,
        case when event between 2 and 12 then 30.00 end, case when event between 2 and 12 then 4.50 end,
        case when event between 2 and 12 then 'USD' end, current_date - shop %% 600, '',
        json_build_object('id', shop, 'text', repeat('x', 300))
      from fetched, generate_series(1, %s) shop, generate_series(0, 13) event
      where event < 13 or shop %% 3 = 0
      """;

  private static final String TOUCHED =
      """
      insert into partner_touched_shops (app_id, fetch_id, shop, is_quiet)
      select app_id, fetch_id, shop, true from partner_records where key like '%/0'
      """;

  private static final LocalDate SINCE = LocalDate.parse("2024-01-01");

  /** An uninstall and an earning of each second of 250 shops, a month and a day ago, of pass 2. */
  private static final String LATE =
      """
      insert into partner_records (app_id, fetch_id, stream, key, pass, outcome, type, kind, at, shop,
        category, net, currency, digest, raw)
      select f.app_id, f.id, 'events', 'late/' || n, 2, 'record', 'A',
        case n % 2 when 0 then 'uninstalled' else 'earning' end,
        now() - make_interval(days => case n % 2 when 0 then 30 else 1 + n % 20 end),
        'shop' || n * 3 + 1, case n % 2 when 1 then 'usage' end, case n % 2 when 1 then 1.50 end,
        case n % 2 when 1 then 'USD' end, '', '{}'
      from partner_fetches f, generate_series(1, 250) n;
      update partner_streams set pass = 2;
      insert into partner_touched_shops (app_id, fetch_id, shop, is_quiet)
      select distinct app_id, fetch_id, shop, false from partner_records where pass = 2
      """;

  @Test
  void aReportOfTwoYearsIsComputedOnceAndThenKept() throws Exception {
    try (OwnService service = new OwnService(Map.of("SHOPWIRE_SOURCES_REPORT_MILLIS", "30000"))) {
      Tenants.App app = service.tenants().app();
      service.sql().run(PausedConnection.with(app, RECORDS.formatted(PAIRS)));
      service.sql().run(TOUCHED);
      computeLifecycles(service, app);
      service.sql().run("analyze partner_records, partner_lifecycles, partner_earning_hours");
      Reports reports =
          new Reports(service, "/console/api/apps/" + app.appId() + "/partner-report");
      String months = "?interval=monthly&startDate=2024-12-01&endDate=2026-11-30";
      reports.measure("the first report", months + "&metrics=installs");
      reports.measure("24 months, all metrics", months);
      double again = reports.measure("24 months again", months);
      reports.measure("90 days", "?interval=daily&startDate=2026-09-01&endDate=2026-11-29");
      for (String metric : List.of("mrr", "charges", "payouts", "unsettled", "ltv")) {
        reports.measure(
            "a page of the rows of " + metric,
            "/rows?interval=monthly&currency=USD&date=2026-03-01&metric=" + metric);
      }
      reports.checkRows("/rows?interval=monthly&currency=USD&date=2026-03-01&metric=unsettled");
      for (String metric :
          List.of(
              "active_installs", "mrr&currency=USD", "charges&currency=USD", "ltv&currency=USD")) {
        reports.measure(
            "a file of the rows of " + metric,
            "/rows?format=ndjson&interval=monthly&date=2026-03-01&metric=" + metric);
      }
      measureDifferences(service, app);
      keepDays(service, app);
      assertTrue(again < MAX_AGAIN_SECONDS, () -> "the report took " + again + " s again");
    }
  }

  /** Two thirds of the shops have one: they pay no more. */
  private static void measureDifferences(OwnService service, Tenants.App app) {
    Reports differences =
        new Reports(service, "/console/api/apps/" + app.appId() + "/partner-differences");
    differences.measure("a page of differences", "?take=50");
    differences.measure("a file of differences", "?format=ndjson");
    List<String> file = differences.get("?format=ndjson").body().lines().toList();
    assertTrue(file.size() > PAIRS / 2, () -> file.size() + " differences");
    List<String> page = new ArrayList<>();
    Reports.parse(differences.get("?take=1000").body())
        .path("differences")
        .forEach(row -> page.add(row.toString()));
    assertEquals(file.subList(0, 1_000), page);
  }

  private static void computeLifecycles(OwnService service, Tenants.App app) throws Exception {
    compute(
        service,
        app,
        (vertx, pool, fetch) ->
            recomputation(app, pool, fetch)
                .run()
                .compose(
                    computed ->
                        new EarningHours(pool, fetch, client -> Future.succeededFuture()).run()));
  }

  private static Recomputation recomputation(Tenants.App app, Pool pool, FetchRef fetch) {
    return recomputation(app, pool, fetch, (client, changes) -> Future.succeededFuture());
  }

  private static Recomputation recomputation(
      Tenants.App app,
      Pool pool,
      FetchRef fetch,
      BiFunction<SqlConnection, List<HistoryChange>, Future<Void>> onChange) {
    Announcing quiet = new Announcing(Long.parseLong(app.workspaceId()), Instant.now(), true);
    return new Recomputation(
        pool, fetch, quiet, () -> {}, onChange, client -> Future.succeededFuture());
  }

  /** What is done with the stored records. */
  @FunctionalInterface
  private interface Computation {
    Future<Void> run(Vertx vertx, Pool pool, FetchRef fetch);
  }

  private static double compute(OwnService service, Tenants.App app, Computation computation)
      throws Exception {
    FetchRef fetch =
        new FetchRef(
            Long.parseLong(app.appId()), service.sql().number("select id from partner_fetches"));
    Vertx vertx = Vertx.vertx();
    try {
      Pool pool = new Postgres(service.postgresUri()).pool(vertx, 1, SessionSettings.BACKGROUND);
      long start = System.nanoTime();
      computation
          .run(vertx, pool, fetch)
          .toCompletionStage()
          .toCompletableFuture()
          .get(30, TimeUnit.MINUTES);
      return (System.nanoTime() - start) / 1e9;
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().get(1, TimeUnit.MINUTES);
    }
  }

  private static Future<Void> keep(Vertx vertx, Pool pool, FetchRef fetch) {
    return new FrozenDays(vertx, pool, fetch, SINCE, false, client -> Future.succeededFuture())
        .run();
  }

  /** Keeps the days of two years, and then restates those that late records touch. */
  private static void keepDays(OwnService service, Tenants.App app) throws Exception {
    double first = compute(service, app, PartnerReportSpeedIT::keep);
    double again = compute(service, app, PartnerReportSpeedIT::keep);
    service.sql().run(LATE);
    double late =
        compute(
            service,
            app,
            (vertx, pool, fetch) ->
                LateRecordTable.note(pool, fetch, "events", 2, false)
                    .compose(
                        noted ->
                            recomputation(app, pool, fetch, new FrozenChanges(vertx, fetch)::add)
                                .run())
                    .compose(computed -> keep(vertx, pool, fetch)));
    long restated = service.sql().number("select count(*) from partner_restatements");
    System.out.printf(
        "Days of %d pairs: kept in %.2f s, nothing to do in %.2f s, 250 late records in %.2f s,"
            + " %d restatements%n",
        PAIRS, first, again, late, restated);
    assertTrue(restated > 100, () -> restated + " restatements");
  }

  /** Requests reports of an app. */
  private record Reports(OwnService service, String path) {
    double measure(String name, String query) {
      long start = System.nanoTime();
      HttpResponse<String> response = get(query);
      double seconds = (System.nanoTime() - start) / 1e9;
      assertEquals(200, response.statusCode(), response::body);
      System.out.printf("Report of %d pairs, %s: %.2f s%n", PAIRS, name, seconds);
      return seconds;
    }

    /** Pages of many rows are read in another way than a file, or few rows. */
    void checkRows(String query) {
      List<String> file = get(query + "&format=ndjson").body().lines().toList();
      assertTrue(file.size() > 2_000, () -> file.size() + " rows");
      List<String> rows = new ArrayList<>();
      String cursor = "";
      for (int page = 0; page < 3; page++) {
        JsonNode json = parse(get(query + "&take=700" + cursor).body());
        json.path("rows").forEach(row -> rows.add(row.toString()));
        cursor = "&cursor=" + json.path("cursor").asText();
      }
      assertEquals(file.subList(0, rows.size()), rows);
      assertEquals(2_100, rows.size());
    }

    private static JsonNode parse(String json) {
      try {
        return Json.MAPPER.readTree(json);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Clients of other tests wait for 10 s only. */
    private HttpResponse<String> get(String query) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(service.process().consoleUrl() + path + query))
              .timeout(PATIENCE)
              .header("Authorization", "Bearer " + RunningService.ADMIN_TOKEN)
              .build();
      try {
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }
}
