package dev.shopwire.app.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.Metric;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests that only an app that sends faster than its events are aggregated is slowed down. */
class BackpressureIT {
  private static final Duration TIME = Duration.ofSeconds(60);

  /** So long that more events arrive meanwhile than a backlog must have, on a busy machine, too. */
  private static final String SLOW_ROLLUPS =
      """
      create function be_slow() returns trigger language plpgsql as $$
      begin
        perform pg_sleep(3);
        return null;
      end $$;
      create trigger be_slow after insert or update on usage_rollups
      for each statement execute function be_slow()
      """;

  private static final String EVENT = "{\"eventName\":\"e\",\"customerId\":\"s.example.com\"}";

  private static Response post(Tenants.App app, int events) {
    return app.api()
        .post(
            "/v1/usage_events", "{\"events\":[" + (EVENT + ",").repeat(events - 1) + EVENT + "]}");
  }

  @Test
  void onlyTheAppWhoseReportsFallBehindIsRefusedUntilTheyHaveCaughtUp() {
    try (OwnService service = new OwnService(Map.of("SHOPWIRE_ROLLUPS_BEHIND_MILLIS", "1000"))) {
      service.sql().run(SLOW_ROLLUPS);
      Tenants.App eager = service.tenants().app();
      Tenants.App other = service.tenants().app();
      Response response = post(eager, 200);
      long end = System.nanoTime() + TIME.toNanos();
      while (response.status() != 503 && System.nanoTime() < end) {
        response = post(eager, 200);
      }
      assertEquals("reports_behind", response.json().path("code").asText(), response.body());
      assertEquals("1", response.header("Retry-After"));
      assertEquals(200, post(other, 200).status());
      assertTrue(
          Metric.value(
                  service.process().managementUrl(),
                  "shopwire_ingest_backpressure_requests_total{outcome=\"refused\"}")
              > 0);
      service.sql().run("drop trigger be_slow on usage_rollups");
      Poll.until(
          TIME, () -> "its events are accepted again", () -> post(eager, 200).status() == 200);
    }
  }
}
