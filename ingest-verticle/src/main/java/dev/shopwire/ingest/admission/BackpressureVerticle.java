package dev.shopwire.ingest.admission;

import dev.shopwire.common.contracts.AnalyticsContracts;
import dev.shopwire.common.contracts.AnalyticsContracts.AppBacklog;
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

  /** Consecutive failures, 5 to 15 s of them, after which the last known backlog is dropped. */
  private static final int MAX_FAILURES = 10;

  private final Backpressure backpressure;
  private int failures;

  public BackpressureVerticle(Backpressure backpressure) {
    this.backpressure = backpressure;
  }

  @Override
  public Future<?> start() {
    poll();
    return Future.succeededFuture();
  }

  /** An outage isn't logged, as the role need not run; {@code call} itself logs bugs. */
  private void poll() {
    AnalyticsContracts.BACKLOG
        .call(vertx, new BacklogRequest())
        .onSuccess(backlog -> update(backlog.apps()))
        .onFailure(
            error -> {
              failures++;
              if (failures >= MAX_FAILURES) {
                update(List.of());
              }
            })
        .onComplete(polled -> vertx.setTimer(INTERVAL_MILLIS, timer -> poll()));
  }

  private void update(List<AppBacklog> apps) {
    failures = 0;
    backpressure.update(apps, System.nanoTime());
  }
}
