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

/** Pushes of some clients at once through one ingest, each with its status and time. */
final class PushTraffic implements AutoCloseable {
  private static final int CLIENTS = 4;
  private static final long PAUSE_NANOS = 25_000_000;

  /** So many good ones in a row mean that nothing fails any more: each node had its turns. */
  private static final int STEADY = 40;

  private final Http api;
  private final String key;
  private final AtomicInteger number = new AtomicInteger();
  private final List<Push> pushes = new CopyOnWriteArrayList<>();
  private final ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
  private volatile boolean ended;

  /**
   * @param at when it was sent, by {@link System#nanoTime}
   */
  record Push(long at, int status, Duration took, String retryAfter) {}

  PushTraffic(String ingestUrl, String key) {
    this.api = new Http(ingestUrl);
    this.key = key;
  }

  PushTraffic start() {
    for (int client = 0; client < CLIENTS; client++) {
      clients.execute(
          () -> {
            while (!ended) {
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
    long at = System.nanoTime();
    Http.Answer answer =
        api.send(
            "POST",
            "/v1/identify",
            Map.of("X-Api-Key", key, "Content-Type", "application/json"),
            body.getBytes(StandardCharsets.UTF_8));
    return new Push(
        at,
        answer.status(),
        Duration.ofNanos(System.nanoTime() - at),
        answer.header("Retry-After"));
  }

  void awaitGood() {
    Poll.until(Duration.ofSeconds(10), this::toString, () -> lastGood(STEADY));
  }

  boolean lastGood(int count) {
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
   * Waits until pushes that begin from now on have gone well for a while.
   *
   * @return from the first to the last push that failed, in the whole traffic
   */
  Duration awaitSteady(Duration time) {
    int from = pushes.size();
    Poll.until(time, this::toString, () -> pushes.size() >= from + STEADY && lastGood(STEADY));
    List<Push> failed = pushes.stream().filter(push -> push.status() != 200).toList();
    long first = failed.stream().mapToLong(Push::at).min().orElse(0);
    return Duration.ofNanos(failed.stream().mapToLong(Push::at).max().orElse(0) - first);
  }

  /** Every one that failed said so in time, with a 503 and when to come again. */
  void assertPromptAndHonest(Duration limit) {
    for (Push push : pushes) {
      if (push.status() != 200) {
        assertTrue(push.status() == 503 && !push.retryAfter().isEmpty(), push.toString());
        assertTrue(push.took().compareTo(limit) < 0, push.toString());
      }
    }
  }

  @Override
  public String toString() {
    return "%d pushes, %d failed, the slowest took %d ms"
        .formatted(
            pushes.size(),
            failed(),
            pushes.stream().mapToLong(push -> push.took().toMillis()).max().orElse(0));
  }

  @Override
  public void close() {
    ended = true;
    clients.shutdown();
    try {
      clients.awaitTermination(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
