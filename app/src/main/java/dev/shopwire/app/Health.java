package dev.shopwire.app;

import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.postgres.DatabaseEpoch;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tracks whether this process is ready: everything deployed, not stopping, ports accepting
 * connections, heap not exhausted, and PostgreSQL responding. Queries are thread-safe.
 */
final class Health {
  private static final Logger LOG = LoggerFactory.getLogger(Health.class);
  private static final long PROBE_MILLIS = 500;
  private static final long TIMEOUT_MILLIS = 1_000;

  private final BackgroundTaskLog probes = new BackgroundTaskLog(LOG, "PostgreSQL health check");
  private final Supplier<String> clusterState;
  private final DatabaseEpoch epoch = new DatabaseEpoch();
  private final Heap heap;
  private volatile BooleanSupplier portsAccept = () -> true;
  private volatile boolean deployed;
  private volatile boolean stopping;
  private volatile boolean postgresResponds;

  /**
   * @param clusterState what {@link #state} adds about other processes; doesn't affect readiness
   */
  Health(Supplier<String> clusterState, Heap heap) {
    this.clusterState = clusterState;
    this.heap = heap;
  }

  /** Sets the check of whether the ports accept connections. */
  void setPortCheck(BooleanSupplier accept) {
    portsAccept = accept;
  }

  void markDeployed() {
    deployed = true;
  }

  void markStopping() {
    stopping = true;
  }

  boolean isReady() {
    return deployed
        && !stopping
        && postgresResponds
        && portsAccept.getAsBoolean()
        && !heap.isExhausted();
  }

  boolean postgresResponds() {
    return postgresResponds;
  }

  /** Why this process is not ready, for operators. */
  String state() {
    if (stopping) {
      return "stopping";
    }
    if (!deployed) {
      return "starting";
    }
    if (heap.isExhausted()) {
      return "the heap is exhausted";
    }
    if (!portsAccept.getAsBoolean()) {
      return "a port does not accept connections";
    }
    return (postgresResponds ? "ready" : "postgresql does not respond") + clusterState.get();
  }

  /** Identifies the history of the database, for caches of its data. */
  DatabaseEpoch epoch() {
    return epoch;
  }

  /** Starts to probe PostgreSQL twice a second. Use from one event loop. */
  Pool startProbing(Vertx vertx, Postgres postgres) {
    // It runs before it is known whether a pooler accepts settings, and needs none of them.
    Pool pool = postgres.throughPooler().pool(vertx, 1, SessionSettings.CALLS);
    postgresResponds = true;
    vertx.setPeriodic(PROBE_MILLIS, timer -> probe(pool));
    return pool;
  }

  private void probe(Pool pool) {
    long sentAt = System.nanoTime();
    probes
        .watch(
            pool.query(DatabaseEpoch.QUERY)
                .execute()
                .timeout(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
                .map(rows -> rows.iterator().next().getString("epoch")))
        .onSuccess(current -> epoch.confirm(current, sentAt))
        .onFailure(error -> epoch.invalidate())
        .onComplete(result -> postgresResponds = result.succeeded());
  }
}
