package dev.shopwire.app.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.testing.Http.Answer;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Requests whose idempotency keys and limits Redis looks after, and whether it does. */
final class RedisRequests {
  private static final String PATH = "/v1/usage_events";
  private static final AtomicLong IDS = new AtomicLong();

  private RedisRequests() {}

  /** A batch of {@code size} events with ids, by which it is known when it comes again. */
  static String batch(String name, int size) {
    return IntStream.range(0, size)
        .mapToObj(
            i ->
                "{\"eventName\":\"a\",\"customerId\":\"s%d.example.com\",\"eventId\":\"%s-%d\"}"
                    .formatted(i % 5, name, i))
        .collect(Collectors.joining(",", "{\"events\":[", "]}"));
  }

  /** Posts {@code body}, which must be taken. */
  static JsonNode post(Tenants.App app, String body) {
    Answer answer = app.api().post(PATH, body);
    assertEquals(200, answer.status(), answer::body);
    return answer.json();
  }

  /** A view of a page, without an id: Redis has one key to look at. */
  static String pageView(String shop) {
    return "{\"eventName\":\"page_view\",\"path\":\"/a\",\"customerId\":\"" + shop + "\"}";
  }

  /**
   * Posts until Redis has decided on a request of each of {@code apps}.
   *
   * @return the milliseconds that it took
   */
  static long awaitRedis(ServiceProcess service, List<Tenants.App> apps, Duration time) {
    long start = System.nanoTime();
    Poll.until(
        time,
        () -> "Redis is used; " + RedisMetricValues.of(service) + service.output(),
        () -> {
          RedisMetricValues before = RedisMetricValues.of(service);
          boolean taken = true;
          for (Tenants.App app : apps) {
            String body = batch("await-" + IDS.incrementAndGet(), 1);
            taken &= app.api().post(PATH, body).status() == 200;
          }
          return taken && !RedisMetricValues.of(service).since(before).failures();
        });
    return (System.nanoTime() - start) / 1_000_000;
  }
}
