package dev.shopwire.automation.tracking;

import dev.shopwire.automation.tracking.CatchUp.Result;
import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.background.Sweep;
import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Evaluates segments that are behind, in turns, each apart from all others. Any number of processes
 * may do so. Not thread-safe; use from one event loop.
 */
final class CatchUps {
  private static final Logger LOG = LoggerFactory.getLogger(CatchUps.class);
  private static final Duration PAUSE = Duration.ofMillis(250);

  /** Looking for segments with forgotten rows takes a look-up for each segment. */
  private static final long FORGOTTEN_NANOS = Duration.ofSeconds(2).toNanos();

  private final Vertx vertx;
  private final Pool pool;
  private final Definitions definitions;
  private final TrackingMetrics metrics;
  private final BackgroundTaskLog failures =
      new BackgroundTaskLog(LOG, "Evaluation of a tracked segment");
  private final Sweep<TrackedKey> sweep;
  private long forgottenNanos = System.nanoTime();

  CatchUps(
      Vertx vertx,
      Pool pool,
      Definitions definitions,
      TrackingMetrics metrics,
      TrackingConfig config) {
    this.vertx = vertx;
    this.pool = pool;
    this.definitions = definitions;
    this.metrics = metrics;
    this.sweep =
        new Sweep<>(
            vertx,
            PAUSE,
            config.catchUps(),
            this::find,
            this::run,
            new BackgroundTaskLog(LOG, "Evaluation of tracked segments that are behind"));
  }

  void start() {
    sweep.look();
  }

  Future<Void> close() {
    return sweep.close();
  }

  private Future<List<TrackedKey>> find() {
    long now = System.nanoTime();
    if (now - forgottenNanos < FORGOTTEN_NANOS) {
      return TrackedSegments.behind(pool);
    }
    forgottenNanos = now;
    return TrackedSegments.behind(pool)
        .compose(
            behind ->
                QueuedCustomers.forgotten(pool)
                    .map(
                        forgotten -> {
                          List<TrackedKey> all = new ArrayList<>(behind);
                          all.addAll(forgotten);
                          return all;
                        }));
  }

  private Future<Boolean> run(TrackedKey key) {
    long start = System.nanoTime();
    return Transactions.run(pool, connection -> new CatchUp(connection, definitions, key).run())
        .compose(
            result -> {
              onCommitted(result, Duration.ofNanos(System.nanoTime() - start));
              return QueuedCustomers.delete(pool, key, result.done()).map(result.isMore());
            },
            error ->
                SegmentFailures.isOfSegment(error) ? fail(key, error) : Future.failedFuture(error));
  }

  private Future<Boolean> fail(TrackedKey key, Throwable error) {
    failures.failed("segment " + key.segmentId(), error);
    return TrackedSegments.fail(pool, key, SegmentFailures.describe(error)).map(false);
  }

  private void onCommitted(Result result, Duration took) {
    if (!result.done().isEmpty()) {
      metrics.recordEvaluation(took);
    }
    metrics.recordTransitions(result.entered(), result.exited());
    if (result.deliveries() > 0) {
      Outbox.wakeDelivery(vertx);
    }
  }
}
