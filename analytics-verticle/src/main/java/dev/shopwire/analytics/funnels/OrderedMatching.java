package dev.shopwire.analytics.funnels;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Optional;

/**
 * Matches the steps in order, all within the window from the first. Each attempt uses the earliest
 * suitable event for every step, which leaves the most for later steps. An attempt never uses an
 * earlier event than the previous attempt did, so that all attempts together cost no more than one
 * pass over the events of each step.
 */
final class OrderedMatching implements Matching {
  private static final int NONE = -1;

  private final int kinds;
  private final int[] kind;
  private final int[] previousOfSameKind;
  private final long window;

  OrderedMatching(FunnelSteps steps, Duration window) {
    this.kinds = steps.kinds().size();
    this.kind = steps.kindOfEach();
    this.previousOfSameKind = previousOfSameKind(kind);
    this.window = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.EPOCH.plus(window));
  }

  /** For each step, the last earlier one with the same kind of event. */
  private static int[] previousOfSameKind(int[] kind) {
    int[] before = new int[kind.length];
    for (int step = 0; step < kind.length; step++) {
      before[step] = step - 1;
      while (before[step] > NONE && kind[before[step]] != kind[step]) {
        before[step]--;
      }
    }
    return before;
  }

  @Override
  public Optional<FunnelAttempt> furthest(CustomerEvents events) {
    long[][] times = events.timesByKind(kinds);
    int[] at = new int[kind.length];
    long[] best = new long[0];
    for (int start = 0; start < times[kind[0]].length && best.length < kind.length; start++) {
      at[0] = start;
      int reach = advance(times, at);
      if (reach > best.length) {
        best = timesOf(times, at, reach);
      }
    }
    return best.length == 0 ? Optional.empty() : Optional.of(new FunnelAttempt(best, kind[0]));
  }

  /**
   * Advances to the events of one attempt.
   *
   * @param at the index of each step's event; a lower bound for steps not yet matched
   * @return the number of completed steps
   */
  private int advance(long[][] times, int[] at) {
    long start = times[kind[0]][at[0]];
    long earliest = start;
    for (int step = 1; step < at.length; step++) {
      long[] candidates = times[kind[step]];
      if (previousOfSameKind[step] != NONE) {
        at[step] = Math.max(at[step], at[previousOfSameKind[step]] + 1);
      }
      while (at[step] < candidates.length && candidates[at[step]] < earliest) {
        at[step]++;
      }
      if (at[step] >= candidates.length || candidates[at[step]] - start > window) {
        return step;
      }
      earliest = candidates[at[step]];
    }
    return at.length;
  }

  private long[] timesOf(long[][] times, int[] at, int reach) {
    long[] matched = new long[reach];
    Arrays.setAll(matched, step -> times[kind[step]][at[step]]);
    return matched;
  }
}
