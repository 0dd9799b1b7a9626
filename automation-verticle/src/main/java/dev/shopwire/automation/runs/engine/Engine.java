package dev.shopwire.automation.runs.engine;

import dev.shopwire.automation.messages.MessageQueue;
import dev.shopwire.automation.runs.causes.Changes;
import dev.shopwire.automation.runs.causes.EventGroups;
import dev.shopwire.automation.runs.causes.Expansions;
import dev.shopwire.automation.runs.causes.LinkedRunCauses;
import dev.shopwire.automation.runs.causes.MemberEntries;
import dev.shopwire.automation.runs.causes.Occurrences;
import dev.shopwire.automation.runs.plans.Plans;
import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.background.Sweep;
import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works on what is due of flows, in turns between workspaces. Any number of processes may do so: a
 * customer is worked on by one transaction at a time. Not thread-safe; use from one event loop.
 */
final class Engine {
  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final int MAX_CUSTOMERS = 200;

  /** How often to check whether the installation uses flows at all. */
  private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Vertx vertx;
  private final Pool pool;
  private final Plans plans;
  private final Expansions expansions;
  private final Occurrences occurrences;
  private final long fallbackSender;
  private final FlowMetrics metrics;
  private final Runnable onAsked;
  private final BackgroundTaskLog failures = new BackgroundTaskLog(LOG, "Work on a run of a flow");
  private final Sweep<Long> sweep;
  private final Rests rests = new Rests(PAUSE);
  private Instant horizon = Instant.EPOCH;
  private boolean isUsed;
  private long checkedNanos = System.nanoTime() - CHECK_NANOS;

  /**
   * @param connections of the pool
   * @param fallbackSender of workspaces whose settings name none
   * @param onAsked called when steps have asked for changes of customers
   */
  Engine(
      Vertx vertx,
      Pool pool,
      int connections,
      Plans plans,
      long fallbackSender,
      FlowMetrics metrics,
      Runnable onAsked) {
    this.vertx = vertx;
    this.pool = pool;
    this.plans = plans;
    this.expansions = new Expansions(pool, plans);
    this.occurrences = new Occurrences(pool, plans);
    this.fallbackSender = fallbackSender;
    this.metrics = metrics;
    this.onAsked = onAsked;
    this.sweep =
        new Sweep<>(
            vertx,
            PAUSE,
            Math.max(1, connections - 1),
            this::find,
            this::work,
            new BackgroundTaskLog(LOG, "Work on flows"));
  }

  /** Looks for work now, and then at intervals. */
  void look() {
    checkedNanos = System.nanoTime() - CHECK_NANOS;
    sweep.look();
  }

  /** Completes when nothing is in progress. */
  Future<Void> close() {
    return sweep.close();
  }

  private Future<List<Long>> find() {
    return isUsed().compose(used -> used ? findDue() : Future.succeededFuture(List.<Long>of()));
  }

  /** Without flows, one statement a second is enough to notice the first one. */
  private Future<Boolean> isUsed() {
    long now = System.nanoTime();
    if (now - checkedNanos < CHECK_NANOS) {
      return Future.succeededFuture(isUsed);
    }
    return DueWork.isPossible(pool)
        .map(
            used -> {
              isUsed = used;
              checkedNanos = now;
              return used;
            });
  }

  private Future<List<Long>> findDue() {
    return EventGroups.horizon(pool)
        .compose(
            found -> {
              horizon = found;
              return DueWork.find(pool, found);
            })
        .map(due -> due.stream().filter(id -> !rests.isResting(id)).toList());
  }

  /** Returns whether more is left to do now. */
  private Future<Boolean> work(long workspaceId) {
    Instant until = horizon;
    return expansions
        .run(workspaceId, until)
        .compose(causes -> Changes.passOn(pool, workspaceId))
        .compose(isMore -> MemberEntries.next(pool, workspaceId).map(added -> added || isMore))
        .compose(isMore -> LinkedRunCauses.next(pool, workspaceId).map(added -> added || isMore))
        .compose(isMore -> occurrences.next(workspaceId).map(begun -> begun || isMore))
        .compose(added -> batch(workspaceId, until, MAX_CUSTOMERS).map(isMore -> isMore || added));
  }

  /** What fails is tried with fewer and fewer customers, until the one at fault is alone. */
  private Future<Boolean> batch(long workspaceId, Instant until, int limit) {
    List<Long> claimed = new ArrayList<>();
    long startedNanos = System.nanoTime();
    return Transactions.run(
            pool,
            connection -> {
              Batch batch = new Batch(connection, plans, workspaceId, fallbackSender);
              return batch
                  .run(until, limit)
                  .onComplete(
                      done -> {
                        claimed.clear();
                        claimed.addAll(batch.claimed());
                      });
            })
        .compose(
            result -> {
              onCommitted(result);
              rests.begin(workspaceId, startedNanos);
              return Future.succeededFuture(result.customers() == limit);
            },
            error -> onFailed(workspaceId, until, claimed, error));
  }

  private Future<Boolean> onFailed(
      long workspaceId, Instant until, List<Long> claimed, Throwable error) {
    if (PostgresFailures.isOutage(error) || claimed.isEmpty()) {
      return Future.failedFuture(error);
    }
    if (claimed.size() > 1) {
      return batch(workspaceId, until, claimed.size() / 2).map(true);
    }
    failures.failed("customer " + claimed.get(0), error);
    return Transactions.run(
            pool,
            connection -> CustomerFailures.record(connection, workspaceId, claimed.get(0), error))
        .map(true);
  }

  private void onCommitted(Batch.Result result) {
    result.failures().forEach(failures::failed);
    metrics.record(result);
    if (result.deliveries() > 0) {
      Outbox.wakeDelivery(vertx);
    }
    if (result.asked() > 0) {
      onAsked.run();
    }
    if (result.mails() > 0) {
      MessageQueue.wake(vertx);
    }
  }
}
