package dev.shopwire.app.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.Metric;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.Http.Answer;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An app that sends faster than its events are added up is slowed down, others are not. */
class BackpressureIT {
  private static final Duration TIME = Duration.ofSeconds(30);
  private static final int MOST_POSTS = 1_000;
  private static final String SLOW =
      """
      create function be_slow() returns trigger language plpgsql as $$
      begin
        perform pg_sleep(1);
        return null;
      end $$;
      create trigger be_slow after insert or update on usage_rollups
      for each statement execute function be_slow()
      """;
  private static final String EVENT = "{\"eventName\":\"e\",\"customerId\":\"s.example.com\"}";

  private static Answer post(Tenants.App app, int events) {
    return app.api()
        .post(
            "/v1/usage_events", "{\"events\":[" + (EVENT + ",").repeat(events - 1) + EVENT + "]}");
  }

  @Test
  void onlyTheAppWhoseReportsFallBehindIsRefusedAndOnlyUntilTheyHaveCaughtUp() {
    try (OwnService service = new OwnService(Map.of("SHOPWIRE_ROLLUPS_BEHIND_MILLIS", "1000"))) {
      service.sql().run(SLOW);
      Tenants.App eager = service.tenants().app();
      Tenants.App other = service.tenants().app();
      Answer refused = post(eager, 200);
      for (int posts = 0; posts < MOST_POSTS && refused.status() != 503; posts++) {
        refused = post(eager, 200);
      }
      assertEquals("reports_behind", refused.json().path("code").asText(), refused.body());
      assertEquals("1", refused.header("Retry-After"));
      assertEquals(200, post(other, 200).status());
      assertTrue(
          Metric.value(
                  service.process().managementUrl(),
                  "shopwire_ingest_backpressure_requests_total{outcome=\"refused\"}")
              > 0);
      service.sql().run("drop trigger be_slow on usage_rollups");
      Poll.until(TIME, () -> "it is taken again", () -> post(eager, 200).status() == 200);
    }
  }
}
