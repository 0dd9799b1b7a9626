package dev.shopwire.testing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.testing.Http.Answer;
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
 * Several clients that post bodies as documented: what fails with a broken connection, 429 or 503
 * is sent again with the same ids until it succeeds. Bounded in time.
 */
public final class Replay {
  private static final Duration TIME = Duration.ofMinutes(5);
  private static final long PAUSE_NANOS = 50_000_000;

  private final Supplier<Http> api;
  private final Map<String, String> headers;
  private final AtomicLong accepted = new AtomicLong();
  private final AtomicLong duplicates = new AtomicLong();
  private final AtomicLong retries = new AtomicLong();

  /**
   * @param api asked anew for every attempt, so that a client can go to another process
   */
  public Replay(Supplier<Http> api, String key) {
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

  /** Posts all of {@code bodies}, each once successfully; returns when that is done. */
  public void run(List<String> bodies, int clients) {
    Queue<String> waiting = new ConcurrentLinkedQueue<>(bodies);
    long end = System.nanoTime() + TIME.toNanos();
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    try {
      List<? extends Future<?>> running =
          IntStream.range(0, clients)
              .mapToObj(client -> threads.submit(() -> postAll(waiting, end)))
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

  private void postAll(Queue<String> waiting, long end) {
    for (String body = waiting.poll(); body != null; body = waiting.poll()) {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      while (!post(bytes)) {
        if (System.nanoTime() > end) {
          throw new AssertionError("a body could not be posted in " + TIME);
        }
        retries.incrementAndGet();
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private boolean post(byte[] body) {
    try {
      Answer answer = api.get().send("POST", "/v1/usage_events", headers, body);
      if (answer.status() == 429 || answer.status() == 503) {
        return false;
      }
      JsonNode json = answer.json();
      if (answer.status() != 200 || !json.path("rejected").isEmpty()) {
        throw new AssertionError("a valid body was refused: " + answer);
      }
      accepted.addAndGet(json.path("accepted").asLong());
      duplicates.addAndGet(json.path("duplicates").asLong());
      return true;
    } catch (UncheckedIOException e) {
      return false;
    }
  }
}
