package dev.shopwire.common.load;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Lets work that can wait leave most of the processors and of the database to ingest while that is
 * busy. Not thread-safe; use from one event loop.
 */
public final class BackgroundPace {
  /** Published by processes with the role ingest; the body is empty. */
  private static final String BUSY = "ingest.busy";

  /** How long an announcement holds; a busy process repeats it more often. */
  private static final long BUSY_NANOS = Duration.ofMillis(1_500).toNanos();

  private static final long MAX_REST_NANOS = Duration.ofSeconds(5).toNanos();

  private final LongSupplier nanoTime;
  private long announcedNanos;

  BackgroundPace(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.announcedNanos = nanoTime.getAsLong() - BUSY_NANOS;
  }

  /** Announces to all processes that ingest is busy now. */
  public static void announceBusy(Vertx vertx) {
    vertx.eventBus().publish(BUSY, "");
  }

  /** Starts to listen for announcements, for the caller's event loop. */
  public static Future<BackgroundPace> start(Vertx vertx) {
    BackgroundPace pace = new BackgroundPace(System::nanoTime);
    return vertx
        .eventBus()
        .<String>consumer(BUSY)
        .handler(message -> pace.announced())
        .completion()
        .map(pace);
  }

  void announced() {
    announcedNanos = nanoTime.getAsLong();
  }

  /** Whether ingest was busy a moment ago. */
  public boolean isBusy() {
    return nanoTime.getAsLong() - announcedNanos < BUSY_NANOS;
  }

  /**
   * How long to rest after a piece of work.
   *
   * @param workNanos how long the work took
   * @param factor so many times as long is the rest
   * @return zero while ingest is not busy; 5 s at most
   */
  public Duration restAfter(long workNanos, int factor) {
    return isBusy()
        ? Duration.ofNanos(Math.min(MAX_REST_NANOS, workNanos * factor))
        : Duration.ZERO;
  }
}
