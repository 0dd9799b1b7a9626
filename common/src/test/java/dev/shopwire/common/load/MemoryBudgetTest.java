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
    assertTrue(budget.tryReserve(60));
    assertFalse(budget.tryReserve(41));
    assertEquals(60, budget.reserved());
    assertEquals(1, budget.rejections());
    assertTrue(budget.tryReserve(40));
    budget.release(100);
    assertEquals(0, budget.reserved());
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
    assertEquals(0, budget.reserved());
  }

  private static void reserveAndRelease(
      MemoryBudget budget, AtomicLong granted, AtomicLong max, Random random) {
    for (int i = 0; i < 50_000; i++) {
      long bytes = random.nextLong(1, 400);
      if (budget.tryReserve(bytes)) {
        long total = granted.addAndGet(bytes);
        max.accumulateAndGet(total, Math::max);
        granted.addAndGet(-bytes);
        budget.release(bytes);
      }
    }
  }

  @Test
  void aReservationIsReleasedOnceAndReservesNothingAfterwards() {
    MemoryBudget budget = new MemoryBudget(100);
    Reservation reservation = new Reservation(budget);
    assertTrue(reservation.tryReserve(30));
    assertTrue(reservation.tryReserve(30));
    reservation.release();
    reservation.release();
    assertEquals(0, budget.reserved());
    assertFalse(reservation.tryReserve(1));
    assertEquals(0, budget.reserved());
  }

  @Test
  void largeRequestsLeaveMemoryForSmallOnes() {
    MemoryBudget budget = new MemoryBudget(4 << 20);
    Reservation large = new Reservation(budget);
    assertTrue(large.tryReserve(2 << 20));
    assertTrue(large.tryReserve(1 << 20));
    assertFalse(large.tryReserve(1));
    assertTrue(new Reservation(budget).tryReserve(1_000));
  }
}
