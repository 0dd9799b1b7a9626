package dev.shopwire.app.operations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends requests of all kinds and records their results. Methods block; use from the test's thread.
 */
final class OverloadTraffic {
  private static final int CONNECTIONS = 1_500;
  private static final int CALLERS = 32;
  private static final long TICK_NANOS = 10_000_000;
  private static final long RESPONSE_MILLIS = 20_000;

  private final HttpClient client;
  private final RequestOptions target;
  private final String key;
  private final Tenants.App app;
  private final String slug;
  private final AtomicInteger lastRequest = new AtomicInteger();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicInteger withheld = new AtomicInteger();
  private final Map<String, AtomicInteger> counts = new ConcurrentSkipListMap<>();
  private final Map<Integer, Integer> acknowledged = new ConcurrentHashMap<>();
  private final Queue<Long> refusals = new ConcurrentLinkedQueue<>();
  private final Queue<Long> successes = new ConcurrentLinkedQueue<>();
  private final Queue<String> unexpected = new ConcurrentLinkedQueue<>();
  private final List<Long> lateness = new ArrayList<>();

  /**
   * @param slug of {@code app}
   */
  OverloadTraffic(Vertx vertx, ServiceProcess service, Tenants.App app, String slug) {
    this.app = app;
    this.slug = slug;
    this.key = app.key();
    this.client =
        vertx.createHttpClient(
            new HttpClientOptions().setKeepAlive(true),
            new PoolOptions().setHttp1MaxSize(CONNECTIONS));
    this.target = new RequestOptions().setAbsoluteURI(service.httpUrl());
  }

  /** Stores events so large that a list of them would take 20 MB. */
  void fill() {
    for (int i = 0; i < 30; i++) {
      String body = OverloadRequestKind.LARGE_EVENTS.body(lastRequest.incrementAndGet(), slug);
      Poll.until(
          Duration.ofSeconds(20),
          () -> "large events are stored",
          () -> app.api().post("/v1/usage_events", body).status() == 200);
    }
  }

  /** Whether single events are stored quickly. */
  static boolean isResponsive(Tenants.App app) {
    long start = System.nanoTime();
    for (int i = 0; i < 20; i++) {
      String event = "{\"eventName\":\"after\",\"customerId\":\"after.example.com\"}";
      if (app.api().post("/v1/usage_events", event).status() != 200) {
        return false;
      }
    }
    return System.nanoTime() - start < TimeUnit.SECONDS.toNanos(10);
  }

  /** Returns the throughput of the mix with callers that each send one request after the other. */
  double requestsPerSecondAtFullSpeed(Duration time) throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    CountDownLatch done = new CountDownLatch(CALLERS);
    int before = lastRequest.get();
    for (int i = 0; i < CALLERS; i++) {
      sendUntil(end, done);
    }
    assertTrue(done.await(time.toSeconds() + 30, TimeUnit.SECONDS));
    double perSecond = (lastRequest.get() - before) * 1e9 / time.toNanos();
    counts.clear();
    refusals.clear();
    successes.clear();
    return perSecond;
  }

  private void sendUntil(long end, CountDownLatch done) {
    if (System.nanoTime() > end) {
      done.countDown();
      return;
    }
    send(lastRequest.incrementAndGet()).onComplete(sent -> sendUntil(end, done));
  }

  /** Sends at this rate, whatever the results are; returns when all requests are completed. */
  void offer(double perSecond, Duration time) {
    long start = System.nanoTime();
    long sent = 0;
    for (long at = start; at - start < time.toNanos(); at += TICK_NANOS) {
      LockSupport.parkNanos(at - System.nanoTime());
      lateness.add((System.nanoTime() - at) / 1_000_000);
      for (long due = (long) (perSecond * (at - start) / 1e9); sent < due; sent++) {
        if (inFlight.get() < CONNECTIONS) {
          send(lastRequest.incrementAndGet());
        } else {
          withheld.incrementAndGet();
        }
      }
    }
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(2 * RESPONSE_MILLIS);
    while (inFlight.get() > 0 && System.nanoTime() < end) {
      LockSupport.parkNanos(TICK_NANOS);
    }
  }

  private Future<?> send(int request) {
    OverloadRequestKind kind = OverloadRequestKind.of(request);
    inFlight.incrementAndGet();
    RequestOptions options =
        new RequestOptions(target)
            .setMethod(kind.isRead() ? HttpMethod.GET : HttpMethod.POST)
            .setURI(kind.path())
            .setIdleTimeout(RESPONSE_MILLIS)
            .putHeader("X-Api-Key", key)
            .putHeader("Content-Type", "application/json");
    if (kind.isCompressed()) {
      options.putHeader("Content-Encoding", "gzip");
    }
    Buffer body = kind.isRead() ? Buffer.buffer() : kind.bytes(request, slug);
    return client
        .request(options)
        .compose(
            open -> {
              long start = System.nanoTime();
              return open.send(body)
                  .compose(
                      response ->
                          response
                              .body()
                              .map(text -> recordResponse(kind, request, response, text)))
                  .onSuccess(
                      status ->
                          (status == 200 ? successes : refusals)
                              .add((System.nanoTime() - start) / 1_000_000));
            })
        .onFailure(error -> recordBroken(kind, error))
        .onComplete(done -> inFlight.decrementAndGet());
  }

  private int recordResponse(
      OverloadRequestKind kind, int request, HttpClientResponse response, Buffer body) {
    int status = response.statusCode();
    count(kind + " " + status);
    boolean isRefusal =
        status == 429 || (status == 503 && response.getHeader("Retry-After") != null);
    if (status != 200 && !isRefusal) {
      unexpected.add(kind + " got " + status + " " + body);
    }
    if (status == 200 && kind.events() > 0) {
      int stored = stored(body);
      if (stored != kind.events()) {
        unexpected.add(kind + " stored " + stored + ": " + body);
      }
      acknowledged.put(request, stored);
    }
    return status;
  }

  private static int stored(Buffer body) {
    try {
      JsonNode json = Json.MAPPER.readTree(body.getBytes());
      return json.path("accepted").asInt() + json.path("duplicates").asInt();
    } catch (IOException e) {
      return -1;
    }
  }

  /** The connection of a client that still sends a refused body may be closed. */
  private void recordBroken(OverloadRequestKind kind, Throwable error) {
    count(kind + " broken");
    if (!kind.isLarge()) {
      unexpected.add(kind + " broke: " + error);
    }
  }

  private void count(String name) {
    counts.computeIfAbsent(name, key -> new AtomicInteger()).incrementAndGet();
  }

  /** The first unexpected results. */
  String unexpected() {
    return String.join("\n", unexpected.stream().limit(10).toList());
  }

  long refused() {
    return refusals.size();
  }

  long refusalMillis(int percent) {
    return percentile(new ArrayList<>(refusals), percent);
  }

  /**
   * How late this generator was: if much, durations say more about the machine than the service.
   */
  long latenessMillis() {
    return percentile(new ArrayList<>(lateness), 99);
  }

  private static long percentile(List<Long> values, int percent) {
    if (values.isEmpty()) {
      return 0;
    }
    Collections.sort(values);
    return values.get((int) Math.min(values.size() - 1L, (long) values.size() * percent / 100));
  }

  /** Asserts that all events of each acknowledged request are stored, and none twice. */
  void assertStoredOnce(Sql sql) {
    Map<Integer, Integer> stored = new HashMap<>();
    String rows =
        sql.text(
            """
            select coalesce(string_agg(r || ':' || n || ':' || d, ','), '') from (
              select split_part(event_id, '-', 2) as r, count(*) as n,
                count(distinct event_id) as d
              from usage_events where app_id = ? and event_id like 'o-%' group by 1) counted
            """,
            Long.parseLong(app.appId()));
    for (String row : rows.split(",", -1)) {
      List<Integer> part = Arrays.stream(row.split(":", -1)).map(Integer::valueOf).toList();
      assertEquals(part.get(1), part.get(2), () -> "request " + part.get(0) + " is stored twice");
      stored.put(part.get(0), part.get(1));
    }
    acknowledged.forEach(
        (request, events) ->
            assertEquals(events, stored.get(request), () -> "of request " + request));
  }

  @Override
  public String toString() {
    Map<String, Integer> byStatus = new TreeMap<>();
    counts.forEach(
        (name, count) ->
            byStatus.merge(name.substring(name.indexOf(' ') + 1), count.get(), Integer::sum));
    return "responses "
        + byStatus
        + ", successes p50 %d p99 %d ms"
            .formatted(
                percentile(new ArrayList<>(successes), 50),
                percentile(new ArrayList<>(successes), 99))
        + ", refusals p50 %d p99 %d ms".formatted(refusalMillis(50), refusalMillis(99))
        + ", withheld "
        + withheld
        + ", generator late p99 "
        + latenessMillis()
        + " ms, "
        + counts;
  }
}
