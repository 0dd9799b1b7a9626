package dev.shopwire.app.cluster;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.testing.Http;
import dev.shopwire.testing.Poll;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends pushes from several clients at once through one ingest process, and records their results.
 */
final class PushTraffic implements AutoCloseable {
  private static final int CLIENTS = 4;
  private static final long PAUSE_NANOS = 25_000_000;

  /** After this many successes in a row nothing fails any more: each node had its turns. */
  private static final int STEADY = 40;

  private final Http api;
  private final String key;
  private final AtomicInteger number = new AtomicInteger();
  private final List<Push> pushes = new CopyOnWriteArrayList<>();
  private final ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
  private volatile boolean stopped;

  /**
   * @param start by {@link System#nanoTime}
   */
  record Push(long start, int status, Duration duration, String retryAfter) {}

  PushTraffic(String ingestUrl, String key) {
    this.api = new Http(ingestUrl);
    this.key = key;
  }

  PushTraffic start() {
    for (int client = 0; client < CLIENTS; client++) {
      clients.execute(
          () -> {
            while (!stopped) {
              pushes.add(push());
              LockSupport.parkNanos(PAUSE_NANOS);
            }
          });
    }
    return this;
  }

  Push push() {
    int n = number.incrementAndGet();
    String body =
        "{\"myplatformDomain\":\"s%d.platform.example\",\"customFields\":{\"seats\":%d}}"
            .formatted(n % 40, n);
    long start = System.nanoTime();
    Http.Response response =
        api.send(
            "POST",
            "/v1/identify",
            Map.of("X-Api-Key", key, "Content-Type", "application/json"),
            body.getBytes(StandardCharsets.UTF_8));
    return new Push(
        start,
        response.status(),
        Duration.ofNanos(System.nanoTime() - start),
        response.header("Retry-After"));
  }

  void awaitSuccesses() {
    Poll.until(Duration.ofSeconds(10), this::toString, () -> lastSucceeded(STEADY));
  }

  boolean lastSucceeded(int count) {
    int size = pushes.size();
    return size >= count
        && pushes.subList(size - count, size).stream().allMatch(push -> push.status() == 200);
  }

  int lastStatus() {
    return pushes.isEmpty() ? 0 : pushes.get(pushes.size() - 1).status();
  }

  long failed() {
    return pushes.stream().filter(push -> push.status() != 200).count();
  }

  /**
   * Waits until pushes that start from now on have succeeded for a while.
   *
   * @return the time from the first to the last failed push of this object
   */
  Duration awaitSteady(Duration time) {
    int from = pushes.size();
    Poll.until(time, this::toString, () -> pushes.size() >= from + STEADY && lastSucceeded(STEADY));
    List<Push> failed = pushes.stream().filter(push -> push.status() != 200).toList();
    long first = failed.stream().mapToLong(Push::start).min().orElse(0);
    return Duration.ofNanos(failed.stream().mapToLong(Push::start).max().orElse(0) - first);
  }

  /** Asserts that each failed push got a 503 with Retry-After in time. */
  void assertRefusedInTime(Duration limit) {
    for (Push push : pushes) {
      if (push.status() != 200) {
        assertTrue(push.status() == 503 && !push.retryAfter().isEmpty(), push.toString());
        assertTrue(push.duration().compareTo(limit) < 0, push.toString());
      }
    }
  }

  @Override
  public String toString() {
    return "%d pushes, %d failed, the slowest took %d ms"
        .formatted(
            pushes.size(),
            failed(),
            pushes.stream().mapToLong(push -> push.duration().toMillis()).max().orElse(0));
  }

  @Override
  public void close() {
    stopped = true;
    clients.shutdown();
    try {
      clients.awaitTermination(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
