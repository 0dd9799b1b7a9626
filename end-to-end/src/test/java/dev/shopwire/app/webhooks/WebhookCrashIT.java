package dev.shopwire.app.webhooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.app.support.WebhookFixture;
import dev.shopwire.testing.EventStream;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Received;
import dev.shopwire.testing.Receiver;
import dev.shopwire.testing.RetryingClients;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Tests that two processes on the same stores lose nothing, and send twice only what was in flight
 * at a kill, while they and PostgreSQL are killed by kill -9 and Redis is emptied every second.
 */
class WebhookCrashIT {
  private static final int EVENTS = RunSize.of("webhookCrash.posts", 1_200, 200_000);
  private static final int KILLS = RunSize.of("webhookCrash.kills", 2, 30);
  private static final int POSTGRES_KILLS = RunSize.of("webhookCrash.postgresKills", 1, 10);
  private static final int ENDPOINTS = 16;
  private static final int CLIENTS = 4;
  private static final int BATCH = 20;
  private static final long MAX_KILL_DELAY_MILLIS = 400;
  private static final long MAX_LANE_MILLIS = 16_000;
  private static final boolean LONG = KILLS > 2;

  /** For this long after sending, the result may be only in a worker's memory. */
  private static final long SETTLEMENT_NANOS = TimeUnit.SECONDS.toNanos(8);

  /** For this long after a kill, requests of the killed process may still arrive. */
  private static final long RESTART_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final Duration EMPTY_REDIS_INTERVAL = Duration.ofSeconds(1);
  private static final Duration TIME = Duration.ofSeconds(60 + EVENTS / 500);

  /** Requests in flight to one endpoint, and those whose result is not yet written. */
  private static final int MAX_IN_FLIGHT = 2 * 32;

  private final long seed = Long.getLong("shopwire.seed", new Random().nextLong());
  private final Random random = new Random(seed);
  private final List<Long> laneMillis = new ArrayList<>();
  private final List<Kill> kills = new ArrayList<>();
  private final AtomicBoolean isDone = new AtomicBoolean();

  /** When and what was killed. */
  private record Kill(long nanos, String what) {}

  @Test
  void nothingIsLostAndOnlyRequestsInFlightAtAKillArriveTwice() throws Exception {
    try (WebhookWorkers workers = new WebhookWorkers();
        Receiver receiver = new Receiver()) {
      Tenants.App app = workers.tenants().app();
      for (int number = 0; number < ENDPOINTS; number++) {
        String filter = ",\"filter\":{\"eventNames\":[\"a" + number + "\"]}";
        WebhookEndpoint.make(
            workers.tenants(), app.workspaceId(), receiver.url("/" + number), filter);
      }
      postAndKill(workers, app);
      Poll.until(
          TIME,
          () -> workers.due() + " are due, seed " + seed,
          () -> workers.due() == 0 && count(receiver) >= EVENTS);
      check(workers, receiver);
    }
  }

  private void postAndKill(WebhookWorkers workers, Tenants.App app) throws Exception {
    List<String> bodies =
        EventStream.batches(
            IntStream.range(0, EVENTS)
                .mapToObj(
                    number ->
                        WebhookFixture.event(number, "a" + number % ENDPOINTS, "s" + number % 97))
                .toList(),
            BATCH);
    int rounds = KILLS + POSTGRES_KILLS;
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      Future<?> emptying = threads.submit(() -> emptyRedis(workers));
      for (int round = 0; round <= rounds; round++) {
        List<String> part =
            bodies.subList(
                round * bodies.size() / (rounds + 1), (round + 1) * bodies.size() / (rounds + 1));
        Future<?> posting = threads.submit(() -> post(workers, app, part));
        LockSupport.parkNanos(Duration.ofMillis(random.nextLong(MAX_KILL_DELAY_MILLIS)).toNanos());
        if (round < rounds) {
          kill(workers, round * POSTGRES_KILLS % rounds < POSTGRES_KILLS, round == rounds - 1);
        }
        posting.get();
      }
      isDone.set(true);
      emptying.get();
    } finally {
      isDone.set(true);
      threads.shutdownNow();
    }
  }

  /**
   * In the build, lanes are waited for only once: after the last kill, when those of the worker
   * killed before must move too before everything can arrive.
   */
  private void kill(WebhookWorkers workers, boolean postgres, boolean last) {
    kills.add(new Kill(System.nanoTime(), postgres ? "PostgreSQL" : "worker"));
    if (postgres) {
      workers.killPostgres();
    } else if (LONG || last) {
      laneMillis.add(workers.killWorkerUntilLanesMove());
    } else {
      workers.killWorker();
    }
  }

  private void emptyRedis(WebhookWorkers workers) {
    while (!isDone.get()) {
      workers.emptyRedis();
      LockSupport.parkNanos(EMPTY_REDIS_INTERVAL.toNanos());
    }
  }

  private static void post(WebhookWorkers workers, Tenants.App app, List<String> bodies) {
    AtomicLong turn = new AtomicLong();
    new RetryingClients(() -> new Http(workers.httpUrl(turn.getAndIncrement())), app.key())
        .run(bodies, CLIENTS);
  }

  private static int count(Receiver receiver) {
    return IntStream.range(0, ENDPOINTS)
        .map(number -> receiver.received("/" + number).size())
        .sum();
  }

  private void check(WebhookWorkers workers, Receiver receiver) {
    Set<String> arrived = new HashSet<>();
    Map<Kill, Integer> duplicates = new LinkedHashMap<>();
    for (int number = 0; number < ENDPOINTS; number++) {
      Map<String, Received> byEvent = new HashMap<>();
      for (Received received : receiver.received("/" + number)) {
        Received earlier = byEvent.put(received.eventId(), received);
        if (earlier != null) {
          assertEquals(earlier.webhookId(), received.webhookId(), () -> "seed " + seed);
          assertEquals(earlier.sequence(), received.sequence(), () -> "seed " + seed);
          assertEquals(earlier.body(), received.body(), () -> "seed " + seed);
          duplicates.merge(causeOf(earlier, received), 1, Integer::sum);
        }
      }
      assertEquals(
          LongStream.rangeClosed(1, byEvent.size()).boxed().toList(),
          byEvent.values().stream().map(Received::sequence).sorted().toList(),
          () -> "sequences without gaps, seed " + seed);
      arrived.addAll(byEvent.keySet());
    }
    print(arrived.size(), duplicates);
    assertEquals(EVENTS, arrived.size(), () -> "events that arrived, seed " + seed);
    assertEquals(EVENTS, workers.settled(), "each delivery is settled once");
    duplicates.forEach(
        (kill, count) ->
            assertTrue(
                count <= ENDPOINTS * MAX_IN_FLIGHT * killsNearby(kill),
                () -> count + " duplicates at " + kill));
    laneMillis.forEach(
        millis -> assertTrue(millis <= MAX_LANE_MILLIS, () -> "moved after " + laneMillis));
  }

  /** The last kill that explains the second request: soon after the first one was sent. */
  private Kill causeOf(Received first, Received second) {
    Kill last = null;
    for (Kill kill : kills) {
      long since = kill.nanos() - first.nanos();
      if (since > -RESTART_NANOS && since < SETTLEMENT_NANOS && kill.nanos() < second.nanos()) {
        last = kill;
      }
    }
    if (last == null) {
      throw new AssertionError(
          "received twice without a kill, seed " + seed + ": " + first + second);
    }
    return last;
  }

  /** How many kills, including this one, may have caused the same duplicates. */
  private long killsNearby(Kill kill) {
    return kills.stream()
        .filter(other -> Math.abs(kill.nanos() - other.nanos()) < RESTART_NANOS + SETTLEMENT_NANOS)
        .count();
  }

  private void print(int arrived, Map<Kill, Integer> duplicates) {
    System.out.printf(
        "%d events, %d kills of a worker, %d of PostgreSQL, %d lost; duplicates by kill:"
            + " %s; lanes moved after %s ms%n",
        EVENTS,
        KILLS,
        POSTGRES_KILLS,
        EVENTS - arrived,
        duplicates.entrySet().stream().map(e -> e.getKey().what() + " " + e.getValue()).toList(),
        laneMillis);
  }
}
