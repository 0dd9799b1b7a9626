package dev.shopwire.common.purging;

import dev.shopwire.common.postgres.PostgresFailures;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Drops partitions that are past retention: a few per run, each in its own transaction, which waits
 * at most half a second for its locks because all writers queue behind it. A partition that cannot
 * be locked, for example during a dump, is left for later. Not thread-safe; use from one event
 * loop. Several processes may run it at the same time.
 */
public final class PartitionPurge {
  private static final String TABLE_LOCK_TIMEOUT = "set local lock_timeout = '500ms'";
  private static final String PARTITION_LOCK_TIMEOUT = "set local lock_timeout = '200ms'";
  private static final String ATTACHED =
      """
      select c.oid::regclass::text as part, i.inhparent::regclass::text as parent
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = $1::text::regclass and c.relname = $2
      """;

  /**
   * Which data is purged, and how much of it per run.
   *
   * @param name of the data in the table of runs, in log lines and in metrics
   * @param period how long a run lasts
   * @param maxPartitions how many partitions a run may drop
   */
  public record Plan(String name, Duration period, int maxPartitions) {}

  /** A partition that is past retention. */
  public record Expired(String table, String partition) {}

  /**
   * The partitions that are past retention.
   *
   * @param droppable those that may be dropped now, oldest first
   * @param total the number of all of them, including those that must be kept for another reason
   */
  public record Candidates(List<Expired> droppable, int total) {}

  /** The outcome of a run. */
  public enum Outcome {
    /** Nothing is past retention. */
    NOTHING,
    /** Everything past retention was dropped. */
    DONE,
    /** The run's limit was reached; the next run continues. */
    SHARE_DONE,
    /** The remaining partitions contain data with newer timestamps. */
    KEPT,
    /** A reader or a long write holds a lock on a partition to be dropped. */
    LOCKED,
    /** The clock may be wrong. */
    CLOCK_DOUBTED
  }

  /**
   * @param dropped how many partitions were dropped
   * @param remaining how many partitions past retention remain
   * @param reason why some remain, for a log line
   */
  public record Result(Outcome outcome, int dropped, int remaining, String reason) {}

  private final Pool pool;
  private final Plan plan;

  public PartitionPurge(Pool pool, Plan plan) {
    this.pool = pool;
    this.plan = plan;
  }

  /**
   * Drops the partitions that may be dropped now.
   *
   * @param newest when the newest data arrived; empty if there is none
   * @param before runs first if the clock is trusted
   * @param candidates finds the partitions that are past retention at an instant
   */
  public Future<Result> run(
      Optional<Instant> newest,
      Supplier<Future<Void>> before,
      Function<Instant, Future<Candidates>> candidates) {
    return PurgeRuns.checkClock(pool, plan.name(), newest)
        .compose(
            clock ->
                clock
                    .anomaly()
                    .filter(anomaly -> anomaly.pausesRetention(clock.now()))
                    .map(
                        anomaly ->
                            candidates
                                .apply(clock.now())
                                .map(found -> clockDoubted(anomaly, found)))
                    .orElseGet(
                        () ->
                            before
                                .get()
                                .compose(done -> candidates.apply(clock.now()))
                                .compose(found -> drop(found, 0))));
  }

  private static Result clockDoubted(ClockAnomaly anomaly, Candidates found) {
    return new Result(
        Outcome.CLOCK_DOUBTED,
        0,
        found.total(),
        anomaly.describe()
            + "; nothing is dropped before "
            + anomaly.until()
            + " unless this changes");
  }

  private Future<Result> drop(Candidates found, int dropped) {
    int remaining = found.total() - dropped;
    if (dropped == found.droppable().size()) {
      return Future.succeededFuture(result(dropped, remaining));
    }
    Expired next = found.droppable().get(dropped);
    return drop(next)
        .compose(
            permitted ->
                permitted
                    ? drop(found, dropped + 1)
                    : Future.succeededFuture(limitReached(dropped, remaining)))
        .recover(
            error ->
                PostgresFailures.isLockTimeout(error)
                    ? Future.succeededFuture(
                        new Result(
                            Outcome.LOCKED,
                            dropped,
                            remaining,
                            next.partition() + " could not be locked within 0.5 s"))
                    : Future.failedFuture(error));
  }

  private Result result(int dropped, int remaining) {
    if (remaining == 0) {
      return new Result(dropped == 0 ? Outcome.NOTHING : Outcome.DONE, dropped, 0, "");
    }
    return dropped > 0
        ? limitReached(dropped, remaining)
        : new Result(Outcome.KEPT, 0, remaining, "they contain data with newer timestamps");
  }

  private Result limitReached(int dropped, int remaining) {
    return new Result(
        Outcome.SHARE_DONE,
        dropped,
        remaining,
        "at most " + plan.maxPartitions() + " are dropped every " + plan.period().toHours() + " h");
  }

  private Future<Boolean> drop(Expired expired) {
    return pool.withTransaction(
        connection ->
            connection
                .query(TABLE_LOCK_TIMEOUT)
                .execute()
                .compose(
                    set ->
                        PurgeRuns.countDrop(
                            connection, plan.name(), plan.period(), plan.maxPartitions()))
                .compose(
                    permitted ->
                        permitted
                            ? drop(connection, expired).map(true)
                            : Future.succeededFuture(false)));
  }

  /** Does nothing if another process has dropped it meanwhile. */
  private static Future<Void> drop(SqlConnection connection, Expired expired) {
    return connection
        .preparedQuery(ATTACHED)
        .execute(Tuple.of(expired.table(), expired.partition()))
        .compose(
            rows ->
                rows.size() == 0
                    ? Future.succeededFuture()
                    : drop(
                        connection,
                        rows.iterator().next().getString("parent"),
                        rows.iterator().next().getString("part")));
  }

  /** Locks the table first, as writers do; the wait for the partition then blocks the table. */
  private static Future<Void> drop(SqlConnection connection, String parent, String partition) {
    return connection
        .query("lock table only " + parent + " in access exclusive mode")
        .execute()
        .compose(locked -> connection.query(PARTITION_LOCK_TIMEOUT).execute())
        .compose(set -> connection.query("drop table " + partition).execute())
        .mapEmpty();
  }
}
