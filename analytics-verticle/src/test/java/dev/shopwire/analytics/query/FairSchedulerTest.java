package dev.shopwire.analytics.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FairSchedulerTest {
  private final List<String> started = new ArrayList<>();

  private FairScheduler.Ticket enter(FairScheduler scheduler, long app, String name) {
    return scheduler.submit(app, () -> started.add(name));
  }

  @Test
  void oneAppNeverHasTheLastSlot() {
    FairScheduler scheduler = new FairScheduler(2);
    enter(scheduler, 1, "a1");
    enter(scheduler, 1, "a2");
    assertEquals(List.of("a1"), started);
    enter(scheduler, 2, "b1");
    assertEquals(List.of("a1", "b1"), started);
    assertEquals(1, scheduler.waiting());
    assertEquals(2, scheduler.running());
  }

  @Test
  void withOneSlotAppsTakeTurnsHoweverManyReadsOneOfThemHas() {
    FairScheduler scheduler = new FairScheduler(1);
    Map<String, FairScheduler.Ticket> tickets = new HashMap<>();
    for (String name : List.of("a1", "a2", "a3", "a4", "b1", "c1", "b2")) {
      tickets.put(name, enter(scheduler, name.charAt(0), name));
    }
    for (int i = 0; i < tickets.size(); i++) {
      scheduler.end(Objects.requireNonNull(tickets.get(started.get(i))));
    }
    assertEquals(List.of("a1", "a2", "b1", "c1", "a3", "b2", "a4"), started);
    assertEquals(0, scheduler.waiting());
    assertEquals(0, scheduler.running());
  }

  @Test
  void anAppGetsMoreThanOneSlotWhileNoOtherAppWaits() {
    FairScheduler scheduler = new FairScheduler(4);
    for (int i = 0; i < 5; i++) {
      enter(scheduler, 1, "a" + i);
    }
    assertEquals(List.of("a0", "a1", "a2"), started);
    enter(scheduler, 2, "b");
    assertEquals("b", started.get(3));
  }

  @Test
  void aCanceledReadIsNotStarted() {
    FairScheduler scheduler = new FairScheduler(1);
    FairScheduler.Ticket first = enter(scheduler, 1, "a");
    FairScheduler.Ticket second = enter(scheduler, 2, "b");
    assertTrue(scheduler.cancelIfWaiting(second));
    assertFalse(scheduler.cancelIfWaiting(second));
    assertFalse(scheduler.cancelIfWaiting(first));
    scheduler.end(second);
    assertTrue(scheduler.end(first));
    assertFalse(scheduler.end(first));
    assertEquals(List.of("a"), started);
    assertEquals(0, scheduler.running());
    enter(scheduler, 2, "c");
    assertEquals(List.of("a", "c"), started);
  }

  @Test
  void theQueuesOfOneAppAndOfAllAppsAreBounded() {
    FairScheduler scheduler = new FairScheduler(1);
    for (int i = 0; i <= FairScheduler.MAX_WAITING_PER_APP; i++) {
      enter(scheduler, 1, "a");
    }
    Failure tooMany = assertThrows(Failure.class, () -> enter(scheduler, 1, "a"));
    assertEquals(Code.RATE_LIMITED, tooMany.code());
    int app = 2;
    while (scheduler.waiting() < FairScheduler.MAX_WAITING) {
      enter(scheduler, app++, "more");
    }
    Failure full = assertThrows(Failure.class, () -> enter(scheduler, 1_000_000, "more"));
    assertEquals(Code.UNAVAILABLE, full.code());
  }

  /** Whatever the interleaving: the slots suffice, no app has all of them, and all reads end. */
  @Test
  void theLimitsHoldOnManyThreads() throws InterruptedException {
    int slots = 3;
    int reads = 4_000;
    FairScheduler scheduler = new FairScheduler(slots);
    AtomicInteger running = new AtomicInteger();
    Map<Integer, AtomicInteger> runningOf = new HashMap<>();
    for (int app = 0; app < 5; app++) {
      runningOf.put(app, new AtomicInteger());
    }
    ConcurrentLinkedQueue<String> violations = new ConcurrentLinkedQueue<>();
    CountDownLatch done = new CountDownLatch(reads);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    Random random = new Random(3);
    for (int i = 0; i < reads; i++) {
      int app = Math.min(random.nextInt(8), 4);
      AtomicInteger runningOfApp = runningOf.getOrDefault(app, running);
      threads.execute(
          () -> {
            CountDownLatch turn = new CountDownLatch(1);
            FairScheduler.Ticket ticket = scheduler.submit(app, turn::countDown);
            try {
              turn.await();
              int total = running.incrementAndGet();
              int ofApp = runningOfApp.incrementAndGet();
              if (total > slots || ofApp > slots - 1) {
                violations.add(total + " run, " + ofApp + " of one app");
              }
              Thread.onSpinWait();
              runningOfApp.decrementAndGet();
              running.decrementAndGet();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            } finally {
              scheduler.end(ticket);
              done.countDown();
            }
          });
    }
    assertTrue(done.await(60, TimeUnit.SECONDS), () -> scheduler.waiting() + " still wait");
    threads.shutdownNow();
    assertEquals(List.of(), List.copyOf(violations));
    assertEquals(0, scheduler.running());
    assertEquals(0, scheduler.waiting());
  }
}
