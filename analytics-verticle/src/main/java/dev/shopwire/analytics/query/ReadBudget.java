package dev.shopwire.analytics.query;

import dev.shopwire.common.failure.Failure;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * What one read call may take in all: the time of its statements and of waiting for a connection,
 * the rows that it reads and the bytes of them that it keeps. For one event loop.
 */
public final class ReadBudget {
  /** The code of the 503 that says that a read doesn't fit into its budget. */
  public static final String TOO_LARGE = "report_too_large";

  /** The code of the 503 that says that other reads left too little time. */
  public static final String BUSY = "reads_busy";

  private static final String ADVICE =
      "; ask for a shorter range, for fewer groups or for one eventName";

  /** The same read will hardly fit much sooner. */
  private static final Duration RETRY_TOO_LARGE = Duration.ofSeconds(30);

  private static final Duration RETRY_BUSY = Duration.ofSeconds(2);

  /** Who waited for more than this part of the time may say that others are to blame. */
  private static final int SMALL_PART = 10;

  /**
   * @param time of a whole call, from when it first asks for a connection
   * @param rows that come out of PostgreSQL
   * @param bytes of rows that are kept in memory at once, for the answer
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

  /** What is left of the time, in milliseconds; may be negative. */
  long remainingMillis() {
    return limits.time().toMillis() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
  }

  /** Half of the time at most: what waits longer has too little left to be worth starting. */
  long waitMillis() {
    return Math.min(limits.time().toMillis() / 2, remainingMillis());
  }

  void waited(long nanos) {
    waitedNanos += nanos;
  }

  /** Begins anew on another server: nothing of what was read before is kept. */
  void restart() {
    rows = 0;
    bytes = 0;
  }

  /**
   * Counts rows that have come.
   *
   * @throws Failure 503 {@code report_too_large} if they are too many
   */
  public void addRows(long more) {
    rows += more;
    if (rows > limits.rows()) {
      throw tooManyRows(limits.rows());
    }
  }

  /** The failure of a read that looks at more than {@code most} rows. */
  public Failure tooManyRows(long most) {
    return tooLarge("rows", "This reads more than " + most + " rows");
  }

  /**
   * Counts bytes that are kept.
   *
   * @throws Failure 503 {@code report_too_large} if they are too many
   */
  public void addBytes(long more) {
    bytes += more;
    if (bytes > limits.bytes()) {
      throw tooLarge(
          "bytes", "What this reads takes more than " + limits.bytes() + " bytes of memory");
    }
  }

  /** The failure of a read whose time is over. */
  Failure tooLong() {
    long millis = limits.time().toMillis();
    long waited = TimeUnit.NANOSECONDS.toMillis(waitedNanos);
    return waited > millis / SMALL_PART
        ? busy(
            "This waited "
                + waited
                + " ms for other reads and did not end within the "
                + millis
                + " ms that a read may take; try again, or ask for a shorter range")
        : tooLarge("time", "This took longer than the " + millis + " ms that a read may take");
  }

  /** The failure of a read that waited for a connection for too long. */
  Failure waitedTooLong() {
    return busy("Other reads are under way and this one waited too long for its turn; try again");
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
