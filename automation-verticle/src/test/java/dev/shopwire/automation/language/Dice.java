package dev.shopwire.automation.language;

import java.util.List;
import java.util.Random;

/** Random choices that a seed repeats, for tests. */
final class Dice {
  private final Random random;

  Dice(long seed) {
    random = new Random(seed);
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  /** From {@code from} to {@code to}, both included. */
  int between(int from, int to) {
    return from + random.nextInt(to - from + 1);
  }

  long below(long bound) {
    return Math.floorMod(random.nextLong(), bound);
  }

  boolean oneIn(int count) {
    return random.nextInt(count) == 0;
  }

  <T> T any(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  @SafeVarargs
  final <T> T of(T... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
