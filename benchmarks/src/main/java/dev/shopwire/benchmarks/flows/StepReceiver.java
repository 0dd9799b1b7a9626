package dev.shopwire.benchmarks.flows;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.Tenants;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Sends events at a constant rate, and receives the webhooks of the first steps of the runs that
 * they start: records the time between. Thread-safe; methods block.
 */
final class StepReceiver implements AutoCloseable {
  private static final long HIGHEST_MICROS = 60_000_000;
  private static final int SENDERS = 8;

  private final Vertx vertx = Vertx.vertx();
  private final Map<String, Long> acknowledged = new ConcurrentHashMap<>();
  private final Histogram micros = new ConcurrentHistogram(HIGHEST_MICROS, 3);
  private final HttpServer server;

  StepReceiver() {
    server =
        vertx
            .createHttpServer()
            .requestHandler(
                request -> {
                  long at = System.nanoTime();
                  request.bodyHandler(
                      body -> {
                        record(body, at);
                        request.response().end();
                      });
                })
            .listen(0, "127.0.0.1")
            .await();
  }

  String url() {
    return "http://127.0.0.1:" + server.actualPort() + "/";
  }

  private void record(Buffer body, long at) {
    try {
      JsonNode message = Json.MAPPER.readTree(body.getBytes());
      Long sent = acknowledged.remove(message.at("/cause/eventId").asText());
      if (sent != null) {
        // A webhook may arrive before its event's response is read.
        micros.recordValue(Math.max(0, Math.min(HIGHEST_MICROS, (at - sent) / 1_000)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends events that start a run each; returns how many webhooks arrived for them. */
  long run(Tenants.App app, String eventName, double perSecond, double seconds) {
    micros.reset();
    ExecutorService senders = Executors.newFixedThreadPool(SENDERS);
    long begin = System.nanoTime();
    long count = (long) (perSecond * seconds);
    for (long i = 0; i < count; i++) {
      long number = i;
      long due = begin + (long) (i / perSecond * 1e9);
      LockSupport.parkNanos(due - System.nanoTime());
      senders.execute(() -> send(app, eventName, number));
    }
    senders.shutdown();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (micros.getTotalCount() < count && System.nanoTime() < end) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
    return micros.getTotalCount();
  }

  private void send(Tenants.App app, String eventName, long number) {
    String id = "%s-%d".formatted(eventName, System.nanoTime());
    acknowledged.put(id, Long.MAX_VALUE);
    app.api()
        .post(
            "/v1/usage_events",
            "{\"eventName\":\"%s\",\"eventId\":\"%s\",\"customerId\":\"step-%d.platform.example\"}"
                .formatted(eventName, id, number % 2_000));
    acknowledged.computeIfPresent(id, (key, before) -> System.nanoTime());
  }

  double millis(double percentile) {
    return micros.getValueAtPercentile(percentile) / 1e3;
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
