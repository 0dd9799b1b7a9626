package dev.shopwire.automation.sending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.load.MemoryBudget;
import org.junit.jupiter.api.Test;

class MailMemoryTest {
  private final MemoryBudget budget = new MemoryBudget(3 * MailMemory.MAX_BYTES);
  private final MailMemory large = new MailMemory(budget);
  private final MailMemory other = new MailMemory(budget);

  private static void reserve(MailMemory memory, long id) {
    assertTrue(memory.tryReserve());
    memory.assign(id);
  }

  @Test
  void lanesShareWhatThereIs() {
    reserve(large, 1);
    reserve(large, 2);
    reserve(other, 3);
    assertFalse(large.tryReserve());
    assertFalse(other.tryReserve());
    large.release(1);
    assertTrue(other.tryReserve());
    other.cancel();
    assertEquals(2 * MailMemory.MAX_BYTES, budget.reserved());
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
