package dev.shopwire.automation.runs.engine;

import dev.shopwire.common.purging.PartitionPurge;
import dev.shopwire.common.purging.PartitionPurge.Candidates;
import dev.shopwire.common.purging.PartitionPurge.Plan;
import dev.shopwire.common.purging.PartitionPurge.Result;
import dev.shopwire.common.purging.PurgeLoop;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.List;

/**
 * Deletes runs that have ended and are past retention, in batches: at startup and then hourly,
 * unless PostgreSQL's clock may be wrong. Several processes may run it at once. Not thread-safe;
 * use from one event loop.
 */
final class RunPurge {
  private static final String NAME = "flow_runs";
  private static final Plan PLAN = new Plan(NAME, Duration.ofHours(1), 0);

  private final Pool pool;
  private final int retentionDays;
  private final PartitionPurge purge;
  private final PurgeLoop loop;

  /**
   * @param retentionDays 0 to keep all
   */
  RunPurge(Vertx vertx, Pool pool, int retentionDays) {
    this.pool = pool;
    this.retentionDays = retentionDays;
    this.purge = new PartitionPurge(pool, PLAN);
    this.loop = new PurgeLoop(vertx, NAME, this::run);
  }

  void start() {
    if (retentionDays > 0) {
      loop.start();
    }
  }

  void close() {
    loop.close();
  }

  private Future<Result> run() {
    // There are no partitions: what there is to do precedes them.
    return RunSteps.newest(pool)
        .compose(
            newest ->
                purge.run(
                    newest,
                    () -> Refusals.deleteOld(pool, retentionDays).compose(deleted -> delete(0)),
                    now -> Future.succeededFuture(new Candidates(List.of(), 0))));
  }

  private Future<Void> delete(long after) {
    return RunSteps.deleteOld(pool, after, retentionDays)
        .compose(last -> last == 0 ? Future.succeededFuture() : delete(last));
  }
}
