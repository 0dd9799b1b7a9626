package dev.shopwire.app.segments.oracle;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.testing.RunSize;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random conditions select the customers that a reference selects, are read alike in each of their
 * forms, and are explained as the reference decides each leaf; midway fields are promoted. A
 * failure prints the seed; {@code -Dshopwire.seed=…} repeats it.
 */
@Tag("everywhere")
class SegmentOracleIT {
  private static final int CONDITIONS = RunSize.of("segmentOracle.conditions", 80, 12_000);

  /** How many conditions are tried in one workspace. */
  private static final int PER_WORKSPACE = 2_000;

  private static final List<String> NAMES =
      List.of(
          "VIP",
          "VIP shops",
          "it's \"100%\" \\ of",
          "and",
          "#12",
          "Zw\u00f6lf \uD83D\uDE00",
          "$1",
          "segment:VIP",
          "within",
          "x".repeat(100),
          "1",
          "a/b");

  /** The conditions of one workspace. */
  private static final class Round {
    private final Dice dice;
    private final OracleWorkspace workspace;
    private final SegmentComparison comparison;
    private final RandomConditions conditions;

    private Round(long seed) {
      dice = new Dice(seed);
      workspace = RandomPushes.fill(dice);
      comparison = new SegmentComparison(workspace, dice);
      conditions = new RandomConditions(dice, workspace.model());
    }

    private ModelCustomer anyCustomer() {
      return dice.any(workspace.model().customers());
    }

    private void run(int count) {
      saveSegments();
      for (int i = 0; i < count; i++) {
        if (i == count / 2) {
          promoteFields();
        }
        compareNext();
      }
      compareSaved();
      System.out.printf("%d of %d conditions were selective%n", comparison.selective(), count);
      assertTrue(comparison.selective() > count / 4, "too few conditions select only some");
    }

    /** Later ones may nest earlier ones. */
    private void saveSegments() {
      SegmentCalls calls = new SegmentCalls(workspace);
      for (int i = 0; i < NAMES.size(); i++) {
        ZoneId zone = conditions.zone();
        JsonNode condition = conditions.ofSize(1 + dice.below(3), zone);
        String id = calls.create(NAMES.get(i), condition, zone);
        workspace
            .model()
            .segments()
            .add(
                new ModelSegment(
                    id,
                    NAMES.get(i),
                    RandomConditions.simplified(condition),
                    zone,
                    conditions.leaves(condition),
                    conditions.depth(condition)));
      }
      compareSaved();
    }

    private void compareSaved() {
      workspace.model().segments().forEach(each -> comparison.saved(each, anyCustomer()));
    }

    private void compareNext() {
      ZoneId zone = conditions.zone();
      JsonNode condition = conditions.next(zone);
      try {
        JsonNode preview = comparison.preview(condition, zone);
        comparison.roundTrip(condition, preview, zone);
        if (dice.oneIn(3)) {
          comparison.explain(preview.path("condition"), zone, anyCustomer());
        }
      } catch (AssertionError e) {
        throw new AssertionError(zone + " " + condition + "\n" + e.getMessage(), e);
      }
    }

    /** Promotes fields of apps; of one of them another app has a field of the same name. */
    private void promoteFields() {
      ModelWorkspace model = workspace.model();
      for (String name : List.of("plan", "conf", "trial", "ends_at", "secret")) {
        model.owned("alpha", name).ifPresent(workspace::promote);
      }
      compareSaved();
    }
  }

  @Test
  void everyConditionSelectsTheCustomersOfTheReference() {
    Long configuredSeed = Long.getLong("shopwire.seed");
    long first = configuredSeed == null ? new Random().nextLong() : configuredSeed;
    int rounds = configuredSeed == null ? (CONDITIONS + PER_WORKSPACE - 1) / PER_WORKSPACE : 1;
    for (long seed = first; seed < first + rounds; seed++) {
      try {
        new Round(seed).run(Math.min(CONDITIONS, PER_WORKSPACE));
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("repeat with -Dshopwire.seed=" + seed + "\n" + e.getMessage(), e);
      }
    }
  }
}
