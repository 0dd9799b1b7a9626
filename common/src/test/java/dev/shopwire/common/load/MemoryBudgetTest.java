package dev.shopwire.common.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
  @Test
  void aFailedReservationReservesNothing() {
    MemoryBudget budget = new MemoryBudget(100);
    assertTrue(budget.take(60));
    assertFalse(budget.take(41));
    assertEquals(60, budget.held());
    assertEquals(1, budget.refused());
    assertTrue(budget.take(40));
    budget.giveBack(100);
    assertEquals(0, budget.held());
  }

  @Test
  void concurrentReservationsNeverExceedTheLimitAndAreReleased() {
    MemoryBudget budget = new MemoryBudget(1_000);
    AtomicLong granted = new AtomicLong();
    AtomicLong max = new AtomicLong();
    CompletableFuture<?>[] threads =
        IntStream.range(0, 4)
            .mapToObj(
                seed ->
                    CompletableFuture.runAsync(
                        () -> reserveAndRelease(budget, granted, max, new Random(seed))))
            .toArray(CompletableFuture<?>[]::new);
    CompletableFuture.allOf(threads).join();
    assertTrue(max.get() <= 1_000, () -> "reserved " + max);
    assertEquals(0, budget.held());
  }

  private static void reserveAndRelease(
      MemoryBudget budget, AtomicLong granted, AtomicLong max, Random random) {
    for (int i = 0; i < 50_000; i++) {
      long bytes = random.nextLong(1, 400);
      if (budget.take(bytes)) {
        long total = granted.addAndGet(bytes);
        max.accumulateAndGet(total, Math::max);
        granted.addAndGet(-bytes);
        budget.giveBack(bytes);
      }
    }
  }

  @Test
  void aReservationIsReleasedOnceAndReservesNothingAfterwards() {
    MemoryBudget budget = new MemoryBudget(100);
    Reservation reservation = new Reservation(budget);
    assertTrue(reservation.take(30));
    assertTrue(reservation.take(30));
    reservation.end();
    reservation.end();
    assertEquals(0, budget.held());
    assertFalse(reservation.take(1));
    assertEquals(0, budget.held());
  }

  @Test
  void largeRequestsLeaveMemoryForSmallOnes() {
    MemoryBudget budget = new MemoryBudget(4 << 20);
    Reservation large = new Reservation(budget);
    assertTrue(large.take(2 << 20));
    assertTrue(large.take(1 << 20));
    assertFalse(large.take(1));
    assertTrue(new Reservation(budget).take(1_000));
  }
}
