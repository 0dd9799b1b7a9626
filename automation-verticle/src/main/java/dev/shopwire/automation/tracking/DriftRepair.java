package dev.shopwire.automation.tracking;

import dev.shopwire.automation.tracking.DriftCheck.Drift;
import dev.shopwire.automation.tracking.DriftChecks.Started;
import dev.shopwire.automation.tracking.QueuedCustomers.Addition;
import dev.shopwire.automation.tracking.TrackedSegments.Lag;
import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.background.Sweep;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does the drift checks that are asked for, one at a time, and has differing customers looked at
 * again, which shows what changes. Any number of processes may do so. Not thread-safe; use from one
 * event loop.
 */
final class DriftRepair {
  private static final Logger LOG = LoggerFactory.getLogger(DriftRepair.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int AT_ONCE = 5_000;

  private final Pool pool;
  private final TrackingMetrics metrics;
  private final Duration limit;
  private final Sweep<TrackedKey> sweep;

  /**
   * @param pool whose statements may take as long as those of checks
   */
  DriftRepair(Vertx vertx, Pool pool, TrackingMetrics metrics, TrackingConfig config) {
    this.pool = pool;
    this.metrics = metrics;
    this.limit = config.build();
    this.sweep =
        new Sweep<>(
            vertx,
            PAUSE,
            1,
            () -> DriftChecks.waiting(pool),
            this::run,
            new BackgroundTaskLog(LOG, "Drift check of tracked segments"));
  }

  void start() {
    sweep.look();
  }

  Future<Void> close() {
    return sweep.close();
  }

  private Future<Boolean> run(TrackedKey key) {
    return DriftChecks.start(pool, key)
        .compose(
            check ->
                Transactions.run(pool, connection -> new DriftCheck(connection, key, limit).run())
                    .compose(
                        drift -> finish(key, check, drift),
                        error ->
                            DriftChecks.fail(pool, key, check, SegmentFailures.describe(error))
                                .transform(noted -> Future.failedFuture(error))));
  }

  private Future<Boolean> finish(TrackedKey key, Started check, Optional<Drift> found) {
    if (found.isEmpty()) {
      return Future.succeededFuture(false);
    }
    Drift drift = found.get();
    if (drift.differing() > 0) {
      report(key, check, drift);
    }
    String cause = check.isOfRetention() ? Cause.RETENTION : Cause.REPAIR;
    return repair(key, new Cause(cause, check.requestedAt(), null, 0), drift.customers())
        .compose(repaired -> DriftChecks.finish(pool, key, check, drift))
        .map(false);
  }

  private void report(TrackedKey key, Started check, Drift drift) {
    if (check.isOfRetention()) {
      LOG.info(
          "Old events were dropped: {} customers of segment {} are looked at again",
          drift.differing(),
          key.segmentId());
    } else {
      metrics.recordDrift(drift.differing());
      LOG.error(
          "Members of segment {} differ from its condition: {} missing, {} extra, of {}",
          key.segmentId(),
          drift.missing(),
          drift.extra(),
          drift.members());
    }
  }

  private Future<Void> repair(TrackedKey key, Cause cause, List<Long> customers) {
    if (customers.isEmpty()) {
      return Future.succeededFuture();
    }
    List<Long> some = customers.subList(0, Math.min(AT_ONCE, customers.size()));
    List<Addition> additions =
        some.stream()
            .map(customer -> new Addition(key.segmentId(), new Look(customer, cause)))
            .toList();
    return Transactions.run(
            pool,
            connection ->
                QueuedCustomers.add(connection, key.workspaceId(), additions)
                    .compose(
                        added ->
                            TrackedSegments.fallBehind(
                                connection,
                                key.workspaceId(),
                                List.of(new Lag(key.segmentId(), null)))))
        .compose(added -> repair(key, cause, customers.subList(some.size(), customers.size())));
  }
}
