package dev.shopwire.analytics.query;

import dev.shopwire.analytics.replica.Replica;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.query.AppScope;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * The connections that reads may use: few, apart from those of writes, shared by the process and by
 * its apps in turns, and each call limited in time and size, so that no report slows ingest or
 * another app to a stop. Where there is a replica, it is read while it is not too far behind, and
 * the primary else. For one event loop.
 */
public final class Reads {
  private static final String QUERY_CANCELED = "57014";

  /** How often it is asked whether PostgreSQL is there while a read goes on; 503 if it isn't. */
  private static final long PULSE_MILLIS = 700;

  /** How often a read on the replica looks whether that is still there. */
  private static final long LOOK_MILLIS = 100;

  /**
   * @param lookups connections for lists and figures that are added up beforehand
   * @param scans connections for what must look at every event: the bound of how much of the
   *     machine reports take
   * @param call what one call may take
   */
  public record Limits(int lookups, int scans, ReadBudget.Limits call) {}

  /** Which of the connections: those for lookups, or for scans. */
  enum Kind {
    LOOKUP,
    SCAN
  }

  private final Vertx vertx;
  private final SharedReads shared;
  private final ReadConnections lookups;
  private final ReadConnections scans;
  private final Pool pulse;
  private final Optional<ReplicaPools> replica;

  /**
   * @param pulse connections to the primary that nothing slow is done on
   */
  public Reads(
      Vertx vertx, Postgres postgres, Optional<Replica> replica, SharedReads shared, Pool pulse) {
    this.vertx = vertx;
    this.shared = shared;
    Limits limits = shared.limits();
    this.lookups =
        lane(
            Kind.LOOKUP,
            postgres.sharedPool(vertx, limits.lookups(), "lookups", SessionSettings.READS));
    this.scans =
        lane(Kind.SCAN, postgres.sharedPool(vertx, limits.scans(), "scans", SessionSettings.READS));
    this.pulse = pulse;
    this.replica = replica.map(it -> ReplicaPools.of(vertx, it, shared));
  }

  private ReadConnections lane(Kind kind, Pool pool) {
    return new ReadConnections(vertx, pool, kind, shared.turns(kind), shared.metrics());
  }

  /**
   * Short work in one read-only snapshot that holds all that was committed before; fails with 503
   * when it takes too long.
   */
  public <T> Future<T> lookup(AppScope caller, Function<Snapshot, Future<T>> work) {
    return view(caller, Optional.empty(), false).compose(view -> view.lookup(work));
  }

  /** The same for work that looks at many events; it may have to wait for others'. */
  public <T> Future<T> scan(AppScope caller, Function<Snapshot, Future<T>> work) {
    return view(caller, Optional.empty(), false).compose(view -> view.scan(work));
  }

  /**
   * For an answer that can say {@code asOf}: the replica may be behind, within its limit. The time
   * of the call's budget begins here.
   *
   * @param missing since when events are missing on the primary, too
   */
  public Future<ReadView> recent(AppScope caller, Optional<Instant> missing) {
    return view(caller, missing, true);
  }

  private Future<ReadView> view(AppScope caller, Optional<Instant> missing, boolean mayLag) {
    ReadView primary = new ReadView(this, caller, shared.budget(), false, missing);
    return replica
        .map(
            pools ->
                choose(pools, primary, mayLag)
                    .otherwise(primary)
                    .onSuccess(view -> pools.replica().countRead(view.onReplica())))
        .orElse(Future.succeededFuture(primary));
  }

  /** Fails if the replica can't be used. */
  private Future<ReadView> choose(ReplicaPools pools, ReadView primary, boolean mayLag) {
    Replica known = pools.replica();
    if (!known.isUsable()) {
      return Future.failedFuture("too far behind, or away");
    }
    Optional<Instant> missing = primary.asOf();
    return pools
        .isCurrent(pulse)
        .map(
            current -> {
              if (current) {
                return primary.onReplica(missing);
              }
              Instant until = known.holdsAllUntil().filter(any -> mayLag).orElseThrow();
              if (!known.isUsable()) {
                throw new IllegalStateException("too far behind");
              }
              return primary.onReplica(Optional.of(missing.filter(until::isAfter).orElse(until)));
            });
  }

  <T> Future<T> run(ReadView view, Kind kind, Function<Snapshot, Future<T>> work) {
    return view.onReplica() && replica.isPresent()
        ? onReplica(replica.get(), view, kind, work)
        : onPrimary(view, kind, work);
  }

  private <T> Future<T> onPrimary(ReadView view, Kind kind, Function<Snapshot, Future<T>> work) {
    return (kind == Kind.LOOKUP ? lookups : scans)
        .run(view.caller().appId(), view.budget(), work)
        .recover(error -> Future.failedFuture(told(view, error)));
  }

  /** Whatever becomes of the replica meanwhile, the primary can tell the same. */
  private <T> Future<T> onReplica(
      ReplicaPools pools, ReadView view, Kind kind, Function<Snapshot, Future<T>> work) {
    Promise<T> answer = Promise.promise();
    AtomicBoolean begun = new AtomicBoolean();
    Runnable onPrimary =
        () -> {
          if (begun.compareAndSet(false, true)) {
            pools.replica().countFallback();
            view.budget().restart();
            onPrimary(view, kind, work).onComplete(answer::tryComplete, answer::tryFail);
          }
        };
    pools
        .of(kind)
        .run(view.caller().appId(), view.budget(), work)
        .onComplete(
            answer::tryComplete,
            error -> {
              if (pools.replica().answers() && isFinal(view, error)) {
                answer.tryFail(told(view, error));
              } else {
                onPrimary.run();
              }
            });
    long timer =
        vertx.setPeriodic(
            LOOK_MILLIS,
            id -> {
              if (!pools.replica().answers()) {
                onPrimary.run();
              }
            });
    return answer.future().onComplete(done -> vertx.cancelTimer(timer));
  }

  /** Whether the primary would say so, too. */
  private static boolean isFinal(ReadView view, Throwable error) {
    return isTooSlow(error)
        || isTooBusy(error)
        || (error instanceof Failure failure
            && (view.asOf().isEmpty()
                || failure.code() == Code.UNAVAILABLE
                || failure.code() == Code.RATE_LIMITED));
  }

  private static Throwable told(ReadView view, Throwable error) {
    if (isTooSlow(error)) {
      return view.budget().tooLong();
    }
    return isTooBusy(error)
        ? Failure.unavailable("Too many reads are under way")
        : PostgresFailures.asFailure(error);
  }

  private static boolean isTooSlow(Throwable error) {
    return error instanceof PgException e && QUERY_CANCELED.equals(e.getSqlState());
  }

  /** What the pool says when no connection came free in time. */
  private static boolean isTooBusy(Throwable error) {
    return !(error instanceof PgException)
        && (String.valueOf(error.getMessage()).contains("Timeout")
            || error instanceof io.vertx.core.http.ConnectionPoolTooBusyException);
  }

  /**
   * A long read is told from a store that hangs by asking it something short meanwhile.
   *
   * @return fails with 503 once PostgreSQL doesn't answer, whatever becomes of {@code read}
   */
  <T> Future<T> whileAlive(Future<T> read) {
    if (read.isComplete()) {
      return read;
    }
    Promise<T> answer = Promise.promise();
    read.onComplete(answer::tryComplete, answer::tryFail);
    long timer =
        vertx.setPeriodic(
            PULSE_MILLIS,
            id ->
                pulse
                    .query("select 1")
                    .execute()
                    .timeout(PULSE_MILLIS, TimeUnit.MILLISECONDS)
                    .onFailure(
                        gone ->
                            answer.tryFail(Failure.unavailable("The database does not answer"))));
    return answer.future().onComplete(done -> vertx.cancelTimer(timer));
  }

  public Future<Void> close() {
    return Future.join(
            lookups.pool().close(),
            scans.pool().close(),
            replica.<Future<?>>map(ReplicaPools::close).orElse(Future.succeededFuture()))
        .mapEmpty();
  }
}
