package dev.shopwire.enrichment.linked;

import dev.shopwire.common.caches.BoundedMap;
import dev.shopwire.common.contracts.LinkedValueContracts.ApplyRequest;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The runs of linked queries that a process writes: one small and one large run at a time, so that
 * small ones never wait for minutes; and why its last attempts to write others failed. Thread-safe.
 */
public final class RunSlots {
  /** The most customers that a small run changes: they are written within a second or two. */
  static final long SMALL = 10_000;

  private static final int MAX_FAILURES = 1_000;

  private final Map<ApplyRequest, String> failures = BoundedMap.firstAdded(MAX_FAILURES);

  /** By whether they are small. */
  private final Map<Boolean, ApplyRequest> writing = new HashMap<>();

  /** Whether a run may be written now. */
  enum Turn {
    /** The caller writes the run, and releases it afterwards. */
    TAKEN,

    /** The process writes it already. */
    UNDER_WAY,

    /** The process writes another one of its size. */
    BUSY
  }

  /** Begins to write a run, if none of its size is being written. */
  synchronized Turn take(ApplyRequest run) {
    @Nullable ApplyRequest other = writing.putIfAbsent(isSmall(run), run);
    if (other != null) {
      return other.equals(run) ? Turn.UNDER_WAY : Turn.BUSY;
    }
    failures.remove(run);
    return Turn.TAKEN;
  }

  /** A process with the version before does not send the number. */
  private static boolean isSmall(ApplyRequest run) {
    return run.customers() != null && run.customers() <= SMALL;
  }

  /**
   * Ends writing a run.
   *
   * @param failure why it could not be written; null if it was, or need not be
   */
  synchronized void release(ApplyRequest run, @Nullable String failure) {
    writing.remove(isSmall(run), run);
    if (failure != null) {
      failures.put(run, failure);
    }
  }

  /** Why the last attempt to write a run failed; null if none did. */
  synchronized @Nullable String failureOf(ApplyRequest run) {
    return failures.get(run);
  }
}
