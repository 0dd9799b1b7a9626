package dev.shopwire.automation.sending;

import dev.shopwire.common.load.MemoryBudget;
import java.util.HashMap;
import java.util.Map;

/**
 * What the mails of a lane take of the budget that all lanes of a process share, so that senders of
 * large mails leave memory to the others. Not thread-safe; use from one event loop.
 */
final class MailMemory {
  /**
   * What a mail may take of the heap while it is made: its values, and in quoted-printable up to
   * three times the megabyte that a rendered mail may have.
   */
  static final long MAX_BYTES = 5 << 20;

  private final MemoryBudget budget;
  private final Map<Long, Long> bytesById = new HashMap<>();

  MailMemory(MemoryBudget budget) {
    this.budget = budget;
  }

  /** Reserves memory for one more mail; false if there is none at this moment. */
  boolean tryReserve() {
    return budget.tryReserve(MAX_BYTES);
  }

  /** Gives the reservation to a mail. */
  void assign(long id) {
    bytesById.put(id, MAX_BYTES);
  }

  /** There was no mail for the reservation. */
  void cancel() {
    budget.release(MAX_BYTES);
  }

  /** The mail takes no more than this any longer. */
  void shrink(long id, long bytes) {
    Long before = bytesById.get(id);
    if (before != null && before > bytes) {
      budget.release(before - bytes);
      bytesById.put(id, bytes);
    }
  }

  /** The mail takes nothing any longer. Idempotent. */
  void release(long id) {
    Long bytes = bytesById.remove(id);
    if (bytes != null) {
      budget.release(bytes);
    }
  }
}
