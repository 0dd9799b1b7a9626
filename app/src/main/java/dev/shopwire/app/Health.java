package dev.shopwire.app;

import dev.shopwire.common.postgres.DatabaseEpoch;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Whether this process is ready: everything deployed, not stopping, its ports take connections,
 * there is heap left, and PostgreSQL answered lately. Any thread may ask.
 */
final class Health {
  private static final long PROBE_MILLIS = 500;
  private static final long ANSWER_MILLIS = 1_000;

  private final Supplier<String> others;
  private final DatabaseEpoch epoch = new DatabaseEpoch();
  private final Heap heap;
  private volatile BooleanSupplier portsAccept = () -> true;
  private volatile boolean deployed;
  private volatile boolean stopping;
  private volatile boolean postgresAnswers;

  /**
   * @param others what {@link #state} adds about other processes; they don't make this one ready
   */
  Health(Supplier<String> others, Heap heap) {
    this.others = others;
    this.heap = heap;
  }

  /** Who knows whether the ports take connections. */
  void ports(BooleanSupplier accept) {
    portsAccept = accept;
  }

  void deployed() {
    deployed = true;
  }

  void stopping() {
    stopping = true;
  }

  boolean isReady() {
    return deployed
        && !stopping
        && postgresAnswers
        && portsAccept.getAsBoolean()
        && !heap.isExhausted();
  }

  boolean postgresAnswers() {
    return postgresAnswers;
  }

  /** What keeps this process from being ready, for operators. */
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
      return "a port takes no connections";
    }
    return (postgresAnswers ? "ready" : "postgresql does not answer") + others.get();
  }

  /** Identifies the running PostgreSQL instance, for caches of what is stored in it. */
  DatabaseEpoch epoch() {
    return epoch;
  }

  /** Asks PostgreSQL twice a second from now on. For one event loop. */
  Pool probe(Vertx vertx, Postgres postgres) {
    // It asks before it is known whether a pooler takes settings, and needs none of them.
    Pool pool = postgres.throughPooler().pool(vertx, 1, SessionSettings.CALLS);
    postgresAnswers = true;
    vertx.setPeriodic(PROBE_MILLIS, timer -> ask(pool));
    return pool;
  }

  private void ask(Pool pool) {
    long askedAt = System.nanoTime();
    pool.query(DatabaseEpoch.QUERY)
        .execute()
        .timeout(ANSWER_MILLIS, TimeUnit.MILLISECONDS)
        .map(rows -> rows.iterator().next().getString("epoch"))
        .onSuccess(answer -> epoch.confirm(answer, askedAt))
        .onFailure(error -> epoch.doubt())
        .onComplete(answer -> postgresAnswers = answer.succeeded());
  }
}
