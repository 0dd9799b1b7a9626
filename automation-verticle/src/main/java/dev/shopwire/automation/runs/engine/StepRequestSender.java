package dev.shopwire.automation.runs.engine;

import dev.shopwire.automation.runs.engine.StepRequests.Taken;
import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.background.Sweep;
import dev.shopwire.common.contracts.StepContracts;
import dev.shopwire.common.contracts.StepContracts.Change;
import dev.shopwire.common.contracts.StepContracts.Changes;
import dev.shopwire.common.contracts.StepContracts.Result;
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
 * Sends the changes that steps ask for to the enrichment role, in turns between workspaces, until
 * their outcomes are known. Any number of processes may do so. Not thread-safe; use from one event
 * loop.
 */
final class StepRequestSender {
  private static final Logger LOG = LoggerFactory.getLogger(StepRequestSender.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int AT_ONCE = 2;

  /** Longer than a call may take; a process that is lost delays its requests by this. */
  private static final Duration LEASE = Duration.ofSeconds(15);

  /** While the role is unavailable. */
  private static final Duration RETRY = Duration.ofSeconds(2);

  private final Vertx vertx;
  private final Pool pool;
  private final Runnable onSettled;
  private final BackgroundTaskLog calls = new BackgroundTaskLog(LOG, "Change by a step of a flow");
  private final Sweep<Long> sweep;
  private long pausedUntilNanos = System.nanoTime();

  /**
   * @param onSettled called when runs can continue
   */
  StepRequestSender(Vertx vertx, Pool pool, Runnable onSettled) {
    this.vertx = vertx;
    this.pool = pool;
    this.onSettled = onSettled;
    this.sweep =
        new Sweep<>(
            vertx,
            PAUSE,
            AT_ONCE,
            this::find,
            this::send,
            new BackgroundTaskLog(LOG, "Search for changes by steps of flows"));
  }

  /** Looks for requests now, and then at intervals. */
  void look() {
    sweep.look();
  }

  Future<Void> close() {
    return sweep.close();
  }

  private Future<List<Long>> find() {
    return System.nanoTime() - pausedUntilNanos < 0
        ? Future.succeededFuture(List.of())
        : StepRequests.workspaces(pool);
  }

  /** Returns whether more is left to do now. */
  private Future<Boolean> send(long workspaceId) {
    return StepRequests.take(pool, workspaceId, StepContracts.MAX_CHANGES, LEASE)
        .compose(
            taken ->
                taken.isEmpty()
                    ? Future.succeededFuture(false)
                    : send(workspaceId, taken)
                        .map(sent -> taken.size() == StepContracts.MAX_CHANGES));
  }

  private Future<Void> send(long workspaceId, List<Taken> taken) {
    List<Change> changes = taken.stream().map(Taken::change).toList();
    return StepContracts.APPLY
        .call(vertx, new Changes(workspaceId, changes))
        .compose(
            results -> {
              calls.succeeded();
              return record(workspaceId, taken, results.results());
            },
            error -> {
              calls.failed(error);
              pausedUntilNanos = System.nanoTime() + RETRY.toNanos();
              return StepRequests.retry(pool, workspaceId, changes, RETRY, 0).mapEmpty();
            });
  }

  private Future<Void> record(long workspaceId, List<Taken> taken, List<Result> results) {
    List<Change> settled = new ArrayList<>();
    List<Result> outcomes = new ArrayList<>();
    List<Future<?>> retries = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      Taken request = taken.get(i);
      Result result = results.get(i);
      int failures = request.failures() + 1;
      boolean isOver =
          request.failingSince() != null
              && Attempts.isLast(failures, request.failingSince(), request.now());
      if (result.defect() && !isOver) {
        retries.add(
            StepRequests.retry(
                pool, workspaceId, List.of(request.change()), Attempts.pause(failures), failures));
      } else {
        settled.add(request.change());
        outcomes.add(result);
      }
    }
    return Transactions.join(retries)
        .compose(
            later ->
                Transactions.run(
                    pool,
                    connection -> StepRequests.settle(connection, workspaceId, settled, outcomes)))
        .map(
            done -> {
              onSettled.run();
              return null;
            });
  }
}
