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
 * Runs one kind of reads on the connections to one server: each read waits for its app's turn, then
 * works in one read-only snapshot. Not thread-safe; use from one event loop.
 */
record ReadConnections(
    Vertx vertx, Pool pool, Reads.Kind kind, FairScheduler scheduler, SharedReadState shared) {
  private static final String BEGIN = "begin isolation level repeatable read read only";

  // Makes plans and their cost independent of the server's defaults. Most pages that reports need
  // are in memory, so index scans beat sequential scans. Generic plans fit no actual range; JIT
  // compilation costs more than it saves; parallel workers would take more than one processor from
  // writes. A sort or hash table beyond work_mem spills to disk.
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

  /** A process that died during a read must not keep its snapshot open for long. */
  private static final int IDLE_MILLIS = 10_000;

  <T> Future<T> run(long appId, ReadBudget budget, Function<Snapshot, Future<T>> work) {
    Promise<Void> turn = Promise.promise();
    Context context = vertx.getOrCreateContext();
    long start = System.nanoTime();
    Ticket ticket;
    try {
      ticket = scheduler.submit(appId, () -> context.runOnContext(any -> turn.tryComplete()));
    } catch (Failure e) {
      shared.metrics().countRefused("queue");
      return Future.failedFuture(e);
    }
    boolean queued = scheduler.isWaiting(ticket);
    long timer =
        vertx.setTimer(
            Math.max(1, budget.waitMillis()),
            id -> {
              if (scheduler.cancelIfWaiting(ticket)) {
                turn.tryFail(budget.waitedTooLong());
              }
            });
    return turn.future()
        .compose(
            started -> {
              vertx.cancelTimer(timer);
              if (queued) {
                budget.addWait(System.nanoTime() - start);
              }
              return onConnection(budget, work);
            })
        .onComplete(done -> scheduler.end(ticket));
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
    String workMem = kind == Reads.Kind.LOOKUP ? "32MB" : "64MB";
    // Pipelined: the second statement is sent without waiting for the first one's result.
    Future<?> begin = connection.query(BEGIN).execute();
    return Future.all(begin, prepare(connection, millis, IDLE_MILLIS, workMem))
        .compose(
            prepared -> work.apply(new Snapshot(vertx, connection, budget, shared.cache(), millis)))
        .eventually(() -> connection.query("rollback").execute());
  }

  /** Sets what the statements of a read need, for the open transaction. */
  static Future<?> prepare(
      SqlConnection connection, long statementMillis, long idleMillis, String workMem) {
    return connection
        .preparedQuery(PREPARE)
        .execute(Tuple.of(Long.toString(statementMillis), Long.toString(idleMillis), workMem));
  }
}
