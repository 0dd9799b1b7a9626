package dev.shopwire.testing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.testing.Http.Response;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Posts bodies from several clients that retry as the documentation requires: after a broken
 * connection, 429 or 503 they send a body again with the same ids until it succeeds, for at most
 * five minutes.
 */
public final class RetryingClients {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static final long PAUSE_NANOS = 50_000_000;

  private final Supplier<Http> api;
  private final Map<String, String> headers;
  private final AtomicLong accepted = new AtomicLong();
  private final AtomicLong duplicates = new AtomicLong();
  private final AtomicLong retries = new AtomicLong();

  /**
   * @param api called for every attempt, so that a client can switch to another process
   */
  public RetryingClients(Supplier<Http> api, String key) {
    this.api = api;
    this.headers = Map.of("X-Api-Key", key, "Content-Type", "application/json");
  }

  public long accepted() {
    return accepted.get();
  }

  public long duplicates() {
    return duplicates.get();
  }

  public long retries() {
    return retries.get();
  }

  /** Posts all {@code bodies}; returns when each has succeeded once. */
  public void run(List<String> bodies, int clients) {
    Queue<String> pending = new ConcurrentLinkedQueue<>(bodies);
    long end = System.nanoTime() + TIMEOUT.toNanos();
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    try {
      List<? extends Future<?>> running =
          IntStream.range(0, clients)
              .mapToObj(client -> threads.submit(() -> postAll(pending, end)))
              .toList();
      for (Future<?> one : running) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      threads.shutdownNow();
    }
  }

  private void postAll(Queue<String> pending, long end) {
    for (String body = pending.poll(); body != null; body = pending.poll()) {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      while (!post(bytes)) {
        if (System.nanoTime() > end) {
          throw new AssertionError("a body could not be posted within " + TIMEOUT);
        }
        retries.incrementAndGet();
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private boolean post(byte[] body) {
    try {
      Response response = api.get().send("POST", "/v1/usage_events", headers, body);
      if (response.status() == 429 || response.status() == 503) {
        return false;
      }
      JsonNode json = response.json();
      if (response.status() != 200 || !json.path("rejected").isEmpty()) {
        throw new AssertionError("a valid body was rejected: " + response);
      }
      accepted.addAndGet(json.path("accepted").asLong());
      duplicates.addAndGet(json.path("duplicates").asLong());
      return true;
    } catch (UncheckedIOException e) {
      return false;
    }
  }
}
