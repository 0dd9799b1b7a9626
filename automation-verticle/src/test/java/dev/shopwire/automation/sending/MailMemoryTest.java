package dev.shopwire.automation.sending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.load.MemoryBudget;
import org.junit.jupiter.api.Test;

class MailMemoryTest {
  private static final long BYTES = SizeClass.LARGE.reservation();

  private final MemoryBudget budget = new MemoryBudget(4 * BYTES);
  private final MailMemory large = new MailMemory(budget);
  private final MailMemory other = new MailMemory(budget);

  private static void reserve(MailMemory memory, long id) {
    assertTrue(memory.tryReserve(id, BYTES));
  }

  @Test
  void aLaneWhoseMailsAreBeingMadeLeavesAShareToOthers() {
    reserve(large, 1);
    reserve(large, 2);
    reserve(large, 3);
    assertFalse(large.tryReserve(5, BYTES));
    reserve(other, 4);
    large.release(1);
    assertFalse(large.tryReserve(5, BYTES));
    assertFalse(other.tryReserve(6, BYTES));
  }

  @Test
  void aLaneWhoseMailsAreMadeGetsTheShareOfOthersAgain() {
    reserve(large, 1);
    reserve(large, 2);
    reserve(large, 3);
    reserve(other, 4);
    other.release(4);
    reserve(other, 5);
    large.shrink(1, 4_000);
    other.shrink(5, 4_000);
    reserve(other, 6);
  }

  @Test
  void whatIsRefusedTakesNothing() {
    reserve(large, 1);
    assertFalse(large.tryReserve(2, 4 * BYTES));
    large.release(2);
    assertEquals(BYTES, budget.reserved());
  }

  @Test
  void aMailThatIsMadeKeepsWhatItTakes() {
    reserve(large, 1);
    large.shrink(1, 4_000);
    assertEquals(4_000, budget.reserved());
    large.shrink(1, 9_000);
    assertEquals(4_000, budget.reserved());
    large.release(1);
    large.release(1);
    large.shrink(1, 10);
    assertEquals(0, budget.reserved());
  }
}
