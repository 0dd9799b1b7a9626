package dev.shopwire.app.analytics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.Metric;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A read that exceeds its budget is refused without delaying other requests. */
@Tag("full")
class SlowReadsIT {
  private static final int EVENTS = 200_000;
  private static final long MAX_MILLIS = 2_500;
  private static final long MAX_POST_MILLIS = 1_500;

  @Test
  void aReadThatTakesTooLongIsRefusedWhileIngestContinues() {
    // No request stores as many events at once as this test.
    Map<String, String> settings =
        Map.of("SHOPWIRE_READS_BUDGET_MILLIS", "100", "SHOPWIRE_ROLLUPS_BEHIND_MILLIS", "0");
    try (OwnService service = new OwnService(settings)) {
      Tenants.App app = service.tenants().app();
      assertEquals(200, post(app, 0).status());
      fill(service, app);
      for (String read :
          List.of(
              "calculation=p99&overProperty=n&groupBy=g&interval=hourly",
              "calculation=unique&overProperty=n&groupBy=g&interval=daily")) {
        assertRefused(app, "/v1/usage_events/report?period=last_30_days&" + read);
      }
    }
  }

  @Test
  void aReadOfTooManyRowsIsRefused() {
    try (OwnService service = new OwnService(Map.of("SHOPWIRE_READS_BUDGET_ROWS", "1000"))) {
      Tenants.App app = service.tenants().app();
      for (int i = 0; i < 6; i++) {
        assertEquals(200, batch(app, 200).status());
      }
      Response response =
          service
              .tenants()
              .console()
              .get("/console/api/apps/" + app.appId() + "/funnels?steps=a,b&window=1d");
      assertEquals(503, response.status(), response::body);
      assertEquals("report_too_large", response.json().path("code").asText(), response::body);
      assertTrue(response.json().path("error").asText().contains("1000 rows"), response::body);
      assertEquals(
          1,
          Metric.value(
              service.process().managementUrl(), "shopwire_reads_refused_total{reason=\"rows\"}"));
    }
  }

  private static Response batch(Tenants.App app, int events) {
    String event = "{\"eventName\":\"a\",\"customerId\":\"s.example.com\"}";
    return app.api()
        .post(
            "/v1/usage_events",
            "{\"events\":[" + String.join(",", Collections.nCopies(events, event)) + "]}");
  }

  private static void assertRefused(Tenants.App app, String path) {
    long start = System.nanoTime();
    CompletableFuture<Response> report = CompletableFuture.supplyAsync(() -> app.api().get(path));
    long slowest = 0;
    do {
      long before = System.nanoTime();
      assertEquals(200, post(app, 1).status());
      slowest = Math.max(slowest, millisSince(before));
    } while (!report.isDone());
    long millis = millisSince(start);
    Response response = report.join();
    assertEquals(503, response.status(), () -> path + " " + response.body());
    assertFalse(response.header("Retry-After").isEmpty());
    assertEquals("report_too_large", response.json().path("code").asText(), response::body);
    assertTrue(response.json().path("error").asText().contains("100 ms"), response::body);
    assertTrue(millis < MAX_MILLIS, () -> path + " took " + millis + " ms");
    long slowestPost = slowest;
    assertTrue(slowestPost < MAX_POST_MILLIS, () -> "a post took " + slowestPost + " ms");
  }

  private static long millisSince(long start) {
    return (System.nanoTime() - start) / 1_000_000;
  }

  private static Response post(Tenants.App app, int number) {
    return app.api()
        .post(
            "/v1/usage_events",
            "{\"eventName\":\"a\",\"customerId\":\"s.example.com\",\"properties\":{\"n\":%d}}"
                .formatted(number));
  }

  /** Inserts into the table, since posting would take longer. */
  private static void fill(OwnService service, Tenants.App app) {
    service
        .sql()
        .run(
            """
            insert into usage_events
              (app_id, customer_id, occurred_at, received_at, event_key, event_name, properties)
            select e.app_id, e.customer_id, e.occurred_at - n * interval '1 microsecond', now(),
              gen_random_uuid(), 'a', jsonb_build_object('n', n * 7919 %% 100003, 'g', n %% 100,
                'more', repeat('x', 200))
            from usage_events e, generate_series(1, %d) n where e.app_id = %s
            """
                .formatted(EVENTS, app.appId()));
  }
}
