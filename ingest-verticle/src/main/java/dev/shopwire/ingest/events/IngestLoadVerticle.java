package dev.shopwire.ingest.events;

import dev.shopwire.common.load.BackgroundPace;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/**
 * Announces to background work that ingest is busy: that the events of more requests are being
 * written, or wait for it, than the process has processors, on average over half a second. That
 * number is the time that all of them took per second (Little's law); how long clients take to send
 * and to read is no part of it. One instance per process.
 */
public final class IngestLoadVerticle extends VerticleBase {
  private static final long INTERVAL_MILLIS = 500;
  private static final int MIN_LIMIT = 2;

  private final IngestMetrics metrics;
  private long writingNanos;
  private long measuredNanos;

  public IngestLoadVerticle(IngestMetrics metrics) {
    this.metrics = metrics;
  }

  @Override
  public Future<?> start() {
    measuredNanos = System.nanoTime();
    vertx.setPeriodic(INTERVAL_MILLIS, timer -> measure());
    return Future.succeededFuture();
  }

  private void measure() {
    long now = System.nanoTime();
    long total = metrics.writingNanos();
    if (isBusy(
        total - writingNanos, now - measuredNanos, Runtime.getRuntime().availableProcessors())) {
      metrics.recordBusy();
      BackgroundPace.announceBusy(vertx);
    }
    writingNanos = total;
    measuredNanos = now;
  }

  /**
   * @param writingNanos of all requests within {@code elapsedNanos}
   */
  static boolean isBusy(long writingNanos, long elapsedNanos, int processors) {
    return (double) writingNanos / elapsedNanos > Math.max(MIN_LIMIT, processors);
  }
}
