package dev.shopwire.automation.tracking;

import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.Iterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work on tracked segments at intervals: asks for drift checks when they are due, measures, and
 * deletes in steps what segments that are no longer tracked leave. Any number of processes may do
 * so. Not thread-safe; use from one event loop.
 */
final class Housekeeping {
  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
  private static final Duration MEASURE_PAUSE = Duration.ofSeconds(2);
  private static final Duration PAUSE = Duration.ofSeconds(5);
  private static final int STEP = 5_000;

  private final Vertx vertx;
  private final Pool pool;
  private final TrackingMetrics metrics;
  private final TrackingConfig config;
  private final BackgroundTaskLog measurements =
      new BackgroundTaskLog(LOG, "Measurement of tracked segments");
  private final BackgroundTaskLog schedules =
      new BackgroundTaskLog(LOG, "Scheduling of drift checks");
  private final BackgroundTaskLog removals =
      new BackgroundTaskLog(LOG, "Removal of segments that are no longer tracked");
  private boolean closed;

  Housekeeping(Vertx vertx, Pool pool, TrackingMetrics metrics, TrackingConfig config) {
    this.vertx = vertx;
    this.pool = pool;
    this.metrics = metrics;
    this.config = config;
  }

  void start() {
    measure();
    work();
  }

  void close() {
    closed = true;
  }

  private void measure() {
    if (!closed) {
      measurements
          .watch(metrics.measure(pool))
          .onComplete(done -> vertx.setTimer(MEASURE_PAUSE.toMillis(), passed -> measure()));
    }
  }

  private void work() {
    if (!closed) {
      Future.join(
              schedules.watch(
                  DriftChecks.schedule(pool, config.verifyAt())
                      .compose(done -> DriftChecks.scheduleRetention(pool))),
              removals.watch(
                  TrackedSegments.removing(pool).compose(all -> removeAll(all.iterator()))))
          .onComplete(done -> vertx.setTimer(PAUSE.toMillis(), passed -> work()));
    }
  }

  private Future<Void> removeAll(Iterator<TrackedKey> segments) {
    return segments.hasNext() && !closed
        ? remove(segments.next()).compose(removed -> removeAll(segments))
        : Future.succeededFuture();
  }

  /** Each step is a short transaction that keeps the segment from being tracked again meanwhile. */
  private Future<Void> remove(TrackedKey key) {
    return Transactions.run(
            pool,
            connection ->
                TrackedSegments.lockRemoving(connection, key)
                    .compose(
                        kept ->
                            kept.isEmpty()
                                ? Future.succeededFuture(false)
                                : QueuedCustomers.clear(connection, key, STEP)
                                    .compose(
                                        queued ->
                                            Members.clear(connection, key, STEP, kept.get())
                                                .compose(
                                                    members ->
                                                        queued == STEP || members == STEP
                                                            ? Future.succeededFuture(true)
                                                            : TrackedSegments.delete(
                                                                    connection, key)
                                                                .map(false)))))
        .compose(more -> more && !closed ? remove(key) : Future.succeededFuture());
  }
}
