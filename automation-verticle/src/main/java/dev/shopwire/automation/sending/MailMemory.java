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

  private static final int SHARE_OF_OTHERS = 8;

  private final MemoryBudget budget;
  private final Map<Long, Long> bytesById = new HashMap<>();

  /** How many mails have the whole reservation still. */
  private int making;

  MailMemory(MemoryBudget budget) {
    this.budget = budget;
  }

  /**
   * Reserves memory for one more mail; false if there is none at this moment. A lane whose mails
   * are being made leaves an eighth to the others: a campaign takes again at once what it has just
   * released, and single mails of other senders would wait until it is over.
   */
  boolean tryReserve() {
    return making == 0
        ? budget.tryReserve(MAX_BYTES)
        : budget.tryReserveLeaving(budget.limit() / SHARE_OF_OTHERS, MAX_BYTES);
  }

  /** Gives the reservation to a mail. */
  void assign(long id) {
    bytesById.put(id, MAX_BYTES);
    making++;
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
      made(before);
      bytesById.put(id, bytes);
    }
  }

  /** The mail takes nothing any longer. Idempotent. */
  void release(long id) {
    Long bytes = bytesById.remove(id);
    if (bytes != null) {
      budget.release(bytes);
      made(bytes);
    }
  }

  private void made(long bytesBefore) {
    making -= bytesBefore == MAX_BYTES ? 1 : 0;
  }
}
