package dev.shopwire.automation.language;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.automation.conditions.Condition;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests with random trees that text, JSON and the stored form are the same tree. */
class RoundTripTest {
  private static final int TREES = 10_000;

  @Test
  void textAndJsonAreTheSameTree() {
    long seed = Long.getLong("shopwire.seed", new Random().nextLong());
    RandomConditions random = new RandomConditions(new Dice(seed));
    for (int i = 0; i < TREES; i++) {
      Condition condition = random.next();
      try {
        assertSame(condition);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed + ", tree " + i + ": " + condition, e);
      }
    }
  }

  private static void assertSame(Condition condition) {
    String text = Written.text(condition);
    String json = Written.json(condition);
    Condition fromText = Written.ofText(text);
    Condition fromJson = Written.ofJson(json);
    assertEquals(condition, fromText, text);
    assertEquals(condition, fromJson, json);
    assertEquals(json, Written.json(fromText));
    assertEquals(text, Written.text(fromJson));
    assertEquals(Written.json(json), ConditionJson.write(condition, Samples.VOCABULARY));
    String stored = StoredCondition.write(condition);
    assertEquals(condition, StoredCondition.read(stored), stored);
  }
}
