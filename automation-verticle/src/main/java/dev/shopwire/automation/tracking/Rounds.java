package dev.shopwire.automation.tracking;

import dev.shopwire.automation.tracking.Round.Result;
import dev.shopwire.automation.tracking.Round.RoundConfig;
import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.background.Sweep;
import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Evaluates the pending customers of all workspaces, round by round. Any number of processes may do
 * so. Not thread-safe; use from one event loop.
 */
final class Rounds {
  private static final Logger LOG = LoggerFactory.getLogger(Rounds.class);
  private static final Duration PAUSE = Duration.ofMillis(250);

  /** With fewer, most of a round would be what each of its segments costs for any number. */
  private static final int MIN_BATCH = 1_000;

  private static final int MAX_BATCH = 4_000;

  /** A round shorter than this may take more; a longer one than the other must take less. */
  private static final Duration SHORT = Duration.ofMillis(250);

  private static final Duration LONG = Duration.ofSeconds(1);
  private static final Duration MIN_PAUSED = Duration.ofMillis(100);
  private static final Duration MAX_PAUSE = Duration.ofMillis(1_500);

  private final Vertx vertx;
  private final Pool pool;
  private final Definitions definitions;
  private final TrackingMetrics metrics;
  private final Duration evaluation;
  private final BackgroundTaskLog failures =
      new BackgroundTaskLog(LOG, "Evaluation of a tracked segment");
  private final Sweep<Long> sweep;
  private final Map<Long, Long> pausedUntil = new HashMap<>();
  private int batch = MIN_BATCH;

  Rounds(
      Vertx vertx,
      Pool pool,
      Definitions definitions,
      TrackingMetrics metrics,
      TrackingConfig config) {
    this.vertx = vertx;
    this.pool = pool;
    this.definitions = definitions;
    this.metrics = metrics;
    this.evaluation = config.evaluation();
    this.sweep =
        new Sweep<>(
            vertx,
            PAUSE,
            config.rounds(),
            () -> RoundLocks.due(pool).map(this::withoutPaused),
            this::run,
            new BackgroundTaskLog(LOG, "Evaluation of tracked segments"));
  }

  void start() {
    sweep.look();
  }

  Future<Void> close() {
    return sweep.close();
  }

  private Future<Boolean> run(long workspaceId) {
    long start = System.nanoTime();
    return attempt(workspaceId, Map.of())
        .compose(
            result -> {
              Duration took = Duration.ofNanos(System.nanoTime() - start);
              onCommitted(result, took);
              pause(workspaceId, result, took);
              return PendingCustomers.delete(pool, workspaceId, result.pending())
                  .map(result.isMore());
            });
  }

  /** A segment that fails ends the transaction, which is then repeated without it. */
  private Future<Result> attempt(long workspaceId, Map<Long, Throwable> failed) {
    RoundConfig config = new RoundConfig(batch, evaluation, evaluation.multipliedBy(3));
    return Transactions.run(
            pool,
            connection -> new Round(connection, definitions, config, workspaceId, failed).run())
        .recover(
            error ->
                error instanceof SegmentFailed one
                    ? attempt(workspaceId, with(failed, one))
                    : Future.failedFuture(error));
  }

  private static Map<Long, Throwable> with(Map<Long, Throwable> failed, SegmentFailed one) {
    Map<Long, Throwable> all = new HashMap<>(failed);
    all.put(one.segmentId(), one.getCause());
    return all;
  }

  /**
   * After a round that took long, the next one waits three times as long, unless customers have
   * waited for a while: those who change all the time are evaluated less often then, and most of
   * the processors' time is left to the changes themselves.
   */
  private void pause(long workspaceId, Result result, Duration took) {
    if (!result.isMore() && took.compareTo(MIN_PAUSED) > 0) {
      Duration pause = took.multipliedBy(3);
      pausedUntil.put(
          workspaceId,
          System.nanoTime() + (pause.compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : pause).toNanos());
    }
  }

  private List<Long> withoutPaused(List<Long> workspaces) {
    long now = System.nanoTime();
    pausedUntil.values().removeIf(until -> until - now <= 0);
    return workspaces.stream().filter(id -> !pausedUntil.containsKey(id)).toList();
  }

  private void onCommitted(Result result, Duration took) {
    result.failures().forEach(failures::failed);
    metrics.recordEvaluation(took);
    metrics.recordTransitions(result.entered(), result.exited());
    if (result.deliveries() > 0) {
      Outbox.wakeDelivery(vertx);
    }
    if (took.compareTo(LONG) > 0) {
      batch = Math.max(MIN_BATCH, batch / 2);
    } else if (result.isMore() && took.compareTo(SHORT) < 0) {
      batch = Math.min(MAX_BATCH, batch * 2);
    }
  }
}
