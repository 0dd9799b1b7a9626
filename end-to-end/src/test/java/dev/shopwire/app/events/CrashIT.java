package dev.shopwire.app.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.EventStream;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.RetryingClients;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Tests that each distinct id is stored once if the service, PostgreSQL or Redis is killed by kill
 * -9 at random moments while clients replay the real stream with retries; a sample of it in the
 * build.
 */
class CrashIT {
  private static final int ROUNDS = RunSize.of("crash.rounds", 1, 20);
  private static final int EVENTS = RunSize.of("crash.events", 4_000, 115_566);
  private static final int CLIENTS = 8;
  private static final long MAX_KILL_DELAY_MILLIS = 150;
  private static OwnService service;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() {
    service = new OwnService(Map.of());
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @Test
  void theServiceIsKilled() {
    assertNothingIsLost(
        () -> {
          service.process().kill();
          service.startAgain();
        });
  }

  @Test
  void postgresIsKilled() {
    assertNothingIsLost(service::killPostgres);
  }

  @Test
  void redisIsKilled() {
    assertNothingIsLost(
        () -> {
          service.redis().kill();
          service.redis().restart();
        });
  }

  private static void assertNothingIsLost(Runnable crash) {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Tenants.App app = service.tenants().app();
    List<String> all = new ArrayList<>(EventStream.lines());
    Collections.shuffle(all, random);
    List<String> lines = all.subList(0, EVENTS);
    List<String> bodies = EventStream.batches(lines);
    RetryingClients replay =
        new RetryingClients(() -> new Http(service.process().httpUrl()), app.key());
    for (int round = 0; round < ROUNDS; round++) {
      List<String> slice =
          bodies.subList(bodies.size() * round / ROUNDS, bodies.size() * (round + 1) / ROUNDS);
      CompletableFuture<Void> replaying =
          CompletableFuture.runAsync(() -> replay.run(slice, CLIENTS));
      LockSupport.parkNanos(Duration.ofMillis(random.nextLong(MAX_KILL_DELAY_MILLIS)).toNanos());
      crash.run();
      replaying.join();
    }
    long distinct =
        lines.stream()
            .map(line -> line.replaceAll(".*\"eventId\":\"([^\"]+)\".*", "$1"))
            .distinct()
            .count();
    assertEquals(distinct, service.sql().events(app.appId()), () -> "seed " + seed);
    assertTrue(replay.accepted() <= distinct, () -> "counted twice, seed " + seed);
    System.out.println(
        ROUNDS + " rounds, " + replay.retries() + " retries, accepted " + replay.accepted());
  }
}
