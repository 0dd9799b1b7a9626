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
 * Whatever events come, in whatever order and in whatever batches, every read answers at once what
 * the oracles say. A failure prints the seed; {@code -Dshopwire.seed=…} repeats its round, {@code
 * -Dshopwire.rounds=…} asks for more of them.
 */
@Tag("everywhere-long")
class BehaviorModelIT {
  private static final int ROUNDS = RunSize.of("behaviorModel.rounds", 1, 20);
  private static final int EVENTS = 320;
  private static final int LATE = 25;

  /** Events a batch. */
  private static final int MOST = 200;

  /** One set of events, told to two apps. */
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
      tell(one, events, 60);
      all(one);
      BehaviorApp other = new BehaviorApp(tenants, tenants.app());
      // The late events of the first one come anywhere here.
      List<BehaviorEvent> again = new ArrayList<>(one.events());
      Collections.shuffle(again, random.random());
      tell(other, again, MOST);
      all(other);
    }

    /** Posts with resends between and reads after some of the batches. */
    private void tell(BehaviorApp app, List<BehaviorEvent> events, int most) {
      for (List<BehaviorEvent> batch : random.batches(events, most)) {
        List<BehaviorEvent> told = new ArrayList<>(batch);
        while (random.once(2) && told.size() < MOST) {
          told.add(random.resent(random.any(told)));
        }
        while (random.once(2) && told.size() < MOST && !app.events().isEmpty()) {
          told.add(random.random().nextInt(told.size()), random.resent(random.any(app.events())));
        }
        app.post(told);
        if (random.once(2)) {
          some(app);
        }
      }
    }

    private int take() {
      return 1 + random.random().nextInt(random.once(2) ? 7 : 100);
    }

    private void some(BehaviorApp app) {
      PublicReadComparison comparison = new PublicReadComparison(app);
      ConsoleReadComparison console = new ConsoleReadComparison(app);
      List<BehaviorEvent> events = app.events();
      comparison.list(requests.filter(events), () -> 1_000, () -> {});
      comparison.report(requests.report("count", events));
      comparison.report(requests.report(random.any(Calculation.apiNames()), events));
      console.sessions(requests.allTime(events), () -> 1_000);
    }

    private void all(BehaviorApp app) {
      PublicReadComparison comparison = new PublicReadComparison(app);
      ConsoleReadComparison console = new ConsoleReadComparison(app);
      List<BehaviorEvent> events = app.events();
      lists(app, comparison);
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

    private void lists(BehaviorApp app, PublicReadComparison comparison) {
      comparison.list(EventListOracle.Filter.ALL, this::take, () -> {});
      for (int i = 0; i < 12; i++) {
        comparison.list(requests.filter(app.events()), this::take, () -> {});
      }
      List<BehaviorEvent> late = new ArrayList<>(random.events(LATE));
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
  void whateverComesEveryReadAnswersWhatTheOraclesSay() {
    Long given = Long.getLong("shopwire.seed");
    long first = given == null ? new Random().nextLong() : given;
    int rounds = given == null ? ROUNDS : 1;
    for (long seed = first; seed < first + rounds; seed++) {
      try {
        new Round(seed).run();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("repeat with -Dshopwire.seed=" + seed, e);
      }
    }
  }
}
