package dev.shopwire.enrichment.linked;

import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.contracts.LinkedValueContracts.Applied;
import dev.shopwire.common.contracts.LinkedValueContracts.ApplyRequest;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.enrichment.linked.RunSlots.Turn;
import dev.shopwire.enrichment.linked.RunWrite.Outcome;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes runs of linked queries, in a process one small and one large run at a time. A request
 * waits a second for its run, which is enough for most; a larger run is written in the background,
 * and the caller asks again. Not thread-safe; use from one event loop.
 */
public final class LinkedRuns {
  private static final Logger LOG = LoggerFactory.getLogger(LinkedRuns.class);
  private static final String ACCEPTED = "accepted";
  private static final String APPLYING = "applying";
  private static final String BUSY = "busy";
  private static final long WAIT_MILLIS = 1_000;

  private final BackgroundTaskLog writes =
      new BackgroundTaskLog(LOG, "Writing a run of a linked query");
  private final Vertx vertx;
  private final Pool pool;
  private final RunSlots slots;
  private final List<Future<?>> working = new ArrayList<>();
  private boolean closed;

  /**
   * @param slots of the process
   */
  public LinkedRuns(Vertx vertx, Pool pool, RunSlots slots) {
    this.vertx = vertx;
    this.pool = pool;
    this.slots = slots;
  }

  /**
   * Begins to write a run, unless this process writes one of its size. The response has the failure
   * of the attempt before, so that a run is given up that fails after more than a second each time.
   */
  public Future<Applied> apply(ApplyRequest run) {
    @Nullable String before = slots.failureOf(run);
    Turn turn = closed ? Turn.BUSY : slots.take(run);
    if (turn != Turn.TAKEN) {
      return Future.succeededFuture(new Applied(turn == Turn.BUSY ? BUSY : ACCEPTED, before));
    }
    Promise<Applied> response = Promise.promise();
    long timer =
        vertx.setTimer(WAIT_MILLIS, id -> response.tryComplete(new Applied(ACCEPTED, before)));
    Future<?> written =
        Transactions.run(pool, connection -> new RunWrite(connection, run, () -> closed).run())
            .onComplete(
                done -> {
                  vertx.cancelTimer(timer);
                  response.tryComplete(
                      done.succeeded() ? succeeded(run, done.result()) : failed(run, done.cause()));
                });
    working.removeIf(Future::isComplete);
    working.add(written.otherwiseEmpty());
    return response.future();
  }

  private Applied succeeded(ApplyRequest run, Outcome outcome) {
    slots.release(run, null);
    if (outcome.due() > 0) {
      Outbox.wakeDelivery(vertx);
    }
    return new Applied(outcome.status(), null);
  }

  private Applied failed(ApplyRequest run, Throwable error) {
    if (RunWrite.isBusy(error)) {
      slots.release(run, null);
      return new Applied(ACCEPTED, null);
    }
    String failure = describe(error);
    slots.release(run, failure);
    writes.watch(Future.failedFuture(error));
    return new Applied(APPLYING, failure);
  }

  /** A text for the run's log, which may be shown to users. */
  private static String describe(Throwable error) {
    if (PostgresFailures.asFailure(error) instanceof Failure known) {
      return known.message();
    }
    @Nullable String state = error instanceof PgException refused ? refused.getSqlState() : null;
    return state == null
        ? "An internal error occurred"
        : "The values could not be stored (SQLSTATE %s)".formatted(state);
  }

  /** Writes nothing more; completes when what was being written is rolled back or committed. */
  public Future<Void> close() {
    closed = true;
    return Future.join(List.copyOf(working)).mapEmpty();
  }
}
