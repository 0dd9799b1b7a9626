package dev.shopwire.enrichment.linked;

import dev.shopwire.common.contracts.LinkedValueContracts.ApplyRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The one run of a linked query that a process writes at a time, and why its last attempts to write
 * others failed. Thread-safe.
 */
public final class RunSlot {
  private static final int MAX_FAILURES = 1_000;

  private final Map<ApplyRequest, String> failures =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ApplyRequest, String> eldest) {
          return size() > MAX_FAILURES;
        }
      };
  private @Nullable ApplyRequest writing;

  /** Begins to write a run; false while the process writes one. */
  synchronized boolean take(ApplyRequest run) {
    if (writing != null) {
      return false;
    }
    writing = run;
    failures.remove(run);
    return true;
  }

  /**
   * Ends writing a run.
   *
   * @param failure why it could not be written; null if it was, or need not be
   */
  synchronized void release(ApplyRequest run, @Nullable String failure) {
    writing = null;
    if (failure != null) {
      failures.put(run, failure);
    }
  }

  /** Why the last attempt to write a run failed; null if none did. */
  synchronized @Nullable String failureOf(ApplyRequest run) {
    return failures.get(run);
  }
}
