package dev.shopwire.automation.tracking;

import dev.shopwire.automation.tracking.Build.Result;
import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.background.Sweep;
import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.postgres.PostgresFailures;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Builds segments: at once those that a save in this process waits for, after some seconds those
 * that others left. Any number of processes may do so. Not thread-safe; use from one event loop.
 */
final class Builds {
  private static final Logger LOG = LoggerFactory.getLogger(Builds.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Vertx vertx;
  private final Pool pool;
  private final BuildStarts starts;
  private final TrackingMetrics metrics;
  private final Duration limit;
  private final BackgroundTaskLog failures =
      new BackgroundTaskLog(LOG, "Build of a tracked segment");
  private final Sweep<TrackedKey> sweep;

  /**
   * @param pool whose statements may take as long as those of builds
   */
  Builds(
      Vertx vertx, Pool pool, BuildStarts starts, TrackingMetrics metrics, TrackingConfig config) {
    this.vertx = vertx;
    this.pool = pool;
    this.starts = starts;
    this.metrics = metrics;
    this.limit = config.build();
    this.sweep =
        new Sweep<>(
            vertx,
            PAUSE,
            TrackingConfig.BUILDS,
            this::find,
            this::run,
            new BackgroundTaskLog(LOG, "Builds of tracked segments"));
  }

  void start() {
    Context context = vertx.getOrCreateContext();
    starts.onWait(() -> context.runOnContext(woken -> sweep.look()));
    sweep.look();
  }

  Future<Void> close() {
    starts.onWait(() -> {});
    return sweep.close();
  }

  private Future<List<TrackedKey>> find() {
    return TrackedSegments.building(pool)
        .map(
            all ->
                all.stream()
                    .filter(building -> !building.isNew() || starts.isAwaited(building.key()))
                    .map(TrackedSegments.Building::key)
                    .toList());
  }

  private Future<Boolean> run(TrackedKey key) {
    return Build.awaitOpenTransactions(vertx, pool, key)
        .compose(
            requestedAt ->
                requestedAt
                    .map(at -> build(key, at))
                    .orElseGet(() -> Future.succeededFuture(Optional.empty())))
        .compose(
            result -> {
              result.ifPresent(built -> onCommitted(key, built));
              return Future.succeededFuture(false);
            },
            error -> onFailed(key, error));
  }

  private Future<Optional<Result>> build(TrackedKey key, OffsetDateTime requestedAt) {
    return pool.withTransaction(
        connection -> new Build(connection, starts, key, limit).run(requestedAt));
  }

  private void onCommitted(TrackedKey key, Result result) {
    LOG.info(
        "Built segment {}: {} members, {} added, {} removed",
        key.segmentId(),
        result.members(),
        result.built().entered(),
        result.built().exited());
    if (result.isAnnounced()) {
      metrics.recordTransitions(result.built().entered(), result.built().exited());
    }
    if (result.deliveries() > 0) {
      Outbox.wakeDelivery(vertx);
    }
  }

  /** A conflict means that the segment was saved again, or is no longer tracked. */
  private Future<Boolean> onFailed(TrackedKey key, Throwable error) {
    if (PostgresFailures.isConflict(error)) {
      return Future.succeededFuture(true);
    }
    if (!SegmentFailures.isOfSegment(error)) {
      return Future.failedFuture(error);
    }
    failures.failed("segment " + key.segmentId(), error);
    return TrackedSegments.fail(pool, key, SegmentFailures.describe(error)).map(false);
  }
}
