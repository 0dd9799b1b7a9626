package dev.shopwire.app.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Sends requests whose idempotency keys and limits are kept in Redis, and waits until it is used.
 */
final class RedisRequests {
  private static final String PATH = "/v1/usage_events";
  private static final AtomicLong IDS = new AtomicLong();

  private RedisRequests() {}

  /** A batch of {@code size} events with ids, by which it is recognized when it is sent again. */
  static String batch(String name, int size) {
    return IntStream.range(0, size)
        .mapToObj(
            i ->
                "{\"eventName\":\"a\",\"customerId\":\"s%d.example.com\",\"eventId\":\"%s-%d\"}"
                    .formatted(i % 5, name, i))
        .collect(Collectors.joining(",", "{\"events\":[", "]}"));
  }

  /** Posts {@code body}, which must be accepted. */
  static JsonNode post(Tenants.App app, String body) {
    Response response = app.api().post(PATH, body);
    assertEquals(200, response.status(), response::body);
    return response.json();
  }

  /** A page view without an id, for which Redis checks only one key. */
  static String pageView(String shop) {
    return "{\"eventName\":\"page_view\",\"path\":\"/a\",\"customerId\":\"" + shop + "\"}";
  }

  /**
   * Posts until Redis has been used for a request of each of {@code apps}.
   *
   * @return the milliseconds that this took
   */
  static long awaitRedis(ServiceProcess service, List<Tenants.App> apps, Duration time) {
    long start = System.nanoTime();
    Poll.until(
        time,
        () -> "Redis is used; " + RedisMetricValues.of(service) + service.output(),
        () -> {
          RedisMetricValues before = RedisMetricValues.of(service);
          boolean accepted = true;
          for (Tenants.App app : apps) {
            String body = batch("await-" + IDS.incrementAndGet(), 1);
            accepted &= app.api().post(PATH, body).status() == 200;
          }
          return accepted && !RedisMetricValues.of(service).since(before).hasFailures();
        });
    return (System.nanoTime() - start) / 1_000_000;
  }
}
