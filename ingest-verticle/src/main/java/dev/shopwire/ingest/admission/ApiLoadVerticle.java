package dev.shopwire.ingest.admission;

import dev.shopwire.common.load.BackgroundPace;
import dev.shopwire.common.telemetry.Telemetry;
import io.micrometer.core.instrument.Counter;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/**
 * Announces to background work that the public API is busy: that more requests to it are in
 * progress than the process has processors, on average over half a second. That number is the time
 * that all requests took per second (Little's law). One instance per process.
 */
public final class ApiLoadVerticle extends VerticleBase {
  static final long INTERVAL_MILLIS = 500;
  private static final int MIN_LIMIT = 2;

  private final int limit = Math.max(MIN_LIMIT, Runtime.getRuntime().availableProcessors());
  private Telemetry telemetry;
  private Counter busy;
  private double requestNanos;
  private long measuredNanos;

  @SuppressWarnings("NullAway.Init") // start() sets the rest
  public ApiLoadVerticle() {}

  @Override
  public Future<?> start() {
    telemetry = Telemetry.of(vertx);
    busy =
        Counter.builder("shopwire.ingest.busy.intervals")
            .description("Half seconds in which background work left the public API most resources")
            .register(telemetry.registry());
    measuredNanos = System.nanoTime();
    vertx.setPeriodic(INTERVAL_MILLIS, timer -> measure());
    return Future.succeededFuture();
  }

  private void measure() {
    long now = System.nanoTime();
    double total = telemetry.requestNanos("public");
    double inProgress = (total - requestNanos) / (now - measuredNanos);
    requestNanos = total;
    measuredNanos = now;
    if (inProgress > limit) {
      busy.increment();
      BackgroundPace.announceBusy(vertx);
    }
  }
}
