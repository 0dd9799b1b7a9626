package dev.shopwire.app.partner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.Tenants;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Measures reports of an app that many shops have had for two years. */
@Tag("full")
class PartnerReportSpeedIT {
  private static final int PAIRS = RunSize.of("partnerReport.pairs", 2_000, 100_000);

  /** Reports are far faster on two free cores; others may use the machine too. */
  private static final double MAX_AGAIN_SECONDS = 1;

  /**
   * A connection, and for each shop an install, a subscription, an earning every second month, and
   * for some an uninstall.
   */
  private static final String RECORDS =
      """
      with fetched as (insert into partner_fetches (app_id) values (%1$s) returning id),
      stream as (
        insert into partner_streams (app_id, fetch_id, name, pass, complete_to)
        select %1$s, id, 'events', 1, now() from fetched),
      connection as (
        insert into partner_connections (app_id, workspace_id, fetch_id, shown_id, dialect, parameters,
          since, interval_seconds, is_paused, backfill_from, backfill_to, backfill_end)
        select %1$s, %2$s, id, id, 'historical-events', '{}', '2024-01-01', 3600, true, '2024-01-01',
          '2024-01-01', now()
        from fetched)
      insert into partner_records (app_id, fetch_id, stream, key, pass, outcome, type, kind, at, shop,
        plan, billing, category, net, gross, fee, currency, settled_on, digest, raw)
      select %1$s, fetched.id, 'events', shop || '/' || event, 1, 'record', 'A',
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
      from fetched, generate_series(1, %3$s) shop, generate_series(0, 13) event
      where event < 13 or shop %% 3 = 0
      """;

  @Test
  void aReportOfTwoYearsIsComputedOnceAndThenKept() {
    try (OwnService service = new OwnService(Map.of("SHOPWIRE_SOURCES_REPORT_MILLIS", "30000"))) {
      Tenants.App app = service.tenants().app();
      Reports reports =
          new Reports(service, "/console/api/apps/" + app.appId() + "/partner-report?");
      service.sql().run(RECORDS.formatted(app.appId(), app.workspaceId(), PAIRS));
      service.sql().run("analyze partner_records");
      reports.measure(
          "installs of today", "metrics=installs&startDate=2026-01-01&interval=monthly");
      String months = "interval=monthly&startDate=2024-12-01&endDate=2026-11-30";
      reports.measure("24 months, all metrics", months);
      double again = reports.measure("24 months again", months);
      reports.measure(
          "90 days, all metrics", "interval=daily&startDate=2026-09-01&endDate=2026-11-29");
      assertTrue(again < MAX_AGAIN_SECONDS, () -> "the report took " + again + " s again");
    }
  }

  /** Requests reports of an app. */
  private record Reports(OwnService service, String path) {
    double measure(String name, String query) {
      long start = System.nanoTime();
      Response response = service.tenants().console().get(path + query);
      double seconds = (System.nanoTime() - start) / 1e9;
      assertEquals(200, response.status(), response::body);
      System.out.printf("Report of %d pairs, %s: %.2f s%n", PAIRS, name, seconds);
      return seconds;
    }
  }
}
