package dev.shopwire.analytics.query;

import dev.shopwire.analytics.replica.Replica;
import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.query.AppScope;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs reads on connections of their own: few, separate from those of writes, and shared by the
 * apps of a process in turns. Each call is limited in time and size, so that no report stalls
 * ingest or another app. A replica, if there is one, is used while it is not too far behind,
 * otherwise the primary. Not thread-safe; use from one event loop.
 */
public final class Reads {
  private static final Logger LOG = LoggerFactory.getLogger(Reads.class);

  /** Interval of the health checks during a read, which fails with 503 if a check fails. */
  private static final long HEALTH_CHECK_MILLIS = 700;

  /** Interval at which a read on the replica checks that the replica is still reachable. */
  private static final long REPLICA_CHECK_MILLIS = 100;

  /**
   * @param lookups connections for lists and precomputed aggregates
   * @param scans connections for reads of every event: bounds how much of the machine reports use
   * @param request the budget of one call
   */
  public record Limits(int lookups, int scans, ReadBudget.Limits request) {}

  /** The kind of connections: for lookups or for scans. */
  enum Kind {
    LOOKUP,
    SCAN
  }

  private final BackgroundTaskLog replicaChecks =
      new BackgroundTaskLog(LOG, "Check of the read replica");
  private final Vertx vertx;
  private final SharedReadState shared;
  private final ReadConnections lookups;
  private final ReadConnections scans;
  private final Pool statusPool;
  private final Optional<ReplicaPools> replica;

  /**
   * @param statusPool connections to the primary on which nothing slow runs
   */
  public Reads(
      Vertx vertx,
      Postgres postgres,
      Optional<Replica> replica,
      SharedReadState shared,
      Pool statusPool) {
    this.vertx = vertx;
    this.shared = shared;
    Limits limits = shared.limits();
    this.lookups =
        connections(
            Kind.LOOKUP,
            postgres.sharedPool(vertx, limits.lookups(), "lookups", SessionSettings.READS));
    this.scans =
        connections(
            Kind.SCAN, postgres.sharedPool(vertx, limits.scans(), "scans", SessionSettings.READS));
    this.statusPool = statusPool;
    this.replica = replica.map(it -> ReplicaPools.of(vertx, it, shared));
  }

  private ReadConnections connections(Kind kind, Pool pool) {
    return new ReadConnections(vertx, pool, kind, shared.scheduler(kind), shared);
  }

  /**
   * Runs short work in one read-only snapshot that contains everything committed before; fails with
   * 503 if it takes too long.
   */
  public <T> Future<T> lookup(AppScope app, Function<Snapshot, Future<T>> work) {
    return view(app, Optional.empty(), false).compose(view -> view.lookup(work));
  }

  /** Like {@link #lookup} for work that reads many events; it may have to wait for other reads. */
  public <T> Future<T> scan(AppScope app, Function<Snapshot, Future<T>> work) {
    return view(app, Optional.empty(), false).compose(view -> view.scan(work));
  }

  /**
   * Opens a view for a response that can carry {@code asOf}: the replica may be behind, within its
   * limit. The call's time budget starts here.
   *
   * @param missing since when events are missing even on the primary
   */
  public Future<ReadView> recent(AppScope app, Optional<Instant> missing) {
    return view(app, missing, true);
  }

  private Future<ReadView> view(AppScope app, Optional<Instant> missing, boolean mayLag) {
    ReadView primary = new ReadView(this, app, shared.budget(), false, missing);
    return replica
        .map(
            pools ->
                choose(pools, primary, mayLag)
                    .onFailure(this::logBug)
                    .otherwise(primary)
                    .onSuccess(view -> pools.replica().countRead(view.onReplica())))
        .orElse(Future.succeededFuture(primary));
  }

  /**
   * Fails if the replica or the primary doesn't respond in time: {@code ReplicaVerticle} logs it.
   */
  private Future<ReadView> choose(ReplicaPools pools, ReadView primary, boolean mayLag) {
    Replica server = pools.replica();
    if (!server.isUsable()) {
      return Future.succeededFuture(primary);
    }
    Optional<Instant> missing = primary.asOf();
    return pools
        .isCurrent(statusPool)
        .map(
            current -> {
              if (current) {
                return primary.onReplica(missing);
              }
              return server
                  .replayedUntil()
                  .filter(any -> mayLag && server.isUsable())
                  .map(until -> missing.filter(until::isAfter).orElse(until))
                  .map(since -> primary.onReplica(Optional.of(since)))
                  .orElse(primary);
            });
  }

  private void logBug(Throwable error) {
    if (!PostgresFailures.isOutage(error)) {
      replicaChecks.failed(error);
    }
  }

  <T> Future<T> run(ReadView view, Kind kind, Function<Snapshot, Future<T>> work) {
    return view.onReplica() && replica.isPresent()
        ? onReplica(replica.get(), view, kind, work)
        : onPrimary(view, kind, work);
  }

  private <T> Future<T> onPrimary(ReadView view, Kind kind, Function<Snapshot, Future<T>> work) {
    return (kind == Kind.LOOKUP ? lookups : scans)
        .run(view.app().appId(), view.budget(), work)
        .recover(error -> Future.failedFuture(asFailure(view, error)));
  }

  /** If the replica fails meanwhile, the read restarts on the primary. */
  private <T> Future<T> onReplica(
      ReplicaPools pools, ReadView view, Kind kind, Function<Snapshot, Future<T>> work) {
    Promise<T> result = Promise.promise();
    AtomicBoolean restarted = new AtomicBoolean();
    Runnable onPrimary =
        () -> {
          if (restarted.compareAndSet(false, true)) {
            pools.replica().countFallback();
            view.budget().restart();
            onPrimary(view, kind, work).onComplete(result::tryComplete, result::tryFail);
          }
        };
    pools
        .of(kind)
        .run(view.app().appId(), view.budget(), work)
        .onComplete(
            result::tryComplete,
            error -> {
              if (pools.replica().isReachable() && isFinal(view, error)) {
                result.tryFail(asFailure(view, error));
              } else {
                onPrimary.run();
              }
            });
    long timer =
        vertx.setPeriodic(
            REPLICA_CHECK_MILLIS,
            id -> {
              if (!pools.replica().isReachable()) {
                onPrimary.run();
              }
            });
    return result.future().onComplete(done -> vertx.cancelTimer(timer));
  }

  /** Whether the read would fail on the primary, too. */
  private static boolean isFinal(ReadView view, Throwable error) {
    return PostgresFailures.isTimeout(error)
        || PostgresFailures.isPoolExhausted(error)
        || (error instanceof Failure failure
            && (view.asOf().isEmpty()
                || failure.code() == Code.UNAVAILABLE
                || failure.code() == Code.RATE_LIMITED));
  }

  private static Throwable asFailure(ReadView view, Throwable error) {
    if (PostgresFailures.isTimeout(error)) {
      return view.budget().tooLong();
    }
    return PostgresFailures.isPoolExhausted(error)
        ? Failure.unavailable("Too many reads are in progress")
        : PostgresFailures.asFailure(error);
  }

  /**
   * Runs short queries during a read, to distinguish a long read from a database that hangs.
   *
   * @return fails with 503 once PostgreSQL does not respond, whatever the state of {@code read}
   */
  <T> Future<T> withHealthChecks(Future<T> read) {
    if (read.isComplete()) {
      return read;
    }
    Promise<T> result = Promise.promise();
    read.onComplete(result::tryComplete, result::tryFail);
    long timer =
        vertx.setPeriodic(
            HEALTH_CHECK_MILLIS,
            id ->
                statusPool
                    .query("select 1")
                    .execute()
                    .timeout(HEALTH_CHECK_MILLIS, TimeUnit.MILLISECONDS)
                    .onFailure(
                        error ->
                            result.tryFail(Failure.unavailable("The database is unavailable"))));
    return result.future().onComplete(done -> vertx.cancelTimer(timer));
  }

  public Future<Void> close() {
    return Future.join(
            lookups.pool().close(),
            scans.pool().close(),
            replica.<Future<?>>map(ReplicaPools::close).orElse(Future.succeededFuture()))
        .mapEmpty();
  }
}
