package dev.shopwire.analytics.query;

import dev.shopwire.analytics.query.FairScheduler.Ticket;
import dev.shopwire.common.failure.Failure;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.function.Function;

/**
 * The connections to one server for one kind of reads: each read waits for its app's turn, then
 * works in one read-only snapshot. For one event loop.
 */
record ReadConnections(
    Vertx vertx, Pool pool, Reads.Kind kind, FairScheduler turns, ReadMetrics metrics) {
  private static final String BEGIN = "begin isolation level repeatable read read only";

  // So that the plans, and what they take, are the same on every server, whatever its defaults.
  // Pages that reports need are mostly in memory: an index alone beats reading whole tables. A plan
  // made for any range fits none; compiling costs more than it saves; parallel workers would take
  // more than one processor from writes. A sort or hash table beyond work_mem goes to disk.
  private static final String PREPARE =
      """
      select set_config('statement_timeout', $1, true), set_config('lock_timeout', $1, true),
        set_config('idle_in_transaction_session_timeout', $2, true), set_config('jit', 'off', true),
        set_config('plan_cache_mode', 'force_custom_plan', true),
        set_config('max_parallel_workers_per_gather', '0', true),
        set_config('work_mem', $3, true), set_config('hash_mem_multiplier', '2', true),
        set_config('random_page_cost', '1.1', true), set_config('seq_page_cost', '1', true),
        set_config('effective_cache_size', '4GB', true)
      """;

  /** A process that went away in the middle of a read must not hold its snapshot for long. */
  private static final int IDLE_MILLIS = 10_000;

  <T> Future<T> run(int appId, ReadBudget budget, Function<Snapshot, Future<T>> work) {
    Promise<Void> turn = Promise.promise();
    Context context = vertx.getOrCreateContext();
    long since = System.nanoTime();
    Ticket ticket;
    try {
      ticket = turns.enter(appId, () -> context.runOnContext(mine -> turn.tryComplete()));
    } catch (Failure full) {
      metrics.countRefused("queue");
      return Future.failedFuture(full);
    }
    boolean queued = turns.isWaiting(ticket);
    long timer =
        vertx.setTimer(
            Math.max(1, budget.waitMillis()),
            id -> {
              if (turns.giveUp(ticket)) {
                turn.tryFail(budget.waitedTooLong());
              }
            });
    return turn.future()
        .compose(
            mine -> {
              vertx.cancelTimer(timer);
              if (queued) {
                budget.waited(System.nanoTime() - since);
              }
              return onConnection(budget, work);
            })
        .onComplete(done -> turns.end(ticket));
  }

  private <T> Future<T> onConnection(ReadBudget budget, Function<Snapshot, Future<T>> work) {
    return pool.getConnection()
        .compose(connection -> inSnapshot(connection, budget, work).eventually(connection::close));
  }

  private <T> Future<T> inSnapshot(
      SqlConnection connection, ReadBudget budget, Function<Snapshot, Future<T>> work) {
    long millis = budget.remainingMillis();
    if (millis <= 0) {
      return Future.failedFuture(budget.tooLong());
    }
    Tuple settings =
        Tuple.of(
            Long.toString(millis),
            Integer.toString(IDLE_MILLIS),
            kind == Reads.Kind.LOOKUP ? "32MB" : "64MB");
    // Sent together: the one doesn't wait for the answer to the other.
    Future<?> begun = connection.query(BEGIN).execute();
    return Future.all(begun, connection.preparedQuery(PREPARE).execute(settings))
        .compose(prepared -> work.apply(new Snapshot(vertx, connection, budget, millis)))
        .eventually(() -> connection.query("rollback").execute());
  }
}
