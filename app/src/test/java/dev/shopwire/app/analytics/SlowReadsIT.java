package dev.shopwire.app.analytics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.Metric;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.Http.Answer;
import dev.shopwire.testing.Tenants;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A read that takes longer than it may is refused, and nobody else waits for it. */
@Tag("alone")
class SlowReadsIT {
  private static final int EVENTS = 200_000;
  private static final long MOST_MILLIS = 2_500;
  private static final long MOST_POST_MILLIS = 1_500;

  @Test
  void aReadThatTakesTooLongIsRefusedAndIngestGoesOnMeanwhile() {
    // No request stores as many events at once as the test does.
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
        refuse(app, "/v1/usage_events/report?period=last_30_days&" + read);
      }
    }
  }

  @Test
  void aReadOfMoreRowsThanItMayHaveIsRefused() {
    try (OwnService service = new OwnService(Map.of("SHOPWIRE_READS_BUDGET_ROWS", "1000"))) {
      Tenants.App app = service.tenants().app();
      for (int i = 0; i < 6; i++) {
        assertEquals(200, batch(app, 200).status());
      }
      Answer answer =
          service
              .tenants()
              .console()
              .get("/console/api/apps/" + app.appId() + "/funnels?steps=a,b&window=1d");
      assertEquals(503, answer.status(), answer::body);
      assertEquals("report_too_large", answer.json().path("code").asText(), answer::body);
      assertTrue(answer.json().path("error").asText().contains("1000 rows"), answer::body);
      assertEquals(
          1,
          Metric.value(
              service.process().managementUrl(), "shopwire_reads_refused_total{reason=\"rows\"}"));
    }
  }

  private static Answer batch(Tenants.App app, int events) {
    String event = "{\"eventName\":\"a\",\"customerId\":\"s.example.com\"}";
    return app.api()
        .post(
            "/v1/usage_events",
            "{\"events\":[" + String.join(",", Collections.nCopies(events, event)) + "]}");
  }

  private static void refuse(Tenants.App app, String path) {
    long start = System.nanoTime();
    CompletableFuture<Answer> report = CompletableFuture.supplyAsync(() -> app.api().get(path));
    long slowest = 0;
    do {
      long before = System.nanoTime();
      assertEquals(200, post(app, 1).status());
      slowest = Math.max(slowest, millisSince(before));
    } while (!report.isDone());
    long millis = millisSince(start);
    Answer answer = report.join();
    assertEquals(503, answer.status(), () -> path + " " + answer.body());
    assertFalse(answer.header("Retry-After").isEmpty());
    assertEquals("report_too_large", answer.json().path("code").asText(), answer::body);
    assertTrue(answer.json().path("error").asText().contains("100 ms"), answer::body);
    assertTrue(millis < MOST_MILLIS, () -> path + " took " + millis + " ms");
    long longest = slowest;
    assertTrue(longest < MOST_POST_MILLIS, () -> "an event took " + longest + " ms");
  }

  private static long millisSince(long start) {
    return (System.nanoTime() - start) / 1_000_000;
  }

  private static Answer post(Tenants.App app, int number) {
    return app.api()
        .post(
            "/v1/usage_events",
            "{\"eventName\":\"a\",\"customerId\":\"s.example.com\",\"properties\":{\"n\":%d}}"
                .formatted(number));
  }

  /** Behind the service's back, because its way in would take longer. */
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
