package dev.shopwire.app.analytics.behavior;

import dev.shopwire.analytics.reports.Calculation;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.Tenants;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Reads of random events, posted in random order and batches, match the oracles at once. A failure
 * prints the seed; {@code -Dshopwire.seed=…} repeats its round.
 */
@Tag("everywhere-long")
class BehaviorModelIT {
  private static final int ROUNDS = RunSize.of("behaviorModel.rounds", 1, 20);
  private static final int EVENTS = 320;
  private static final int LATE_EVENTS = 25;

  /** The maximum number of events per batch. */
  private static final int MAX_BATCH = 200;

  /** One set of events, sent to two apps. */
  private static final class Round {
    private final RandomEvents random;
    private final RandomReadRequests requests;
    private final Tenants tenants = RunningService.shared().tenants();

    private Round(long seed) {
      random = new RandomEvents(seed);
      requests = new RandomReadRequests(random);
    }

    private void run() {
      List<BehaviorEvent> events = random.events(EVENTS);
      BehaviorApp one = new BehaviorApp(tenants, tenants.app());
      send(one, events, 60);
      compareAll(one);
      BehaviorApp other = new BehaviorApp(tenants, tenants.app());
      // These include the late events of the first app, in any position.
      List<BehaviorEvent> again = new ArrayList<>(one.events());
      Collections.shuffle(again, random.random());
      send(other, again, MAX_BATCH);
      compareAll(other);
    }

    /** Posts batches with resent events, and compares reads after some of them. */
    private void send(BehaviorApp app, List<BehaviorEvent> events, int maxSize) {
      for (List<BehaviorEvent> batch : random.batches(events, maxSize)) {
        List<BehaviorEvent> withResent = new ArrayList<>(batch);
        while (random.oneIn(2) && withResent.size() < MAX_BATCH) {
          withResent.add(random.resent(random.any(withResent)));
        }
        while (random.oneIn(2) && withResent.size() < MAX_BATCH && !app.events().isEmpty()) {
          withResent.add(
              random.random().nextInt(withResent.size()), random.resent(random.any(app.events())));
        }
        app.post(withResent);
        if (random.oneIn(2)) {
          compareSome(app);
        }
      }
    }

    private int take() {
      return 1 + random.random().nextInt(random.oneIn(5) ? 7 : 100);
    }

    private void compareSome(BehaviorApp app) {
      PublicReadComparison comparison = new PublicReadComparison(app);
      ConsoleReadComparison console = new ConsoleReadComparison(app);
      List<BehaviorEvent> events = app.events();
      comparison.list(requests.filter(events), () -> 1_000, () -> {});
      comparison.report(requests.report("count", events));
      comparison.report(requests.report(random.any(Calculation.apiNames()), events));
      console.sessions(requests.allTime(events), () -> 1_000);
    }

    private void compareAll(BehaviorApp app) {
      PublicReadComparison comparison = new PublicReadComparison(app);
      ConsoleReadComparison console = new ConsoleReadComparison(app);
      List<BehaviorEvent> events = app.events();
      compareLists(app, comparison);
      for (String calculation : Calculation.apiNames()) {
        for (int i = 0; i < 4; i++) {
          comparison.report(requests.report(calculation, events));
        }
        comparison.summary(requests.filter(events), requests.report(calculation, events));
      }
      for (int i = 0; i < 4; i++) {
        console.sessions(requests.range(events), this::take);
        console.sessionsSummary(requests.range(events), random.any(TimeRangeOracle.INTERVALS));
        console.pageViews(requests.range(events), this::take);
      }
      console.sessions(requests.allTime(events), this::take);
      console.sessionsSummary(requests.allTime(events), "monthly");
      console.pageViews(requests.allTime(events), this::take);
      for (int i = 0; i < 8; i++) {
        console.funnel(requests.funnel(events));
      }
      for (int i = 0; i < 6; i++) {
        console.retention(random.sometimes(2, RandomEvents.NAMES), requests.weeks(events));
      }
    }

    private void compareLists(BehaviorApp app, PublicReadComparison comparison) {
      comparison.list(EventListOracle.Filter.ALL, this::take, () -> {});
      for (int i = 0; i < 12; i++) {
        comparison.list(requests.filter(app.events()), this::take, () -> {});
      }
      List<BehaviorEvent> late = new ArrayList<>(random.events(LATE_EVENTS));
      comparison.list(
          EventListOracle.Filter.ALL,
          () -> 30,
          () -> {
            if (!late.isEmpty()) {
              app.post(List.of(late.remove(0)));
            }
          });
    }
  }

  @Test
  void everyReadMatchesTheOracles() {
    Long configuredSeed = Long.getLong("shopwire.seed");
    long first = configuredSeed == null ? new Random().nextLong() : configuredSeed;
    int rounds = configuredSeed == null ? ROUNDS : 1;
    for (long seed = first; seed < first + rounds; seed++) {
      try {
        new Round(seed).run();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("repeat with -Dshopwire.seed=" + seed, e);
      }
    }
  }
}
