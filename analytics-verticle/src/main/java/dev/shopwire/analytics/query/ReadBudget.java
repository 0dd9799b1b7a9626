package dev.shopwire.analytics.query;

import dev.shopwire.common.failure.Failure;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The budget of one read call: the time of its statements and of waiting for a connection, the rows
 * that it reads and the bytes of them that it keeps. Not thread-safe; use from one event loop.
 */
public final class ReadBudget {
  /** The code of the 503 for a read that exceeds its budget. */
  public static final String TOO_LARGE = "report_too_large";

  /** The code of the 503 for a read to which other reads left too little time. */
  public static final String BUSY = "reads_busy";

  private static final String ADVICE =
      "; request a shorter range, fewer groups or a single eventName";

  /** Retrying the same read sooner is unlikely to succeed. */
  private static final Duration RETRY_TOO_LARGE = Duration.ofSeconds(30);

  private static final Duration RETRY_BUSY = Duration.ofSeconds(2);

  /** A timeout is attributed to other reads if waiting took more than this part of the time. */
  private static final int WAITING_DIVISOR = 10;

  /**
   * @param time of a complete call, from its first request for a connection
   * @param rows read from PostgreSQL
   * @param bytes of rows kept in memory at once, for the response
   */
  public record Limits(Duration time, long rows, long bytes) {}

  private final Limits limits;
  private final ReadMetrics metrics;
  private final long start = System.nanoTime();
  private long waitedNanos;
  private long rows;
  private long bytes;

  ReadBudget(Limits limits, ReadMetrics metrics) {
    this.limits = limits;
    this.metrics = metrics;
  }

  public Limits limits() {
    return limits;
  }

  /** The remaining time in milliseconds; may be negative. */
  long remainingMillis() {
    return limits.time().toMillis() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
  }

  /** At most half of the time: after a longer wait, too little is left to be worth starting. */
  long waitMillis() {
    return Math.min(limits.time().toMillis() / 2, remainingMillis());
  }

  void addWait(long nanos) {
    waitedNanos += nanos;
  }

  /** Resets rows and bytes for a restart on another server; what was read before is discarded. */
  void restart() {
    rows = 0;
    bytes = 0;
  }

  /**
   * Counts rows that were read.
   *
   * @throws Failure 503 {@code report_too_large} if there are too many
   */
  public void addRows(long more) {
    rows += more;
    if (rows > limits.rows()) {
      throw tooManyRows(limits.rows());
    }
  }

  /** The failure of a read of more than {@code max} rows. */
  public Failure tooManyRows(long max) {
    return tooLarge("rows", "This read exceeds its limit of " + max + " rows");
  }

  /**
   * Counts bytes that are kept in memory.
   *
   * @throws Failure 503 {@code report_too_large} if there are too many
   */
  public void addBytes(long more) {
    bytes += more;
    if (bytes > limits.bytes()) {
      throw tooLarge(
          "bytes", "This read exceeds its limit of " + limits.bytes() + " bytes of memory");
    }
  }

  /** The failure of a read that ran out of time. */
  Failure tooLong() {
    long millis = limits.time().toMillis();
    long waited = TimeUnit.NANOSECONDS.toMillis(waitedNanos);
    return waited > millis / WAITING_DIVISOR
        ? busy(
            "This read waited "
                + waited
                + " ms for other reads and did not finish within its limit of "
                + millis
                + " ms; try again, or request a shorter range")
        : tooLarge("time", "This read exceeds its limit of " + millis + " ms");
  }

  /** The failure of a read that waited for a connection for too long. */
  Failure waitedTooLong() {
    return busy("Other reads are in progress and this one waited too long for its turn; try again");
  }

  private Failure busy(String message) {
    metrics.countRefused("busy");
    return Failure.unavailable(BUSY, message, RETRY_BUSY);
  }

  private Failure tooLarge(String bound, String message) {
    metrics.countRefused(bound);
    return Failure.unavailable(TOO_LARGE, message + ADVICE, RETRY_TOO_LARGE);
  }
}
