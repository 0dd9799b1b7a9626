package dev.shopwire.app.webhooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.app.support.WebhookFixture;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Reaction;
import dev.shopwire.testing.Received;
import dev.shopwire.testing.RunSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that endpoints that hang or are dead delay no others (docs/api/webhooks.md). The long run
 * checks the target bounds; the build, on a busy machine, checks wider ones.
 */
@Tag("alone")
@Tag("everywhere-long")
@Tag("full")
class WebhookIsolationIT {
  private static final int ENDPOINTS = RunSize.of("webhookIsolation.endpoints", 60, 500);
  private static final int BACKLOG = RunSize.of("webhookIsolation.backlog", 5_000, 50_000);
  private static final int SECONDS = RunSize.of("webhookIsolation.seconds", 2, 30);
  private static final boolean LONG = RunSize.isLong();
  private static final int HANGING = ENDPOINTS / 10;
  private static final int BATCH = 10;
  private static final int BATCHES_PER_SECOND = 20;
  private static final double MAX_P99_RATIO = LONG ? 2 : 5;
  private static final double MIN_THROUGHPUT = 0.95;
  private static final double MAX_ADDED_MILLIS = LONG ? 5 : 50;
  private static final int SETUP_THREADS = 8;

  /** Deliveries until this long after the last post count as throughput. */
  private static final int LATE_MILLIS = 500;

  /** Requests in flight to an endpoint before its first failure is known. */
  private static final int FIRST_REQUESTS = 32;

  private final WebhookFixture fixture = WebhookFixture.inNewWorkspace();
  private int next;

  @AfterEach
  void closeReceiver() {
    fixture.close();
  }

  /** Deliveries to healthy endpoints, with the time from before the post to the receiver. */
  private record Measurement(int posted, long inTime, List<Double> millis) {
    double percentile(double share) {
      return millis.get((int) Math.ceil(share * millis.size()) - 1);
    }

    String text(String what) {
      return String.format(
          Locale.ROOT,
          "%-24s %,d of %,d in time, p50 %.1f ms, p99 %.1f ms",
          what,
          inTime,
          posted,
          percentile(0.5),
          percentile(0.99));
    }
  }

  @Test
  void endpointsThatHangDelayNoOthers() {
    createEndpoints();
    load("warm-up");
    Measurement before = load("all healthy");
    for (int number = 0; number < HANGING; number++) {
      fixture.receiver().react(path(number), Reaction.hang());
    }
    Measurement during = load(HANGING + " hang");
    assertTrue(
        during.inTime() >= MIN_THROUGHPUT * before.inTime(),
        () -> before.text("before") + "; " + during.text("during"));
    assertTrue(
        during.percentile(0.99) <= MAX_P99_RATIO * Math.max(before.percentile(0.99), 10),
        () -> before.text("before") + "; " + during.text("during"));
  }

  @Test
  void aDeadEndpointIsProbedOncePerStepAndItsBacklogDelaysNoOthers() {
    createEndpoints();
    load("warm-up");
    Measurement before = load("no backlog");
    WebhookFixture other =
        new WebhookFixture(fixture.tenants(), fixture.tenants().app(), fixture.receiver());
    WebhookEndpoint dead = other.endpoint("/dead", ",\"filter\":{\"eventNames\":[\"dead\"]}");
    fixture.receiver().react("/dead", Reaction.status(500));
    for (int from = 0; from < BACKLOG; from += 200) {
      int first = 1_000_000 + from;
      other.post(
          IntStream.range(first, first + 200)
              .mapToObj(number -> WebhookFixture.event(number, "dead", "s" + number % 50))
              .toList());
    }
    dead.awaitStatus("probing");
    int beforeProbing = fixture.events("/dead").size();
    Measurement during = load("backlog of " + BACKLOG);
    assertTrue(
        during.percentile(0.5) <= before.percentile(0.5) + MAX_ADDED_MILLIS,
        () -> before.text("before") + "; " + during.text("during"));
    List<Received> probes =
        fixture.events("/dead").subList(beforeProbing, fixture.events("/dead").size());
    // At 1 s, 5 s and 30 s; there is no time for more.
    assertTrue(probes.size() <= 3, () -> probes.size() + " probes in " + SECONDS + " s");
    assertTrue(
        beforeProbing <= FIRST_REQUESTS + 3,
        () -> beforeProbing + " requests before it was probed");
    System.out.println(beforeProbing + " requests until it was probed, then " + probes.size());
  }

  private static String path(int number) {
    return "/" + number;
  }

  private void createEndpoints() {
    ExecutorService threads = Executors.newFixedThreadPool(SETUP_THREADS);
    try {
      CompletableFuture<?>[] created =
          IntStream.range(0, ENDPOINTS)
              .mapToObj(
                  number ->
                      CompletableFuture.runAsync(
                          () ->
                              fixture.endpointWithoutTest(
                                  path(number),
                                  ",\"filter\":{\"eventNames\":[\"a" + number + "\"]}"),
                          threads))
              .toArray(CompletableFuture[]::new);
      CompletableFuture.allOf(created).join();
    } finally {
      threads.shutdownNow();
    }
  }

  /**
   * Posts at a constant rate, each event for the next endpoint; healthy ones must receive all
   * theirs.
   */
  private Measurement load(String what) {
    Map<String, Long> postedAt = new HashMap<>();
    long start = System.nanoTime();
    long interval = TimeUnit.SECONDS.toNanos(1) / BATCHES_PER_SECOND;
    int from = next;
    for (int batch = 0; batch < SECONDS * BATCHES_PER_SECOND; batch++) {
      LockSupport.parkNanos(start + batch * interval - System.nanoTime());
      List<String> events = new ArrayList<>();
      for (int i = 0; i < BATCH; i++, next++) {
        events.add(WebhookFixture.event(next, "a" + next % ENDPOINTS, "s" + next % 50));
        if (next % ENDPOINTS >= HANGING) {
          postedAt.put("e-" + next, System.nanoTime());
        }
      }
      fixture.post(events);
    }
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LATE_MILLIS);
    Map<String, Received> arrived = new HashMap<>();
    Poll.until(
        Duration.ofSeconds(30),
        () -> what + ": " + postedAt.size() + " deliveries, arrived: " + arrived.size(),
        () -> {
          arrived.clear();
          IntStream.range(HANGING, ENDPOINTS)
              .mapToObj(number -> fixture.receiver().received(path(number)))
              .flatMap(List::stream)
              .filter(one -> Integer.parseInt(one.eventId().substring(2)) >= from)
              .forEach(one -> arrived.putIfAbsent(one.eventId(), one));
          return arrived.size() >= postedAt.size();
        });
    assertEquals(postedAt.keySet(), arrived.keySet());
    List<Double> millis =
        postedAt.entrySet().stream()
            .map(
                entry -> {
                  Received one = Objects.requireNonNull(arrived.get(entry.getKey()));
                  return (one.nanos() - entry.getValue()) / 1e6;
                })
            .sorted()
            .toList();
    long inTime = arrived.values().stream().filter(one -> one.nanos() <= end).count();
    Measurement measurement = new Measurement(postedAt.size(), inTime, millis);
    System.out.println(measurement.text(what));
    return measurement;
  }
}
