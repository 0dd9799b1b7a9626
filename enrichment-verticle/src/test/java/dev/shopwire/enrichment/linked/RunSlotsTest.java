package dev.shopwire.enrichment.linked;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.shopwire.common.contracts.LinkedValueContracts.ApplyRequest;
import dev.shopwire.enrichment.linked.RunSlots.Turn;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class RunSlotsTest {
  private final RunSlots slots = new RunSlots();

  private static ApplyRequest small(long run) {
    return new ApplyRequest(1, run, RunSlots.SMALL);
  }

  private static ApplyRequest large(long run) {
    return new ApplyRequest(1, run, RunSlots.SMALL + 1);
  }

  @Test
  void ofManyRequestsAtOnceOneWritesTheRun() throws Exception {
    int requests = 16;
    ExecutorService threads = Executors.newFixedThreadPool(requests);
    try {
      for (int run = 1; run <= 200; run++) {
        ApplyRequest request = small(run);
        CountDownLatch start = new CountDownLatch(1);
        List<Future<Turn>> turns = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
          Callable<Turn> work =
              () -> {
                start.await();
                return slots.take(request);
              };
          turns.add(threads.submit(work));
        }
        start.countDown();
        List<Turn> taken = new ArrayList<>();
        for (Future<Turn> turn : turns) {
          taken.add(turn.get());
        }
        assertEquals(1, Collections.frequency(taken, Turn.TAKEN));
        assertEquals(requests - 1, Collections.frequency(taken, Turn.UNDER_WAY));
        slots.release(request, null);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aSmallAndALargeRunAreWrittenAtATime() {
    assertEquals(Turn.TAKEN, slots.take(small(1)));
    assertEquals(Turn.TAKEN, slots.take(large(2)));
    assertEquals(Turn.BUSY, slots.take(small(3)));
    assertEquals(Turn.BUSY, slots.take(large(4)));
    slots.release(small(1), null);
    assertEquals(Turn.TAKEN, slots.take(small(3)));
    assertEquals(Turn.BUSY, slots.take(large(4)));
  }

  @Test
  void aFailureIsKeptUntilTheNextAttempt() {
    slots.take(small(1));
    slots.release(small(1), "no space");
    assertEquals("no space", slots.failureOf(small(1)));
    slots.take(small(1));
    assertNull(slots.failureOf(small(1)));
  }
}
