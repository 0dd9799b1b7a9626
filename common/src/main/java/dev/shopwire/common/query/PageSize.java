package dev.shopwire.common.query;

import dev.shopwire.common.failure.Failure;
import org.jspecify.annotations.Nullable;

/** How many rows a page of a list has (docs/api/reads.md). */
public final class PageSize {
  public static final int DEFAULT = 50;
  public static final int MAX = 1_000;

  private static final String PARAMETER = "take";

  private PageSize() {}

  /**
   * Reads the parameter {@code take} of the console, which unlike one of {@link Query} may not be
   * blank.
   *
   * @param take {@link #DEFAULT} if absent
   * @throws Failure 422 unless it is a number from 1 to {@link #MAX}
   */
  public static int of(@Nullable String take) {
    return take == null
        ? DEFAULT
        : Query.number(take, 1, MAX)
            .orElseThrow(
                () ->
                    Failure.invalidParameter(
                        PARAMETER,
                        "invalid_" + PARAMETER,
                        PARAMETER + " " + Query.expected(1, MAX)));
  }
}
