package dev.shopwire.enrichment.fields;

import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.enrichment.steps.AppliedSteps;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the values of deleted fields, and what is known of values that were unset and of changes
 * by flows that were made more than 30 days ago, a few thousand at a time; frees fields of queries
 * that were not stored. Any number of processes may do so at once. Not thread-safe; use from one
 * event loop.
 */
public final class FieldSweep {
  private static final Logger LOG = LoggerFactory.getLogger(FieldSweep.class);

  private final BackgroundTaskLog sweeps =
      new BackgroundTaskLog(LOG, "Sweep of deleted fields, unset values and links");
  private final Vertx vertx;
  private final Pool pool;
  private final LinkHandler links;
  private final long timer;
  private boolean sweeping;

  public FieldSweep(Vertx vertx, Pool pool, LinkHandler links, Duration interval) {
    this.vertx = vertx;
    this.pool = pool;
    this.links = links;
    this.timer = vertx.setPeriodic(interval.toMillis(), id -> start());
  }

  private void start() {
    if (!sweeping) {
      sweeping = true;
      sweeps
          .watch(sweep().compose(swept -> purge()).compose(purged -> links.freeOrphans()))
          .onComplete(done -> sweeping = false);
    }
  }

  private Future<Void> sweep() {
    return FieldValues.deleteOfDeletedField(pool)
        .compose(more -> more ? sweep() : Future.succeededFuture());
  }

  private Future<Void> purge() {
    return UnsetValues.purge(pool)
        .compose(more -> more ? Future.succeededFuture(true) : AppliedSteps.purge(pool))
        .compose(more -> more ? purge() : Future.succeededFuture());
  }

  public void close() {
    vertx.cancelTimer(timer);
  }
}
