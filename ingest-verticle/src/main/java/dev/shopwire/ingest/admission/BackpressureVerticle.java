package dev.shopwire.ingest.admission;

import dev.shopwire.common.contracts.AnalyticsContracts;
import dev.shopwire.common.contracts.AnalyticsContracts.BacklogRequest;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.List;

/**
 * Queries the analytics role twice a second for the apps whose events are waiting to be aggregated;
 * one instance per process. If the role does not run, no app is slowed down: there are no reports
 * anyway.
 */
public final class BackpressureVerticle extends VerticleBase {
  private static final long INTERVAL_MILLIS = 500;

  private final Backpressure backpressure;

  public BackpressureVerticle(Backpressure backpressure) {
    this.backpressure = backpressure;
  }

  @Override
  public Future<?> start() {
    poll();
    return Future.succeededFuture();
  }

  private void poll() {
    AnalyticsContracts.BACKLOG
        .call(vertx, new BacklogRequest())
        .map(AnalyticsContracts.Backlog::apps)
        .otherwise(List.of())
        .onSuccess(
            apps -> {
              backpressure.update(apps, System.nanoTime());
              vertx.setTimer(INTERVAL_MILLIS, timer -> poll());
            });
  }
}
