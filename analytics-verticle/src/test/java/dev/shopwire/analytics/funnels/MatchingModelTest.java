package dev.shopwire.analytics.funnels;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares both kinds of matching with a brute-force model that tries all choices of events. */
class MatchingModelTest {
  private static final int CASES = 20_000;
  private static final long MINUTE = 60_000_000;

  /** Orders the furthest attempt first, then the one with the earliest steps. */
  private static final Comparator<List<Long>> BETTER =
      Comparator.<List<Long>>comparingInt(times -> -times.size())
          .thenComparing(
              (one, other) ->
                  Arrays.compare(
                      one.stream().mapToLong(x -> x).toArray(),
                      other.stream().mapToLong(x -> x).toArray()));

  private record Event(long micros, int kind) {}

  private final Random random = new Random(7);
  private FunnelSteps steps = FunnelSteps.of(List.of());
  private List<Event> events = List.of();
  private List<Integer> required = List.of();
  private long window;
  private List<Long> best = List.of();

  private void generate() {
    int kinds = 1 + random.nextInt(3);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 2 + random.nextInt(3); i++) {
      names.add("n" + random.nextInt(kinds));
    }
    steps = FunnelSteps.of(names);
    required = Arrays.stream(steps.kindOfEach()).boxed().toList();
    window = (1 + random.nextInt(5)) * MINUTE;
    List<Event> generated = new ArrayList<>();
    for (int i = random.nextInt(8); i > 0; i--) {
      generated.add(new Event(random.nextInt(8) * MINUTE, random.nextInt(steps.kinds().size())));
    }
    events = generated;
    best = List.of();
  }

  private CustomerEvents sorted() {
    long[] keys =
        events.stream()
            .mapToLong(event -> CustomerEvents.key(event.micros, event.kind))
            .sorted()
            .toArray();
    return new CustomerEvents(keys, 0, keys.length);
  }

  private void tryOrdered(List<Event> candidates, List<Long> chosen) {
    keepBest(chosen);
    if (chosen.size() == required.size()) {
      return;
    }
    for (Event event : candidates) {
      boolean fits =
          event.kind == required.get(chosen.size())
              && (chosen.isEmpty()
                  || (event.micros >= chosen.get(chosen.size() - 1)
                      && event.micros - chosen.get(0) <= window));
      if (fits) {
        List<Event> remaining = new ArrayList<>(candidates);
        remaining.remove(event);
        List<Long> extended = new ArrayList<>(chosen);
        extended.add(event.micros);
        tryOrdered(remaining, extended);
      }
    }
  }

  private void tryAnyOrder() {
    for (int set = 0; set < 1 << events.size(); set++) {
      List<Long> times = new ArrayList<>();
      List<Integer> unmatched = new ArrayList<>(required);
      boolean fits = true;
      for (int i = 0; i < events.size(); i++) {
        if ((set >> i & 1) == 1) {
          fits &= unmatched.remove((Integer) events.get(i).kind);
          times.add(events.get(i).micros);
        }
      }
      Collections.sort(times);
      if (fits && (times.isEmpty() || times.get(times.size() - 1) - times.get(0) <= window)) {
        keepBest(times);
      }
    }
  }

  private void keepBest(List<Long> times) {
    best = BETTER.compare(times, best) < 0 ? List.copyOf(times) : best;
  }

  private static List<Long> times(FunnelAttempt attempt) {
    return IntStream.range(0, attempt.reach()).mapToObj(attempt::time).toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theFurthestAttemptIsFound(boolean ordered) {
    for (int i = 0; i < CASES; i++) {
      generate();
      if (ordered) {
        tryOrdered(events, List.of());
      } else {
        tryAnyOrder();
      }
      Duration span = Duration.ofNanos(window * 1_000);
      Matching matching =
          ordered ? new OrderedMatching(steps, span) : new AnyOrderMatching(steps, span);
      Optional<FunnelAttempt> actual = matching.furthest(sorted());
      List<Long> times = actual.map(MatchingModelTest::times).orElse(List.of());
      assertEquals(best, times, () -> steps + " within " + window + " in " + events);
    }
  }
}
