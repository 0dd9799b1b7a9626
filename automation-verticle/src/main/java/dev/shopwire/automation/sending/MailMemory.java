package dev.shopwire.automation.sending;

import dev.shopwire.common.load.MemoryBudget;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What the mails of a lane take of the budget that all lanes of a process share, so that senders of
 * large mails leave memory to the others. Not thread-safe; use from one event loop.
 */
final class MailMemory {
  private static final int SHARE_OF_OTHERS = 8;

  private final MemoryBudget budget;
  private final Map<Long, Long> bytesById = new HashMap<>();

  /** Mails that have the whole reservation still. */
  private final Set<Long> making = new HashSet<>();

  MailMemory(MemoryBudget budget) {
    this.budget = budget;
  }

  /**
   * Reserves memory for a mail; false if there is none at this moment. A lane whose mails are being
   * made leaves an eighth to the others: a campaign takes again at once what it has just released,
   * and single mails of other senders would wait until it is over.
   */
  boolean tryReserve(long id, long bytes) {
    boolean isReserved =
        making.isEmpty()
            ? budget.tryReserve(bytes)
            : budget.tryReserveLeaving(budget.limit() / SHARE_OF_OTHERS, bytes);
    if (isReserved) {
      bytesById.put(id, bytes);
      making.add(id);
    }
    return isReserved;
  }

  /** The mail is made, and takes no more than this any longer. */
  void shrink(long id, long bytes) {
    making.remove(id);
    Long before = bytesById.get(id);
    if (before != null && before > bytes) {
      budget.release(before - bytes);
      bytesById.put(id, bytes);
    }
  }

  /** The mail takes nothing any longer. Idempotent. */
  void release(long id) {
    making.remove(id);
    Long bytes = bytesById.remove(id);
    if (bytes != null) {
      budget.release(bytes);
    }
  }
}
