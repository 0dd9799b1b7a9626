package dev.shopwire.testing.partner;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts the requests that the emulated platform received, those included that it refused.
 * Thread-safe.
 */
public final class PartnerRequests {
  /** Times of older requests than the last ones are forgotten. */
  private static final int MAX_TIMES = 200_000;

  private final Map<String, Long> byOutcome = new TreeMap<>();
  private final List<Long> nanos = new ArrayList<>();
  private long total;

  synchronized void arrived() {
    total++;
    if (nanos.size() == MAX_TIMES) {
      nanos.subList(0, MAX_TIMES / 2).clear();
    }
    nanos.add(System.nanoTime());
  }

  /**
   * @param outcome {@code ok}, {@code rate}, or the name of a fault or refusal
   */
  synchronized void outcome(String outcome) {
    byOutcome.merge(outcome, 1L, Long::sum);
  }

  public synchronized long total() {
    return total;
  }

  /** Requests by what came of them. */
  public synchronized Map<String, Long> byOutcome() {
    return new TreeMap<>(byOutcome);
  }

  /** The most requests that arrived within any {@code seconds} on end. */
  public synchronized int mostWithin(int seconds) {
    int most = 0;
    int first = 0;
    for (int last = 0; last < nanos.size(); last++) {
      while (nanos.get(last) - nanos.get(first) > seconds * 1_000_000_000L) {
        first++;
      }
      most = Math.max(most, last - first + 1);
    }
    return most;
  }
}
