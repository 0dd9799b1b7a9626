package dev.shopwire.ingest.admission;

import dev.shopwire.common.contracts.AnalyticsContracts;
import dev.shopwire.common.contracts.AnalyticsContracts.BacklogRequest;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.List;

/**
 * Asks the analytics role twice a second which apps' events wait to be added up, once per process.
 * Where the role does not run nobody is slowed down: reports are missing then anyway.
 */
public final class BackpressureVerticle extends VerticleBase {
  private static final long INTERVAL_MILLIS = 500;

  private final Backpressure backpressure;

  public BackpressureVerticle(Backpressure backpressure) {
    this.backpressure = backpressure;
  }

  @Override
  public Future<?> start() {
    ask();
    return Future.succeededFuture();
  }

  private void ask() {
    AnalyticsContracts.BACKLOG
        .call(vertx, new BacklogRequest())
        .map(AnalyticsContracts.Backlog::apps)
        .otherwise(List.of())
        .onSuccess(
            apps -> {
              backpressure.measured(apps, System.nanoTime());
              vertx.setTimer(INTERVAL_MILLIS, timer -> ask());
            });
  }
}
