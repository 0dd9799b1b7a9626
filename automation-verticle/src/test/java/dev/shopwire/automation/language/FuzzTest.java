package dev.shopwire.automation.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.JsonBody;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Sends damaged conditions: each is read or refused with its place, soon. With {@code
 * -Dshopwire.fuzz.rounds} it runs for longer.
 */
class FuzzTest {
  private static final int ROUNDS = Integer.getInteger("shopwire.fuzz.rounds", 5_000);
  private static final Duration LONGEST = Duration.ofSeconds(2);

  private static final List<String> PIECES =
      List.of(
          "(",
          ")",
          "[",
          "]",
          "{",
          "}",
          ",",
          ":",
          "/",
          "#",
          "\"",
          "\\",
          "'",
          "=",
          "!=",
          "<",
          ">=",
          " ",
          "\n",
          "\u0000",
          "\ud800",
          "\udc00",
          "😀",
          "é",
          "\u00a0",
          "AND",
          " or ",
          "NOT ",
          "in",
          " is set",
          "between",
          "where (",
          "cf:",
          "cf:plan",
          "event:",
          "segment:",
          "page:\"",
          "credit",
          "app:any ",
          "mrr:USD gt ",
          "installed",
          "trial_ends",
          "\"type\":\"lifecycle\"",
          "count",
          "now",
          "30d",
          "ago",
          "2026-11-21",
          "2026-11-21T09:30Z",
          "1e400",
          "-1",
          "0.5",
          "true",
          "null",
          "\\u0000",
          "\\ud800",
          "%s",
          "$1",
          "\"a\"",
          "{\"all\":[",
          "{\"type\":\"field\"",
          "\"op\":\"=\"",
          "\"value\":",
          "\"id\":\"11\"",
          "[[[[");

  private final long seed = Long.getLong("shopwire.seed", new Random().nextLong());
  private final Dice dice = new Dice(seed);
  private final RandomConditions random = new RandomConditions(dice);

  @Test
  void damagedTextsAreReadOrRefused() {
    run(() -> damaged(Written.text(random.next())), FuzzTest::checkText);
  }

  @Test
  void randomBytesAreReadOrRefused() {
    run(this::bytes, FuzzTest::checkText);
  }

  @Test
  void damagedJsonIsReadOrRefused() {
    run(() -> damaged(Written.json(random.next())), FuzzTest::checkJson);
  }

  private void run(Supplier<String> inputs, Consumer<String> check) {
    for (int i = 0; i < ROUNDS; i++) {
      String input = inputs.get();
      long start = System.nanoTime();
      try {
        check.accept(input);
      } catch (RuntimeException | AssertionError | StackOverflowError e) {
        throw new AssertionError("seed " + seed + ": " + input, e);
      }
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      assertTrue(took.compareTo(LONGEST) < 0, () -> "seed " + seed + ", " + took + ": " + input);
    }
  }

  private static void checkText(String text) {
    try {
      Condition condition = Written.ofText(text);
      assertEquals(condition, Written.ofText(Written.text(condition)));
    } catch (Failure failure) {
      assertEquals(422, failure.code().status());
      int length = text.codePointCount(0, text.length());
      failure.errors().forEach(error -> assertIsWithin(length, error));
    }
  }

  private static void assertIsWithin(int length, ValidationError error) {
    Integer position = error.position();
    Integer covered = error.length();
    assertTrue(
        "/text".equals(error.pointer())
            && position != null
            && covered != null
            && position >= 0
            && covered >= 0
            && position + covered <= length,
        error::toString);
  }

  private static void checkJson(String json) {
    try {
      JsonNode tree = JsonBody.tree(json);
      Condition condition = ConditionReader.ofJson(tree).resolve(Samples.VOCABULARY, 0);
      assertEquals(condition, Written.ofText(Written.text(condition)));
      assertEquals(condition, StoredCondition.read(StoredCondition.write(condition)));
    } catch (Failure failure) {
      assertTrue(List.of(400, 422).contains(failure.code().status()), failure::message);
    }
  }

  private String bytes() {
    byte[] bytes = new byte[dice.below(200)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) dice.below(256);
    }
    return new String(bytes, dice.oneIn(2) ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
  }

  private String damaged(String valid) {
    StringBuilder text = new StringBuilder(valid);
    for (int faults = dice.between(1, 3); faults > 0; faults--) {
      int at = dice.below(text.length() + 1);
      int end = Math.min(text.length(), at + 1 + dice.below(dice.oneIn(4) ? 30 : 3));
      switch (dice.below(5)) {
        case 0 -> text.delete(at, end);
        case 1 -> text.replace(at, end, dice.any(PIECES));
        case 2 -> text.insert(at, text.substring(at, end).repeat(dice.oneIn(20) ? 500 : 2));
        case 3 -> text.setLength(dice.oneIn(5) ? at : text.length());
        default -> text.insert(at, dice.any(PIECES));
      }
    }
    return text.toString();
  }
}
