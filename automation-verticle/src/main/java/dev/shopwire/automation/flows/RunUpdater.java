package dev.shopwire.automation.flows;

import dev.shopwire.automation.messages.MessageQueue;
import dev.shopwire.automation.runs.engine.FlowWakes;
import dev.shopwire.automation.runs.engine.RunUpdates;
import dev.shopwire.automation.runs.engine.RunUpdates.Kind;
import dev.shopwire.automation.runs.engine.RunUpdates.Update;
import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.background.Sweep;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Completes changes of the runs of flows that have more of them than a call can change, a portion
 * in each transaction. Any number of processes may do so, and continue where one was killed. Not
 * thread-safe; use from one event loop.
 */
public final class RunUpdater {
  private static final Logger LOG = LoggerFactory.getLogger(RunUpdater.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Vertx vertx;
  private final Pool pool;
  private final Sweep<Job> sweep;

  public RunUpdater(Vertx vertx, Pool pool) {
    this.vertx = vertx;
    this.pool = pool;
    this.sweep =
        new Sweep<>(
            vertx,
            PAUSE,
            1,
            this::find,
            this::work,
            new BackgroundTaskLog(LOG, "A change of the runs of a flow"));
  }

  /** A change, in the order of which turns are taken. */
  private record Job(Update update) implements Comparable<Job> {
    private static final Comparator<Job> ORDER =
        Comparator.<Job>comparingLong(job -> job.update().workspaceId())
            .thenComparingLong(job -> job.update().id());

    @Override
    public int compareTo(Job other) {
      return ORDER.compare(this, other);
    }
  }

  /** Looks for changes now, and then at intervals. */
  public void look() {
    sweep.look();
  }

  /** Completes when nothing is in progress. */
  public Future<Void> close() {
    return sweep.close();
  }

  private Future<List<Job>> find() {
    return RunUpdates.find(pool).map(found -> found.stream().map(Job::new).toList());
  }

  /** Returns whether more is left to do now. */
  private Future<Boolean> work(Job job) {
    FlowKey key = new FlowKey(job.update().workspaceId(), job.update().flowId());
    return Transactions.run(
            pool,
            connection ->
                FlowTable.lock(connection, key)
                    .compose(flow -> next(connection, flow, job.update())))
        .map(
            isLast -> {
              FlowWakes.wake(vertx);
              MessageQueue.wake(vertx);
              return !isLast;
            });
  }

  private static Future<Boolean> next(SqlConnection connection, Flow flow, Update update) {
    return RunUpdates.next(connection, update)
        .compose(
            isLast ->
                isLast && update.kind() == Kind.RESCHEDULE && flow.isResuming()
                    ? FlowActions.release(connection, flow).map(true)
                    : Future.succeededFuture(isLast));
  }
}
