package dev.shopwire.app.operations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.Metric;
import dev.shopwire.app.support.RawClient;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests health and metrics. */
class ManagementIT {
  private static final String URL = RunningService.shared().process().managementUrl();

  @Test
  void theServiceIsLiveAndReady() {
    Http management = new Http(URL);
    assertTrue(management.isUp("/health/live"));
    assertEquals(
        "{\"ready\":true,\"state\":\"ready\"}",
        management.send("GET", "/health/ready", Map.of(), new byte[0]).json().toString());
  }

  @Test
  void anUnknownHostNameIsRejectedOnEveryPath() {
    for (String host : List.of("localhost", "127.0.0.1:8082", "[::1]:8082", "10.1.2.3")) {
      assertTrue(get(host, "/health/live").startsWith("HTTP/1.1 200"), host);
    }
    // DNS rebinding: the name of an attacker's page that resolves to this address.
    for (String path : List.of("/health/live", "/metrics", "/loggers", "/docs", "/nothing")) {
      String refused = get("rebound.example.com:8082", path);
      assertTrue(refused.startsWith("HTTP/1.1 400"), refused);
      assertTrue(refused.contains("\"code\":\"unknown_host\""), refused);
    }
  }

  private static String get(String host, String path) {
    try (RawClient client = RawClient.connect(URL, "127.0.0.1")) {
      client.write(
          "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n".formatted(path, host));
      return client.read(Duration.ofSeconds(5));
    }
  }

  @Test
  void metricsForOperatorsAreExposed() {
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
