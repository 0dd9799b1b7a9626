package dev.shopwire.automation.language.draft;

import java.time.Duration;

/** The limits of conditions (docs/api/segments.md). */
public final class Limits {
  /** Of a text, in code points. */
  public static final int TEXT_LENGTH = 16_384;

  public static final int LEAVES = 100;

  /** Of a tree, a leaf being 1; the same for open parentheses and {@code NOT} in a text. */
  public static final int DEPTH = 16;

  /** Of one {@code in}. */
  public static final int VALUES = 100;

  /** Of a property path, in code points, as in the filters of usage events. */
  public static final int PATH_LENGTH = 1_000;

  public static final Duration LONGEST_SPAN = Duration.ofDays(3_650);

  /** How many segments deep a condition may nest others. */
  public static final int NESTED_SEGMENTS = 5;

  /** Of a condition with all that it nests. */
  public static final int NESTED_LEAVES = 200;

  private Limits() {}
}
