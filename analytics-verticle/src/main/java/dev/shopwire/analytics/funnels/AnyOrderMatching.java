package dev.shopwire.analytics.funnels;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Optional;

/**
 * As many different steps as possible within one window, in whatever order. An attempt begins with
 * any step's event.
 */
final class AnyOrderMatching implements Matching {
  private final int steps;
  private final int[] wanted;
  private final long window;

  AnyOrderMatching(Steps steps, Duration window) {
    this.steps = steps.size();
    this.wanted = new int[steps.kinds().size()];
    for (int kind : steps.kindOfEach()) {
      wanted[kind]++;
    }
    this.window = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.EPOCH.plus(window));
  }

  @Override
  public Optional<FunnelAttempt> furthest(CustomerEvents events) {
    int[] counts = new int[wanted.length];
    int reach = 0;
    int best = 0;
    int bestStart = 0;
    int end = 0;
    for (int start = 0; start < events.size() && best < steps; start++) {
      for (; end < events.size() && events.micros(end) - events.micros(start) <= window; end++) {
        int kind = events.kind(end);
        reach += counts[kind]++ < wanted[kind] ? 1 : 0;
      }
      if (reach > best) {
        best = reach;
        bestStart = start;
      }
      int left = events.kind(start);
      reach -= counts[left]-- <= wanted[left] ? 1 : 0;
    }
    return best == 0 ? Optional.empty() : Optional.of(attempt(events, bestStart, best));
  }

  private FunnelAttempt attempt(CustomerEvents events, int start, int reach) {
    int[] open = Arrays.copyOf(wanted, wanted.length);
    long[] times = new long[reach];
    int done = 0;
    for (int i = start; done < reach; i++) {
      if (open[events.kind(i)]-- > 0) {
        times[done++] = events.micros(i);
      }
    }
    return new FunnelAttempt(times, events.kind(start));
  }
}
