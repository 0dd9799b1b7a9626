package dev.shopwire.app;

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
  private static final int ROUNDS = Integer.getInteger("shopwire.rounds", 2);
  private static final int EVENTS = 320;
  private static final int LATE = 25;

  /** Events a batch. */
  private static final int MOST = 200;

  /** One set of events, told to two apps. */
  private static final class Round {
    private final BehaviorRandom random;
    private final BehaviorQuestions questions;
    private final Tenants tenants = RunningService.shared().tenants();

    private Round(long seed) {
      random = new BehaviorRandom(seed);
      questions = new BehaviorQuestions(random);
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
      BehaviorChecks checks = new BehaviorChecks(app);
      BehaviorConsoleChecks console = new BehaviorConsoleChecks(app);
      List<BehaviorEvent> events = app.events();
      checks.list(questions.filter(events), () -> 1_000, () -> {});
      checks.report(questions.report("count", events));
      checks.report(questions.report(random.any(BehaviorOracleReport.CALCULATIONS), events));
      console.sessions(questions.allTime(events), () -> 1_000);
    }

    private void all(BehaviorApp app) {
      BehaviorChecks checks = new BehaviorChecks(app);
      BehaviorConsoleChecks console = new BehaviorConsoleChecks(app);
      List<BehaviorEvent> events = app.events();
      lists(app, checks);
      for (String calculation : BehaviorOracleReport.CALCULATIONS) {
        for (int i = 0; i < 4; i++) {
          checks.report(questions.report(calculation, events));
        }
        checks.summary(questions.filter(events), questions.report(calculation, events));
      }
      for (int i = 0; i < 4; i++) {
        console.sessions(questions.range(events), this::take);
        console.sessionsSummary(questions.range(events), random.any(BehaviorOracleTime.INTERVALS));
        console.pageViews(questions.range(events), this::take);
      }
      console.sessions(questions.allTime(events), this::take);
      console.sessionsSummary(questions.allTime(events), "monthly");
      console.pageViews(questions.allTime(events), this::take);
      for (int i = 0; i < 8; i++) {
        console.funnel(questions.funnel(events));
      }
      for (int i = 0; i < 6; i++) {
        console.retention(random.sometimes(2, BehaviorRandom.NAMES), questions.weeks(events));
      }
    }

    private void lists(BehaviorApp app, BehaviorChecks checks) {
      checks.list(BehaviorOracleList.Filter.ALL, this::take, () -> {});
      for (int i = 0; i < 12; i++) {
        checks.list(questions.filter(app.events()), this::take, () -> {});
      }
      List<BehaviorEvent> late = new ArrayList<>(random.events(LATE));
      checks.list(
          BehaviorOracleList.Filter.ALL,
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
