package dev.shopwire.sources.fence;

import java.time.Duration;

/**
 * What one use of a database may take.
 *
 * @param statement how long one statement may run
 * @param rows how many rows may be read
 * @param bytes how many bytes of values may be read, in UTF-8
 */
public record Limits(Duration statement, long rows, long bytes) {
  public static final Limits DEFAULT = new Limits(Duration.ofSeconds(30), 2_000_000, 1L << 30);

  public static final int MIN_STATEMENT_MILLIS = 100;
  public static final int MAX_STATEMENT_MILLIS = 600_000;
  public static final long MAX_ROWS = 50_000_000;
  public static final long MIN_BYTES = 1_024;
  public static final long MAX_BYTES = 100L << 30;

  /** The same, with statements of at most {@code longest}. */
  public Limits within(Duration longest) {
    return statement.compareTo(longest) > 0 ? new Limits(longest, rows, bytes) : this;
  }
}
