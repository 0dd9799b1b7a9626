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

/** Compares both ways of matching with the rule itself, by trying all choices of events. */
class MatchingModelTest {
  private static final int CASES = 20_000;
  private static final long MINUTE = 60_000_000;

  /** The furthest first, then the one with the earliest steps. */
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
  private List<Integer> wanted = List.of();
  private long window;
  private List<Long> best = List.of();

  private void draw() {
    int kinds = 1 + random.nextInt(3);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 2 + random.nextInt(3); i++) {
      names.add("n" + random.nextInt(kinds));
    }
    steps = FunnelSteps.of(names);
    wanted = Arrays.stream(steps.kindOfEach()).boxed().toList();
    window = (1 + random.nextInt(5)) * MINUTE;
    List<Event> drawn = new ArrayList<>();
    for (int i = random.nextInt(8); i > 0; i--) {
      drawn.add(new Event(random.nextInt(8) * MINUTE, random.nextInt(steps.kinds().size())));
    }
    events = drawn;
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

  private void tryOrdered(List<Event> left, List<Long> taken) {
    keep(taken);
    if (taken.size() == wanted.size()) {
      return;
    }
    for (Event event : left) {
      boolean fits =
          event.kind == wanted.get(taken.size())
              && (taken.isEmpty()
                  || (event.micros >= taken.get(taken.size() - 1)
                      && event.micros - taken.get(0) <= window));
      if (fits) {
        List<Event> rest = new ArrayList<>(left);
        rest.remove(event);
        List<Long> more = new ArrayList<>(taken);
        more.add(event.micros);
        tryOrdered(rest, more);
      }
    }
  }

  private void tryAnyOrder() {
    for (int set = 0; set < 1 << events.size(); set++) {
      List<Long> times = new ArrayList<>();
      List<Integer> open = new ArrayList<>(wanted);
      boolean fits = true;
      for (int i = 0; i < events.size(); i++) {
        if ((set >> i & 1) == 1) {
          fits &= open.remove((Integer) events.get(i).kind);
          times.add(events.get(i).micros);
        }
      }
      Collections.sort(times);
      if (fits && (times.isEmpty() || times.get(times.size() - 1) - times.get(0) <= window)) {
        keep(times);
      }
    }
  }

  private void keep(List<Long> times) {
    best = BETTER.compare(times, best) < 0 ? List.copyOf(times) : best;
  }

  private static List<Long> times(FunnelAttempt attempt) {
    return IntStream.range(0, attempt.reach()).mapToObj(attempt::time).toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theFurthestAttemptIsFound(boolean ordered) {
    for (int i = 0; i < CASES; i++) {
      draw();
      if (ordered) {
        tryOrdered(events, List.of());
      } else {
        tryAnyOrder();
      }
      Duration span = Duration.ofNanos(window * 1_000);
      Matching matching =
          ordered ? new OrderedMatching(steps, span) : new AnyOrderMatching(steps, span);
      Optional<FunnelAttempt> found = matching.furthest(sorted());
      List<Long> times = found.map(MatchingModelTest::times).orElse(List.of());
      assertEquals(best, times, () -> steps + " within " + window + " in " + events);
    }
  }
}
