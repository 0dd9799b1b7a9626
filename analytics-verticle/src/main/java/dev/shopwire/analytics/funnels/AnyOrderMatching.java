package dev.shopwire.analytics.funnels;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Optional;

/**
 * Matches as many different steps as possible within one window, in any order. An attempt starts
 * with the event of any step.
 */
final class AnyOrderMatching implements Matching {
  private final int steps;
  private final int[] required;
  private final long window;

  AnyOrderMatching(FunnelSteps steps, Duration window) {
    this.steps = steps.size();
    this.required = new int[steps.kinds().size()];
    for (int kind : steps.kindOfEach()) {
      required[kind]++;
    }
    this.window = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.EPOCH.plus(window));
  }

  @Override
  public Optional<FunnelAttempt> furthest(CustomerEvents events) {
    int[] counts = new int[required.length];
    int reach = 0;
    int best = 0;
    int bestStart = 0;
    int end = 0;
    for (int start = 0; start < events.size() && best < steps; start++) {
      for (; end < events.size() && events.micros(end) - events.micros(start) <= window; end++) {
        int kind = events.kind(end);
        reach += counts[kind]++ < required[kind] ? 1 : 0;
      }
      if (reach > best) {
        best = reach;
        bestStart = start;
      }
      int startKind = events.kind(start);
      reach -= counts[startKind]-- <= required[startKind] ? 1 : 0;
    }
    return best == 0 ? Optional.empty() : Optional.of(attempt(events, bestStart, best));
  }

  private FunnelAttempt attempt(CustomerEvents events, int start, int reach) {
    int[] remaining = Arrays.copyOf(required, required.length);
    long[] times = new long[reach];
    int matched = 0;
    for (int i = start; matched < reach; i++) {
      if (remaining[events.kind(i)]-- > 0) {
        times[matched++] = events.micros(i);
      }
    }
    return new FunnelAttempt(times, events.kind(start));
  }
}
