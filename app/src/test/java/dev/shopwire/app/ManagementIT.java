package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.testing.Http;
import dev.shopwire.testing.Tenants;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Health and metrics. */
class ManagementIT {
  private static final String URL = RunningService.shared().process().managementUrl();

  @Test
  void itIsLiveAndReady() {
    Http management = new Http(URL);
    assertTrue(management.isUp("/health/live"));
    assertEquals(
        "{\"ready\":true,\"state\":\"ready\"}",
        management.send("GET", "/health/ready", Map.of(), new byte[0]).json().toString());
  }

  @Test
  void whatOperatorsNeedIsMeasured() {
    Tenants.App app = RunningService.shared().tenants().app();
    String accepted = "shopwire_usage_events_total{outcome=\"accepted\"}";
    double before = Metric.value(URL, accepted);
    app.api().post("/v1/usage_events", "{\"eventName\":\"a\",\"customerId\":\"s.example.com\"}");
    assertEquals(before + 1, Metric.value(URL, accepted));
    String metrics = new Http(URL).send("GET", "/metrics", Map.of(), new byte[0]).body();
    for (String name :
        List.of(
            "shopwire_usage_events_total{outcome=\"duplicate\"}",
            "shopwire_usage_events_total{outcome=\"rejected\"}",
            "shopwire_requests_total{status=\"200\"}",
            "shopwire_usage_events_request_seconds_bucket",
            "shopwire_group_events_bucket",
            "shopwire_group_write_seconds_bucket",
            "shopwire_queue_events",
            "vertx_pool_in_use{",
            "vertx_pool_queue_pending{",
            "jvm_memory_used_bytes")) {
      assertTrue(metrics.contains("\n" + name), name);
    }
  }
}
