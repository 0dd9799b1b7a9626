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
 * Drops partitions that are past retention: few a run, each in a transaction of its own that waits
 * for its locks half a second at most, since all writers wait behind it. What can't be locked, as
 * while a dump reads it, is left for later. For one event loop; many processes may do it at once.
 */
public final class PartitionPurge {
  private static final String SHORT_WAITS = "set local lock_timeout = '500ms'";
  private static final String SHORTER_WAITS = "set local lock_timeout = '200ms'";
  private static final String ATTACHED =
      """
      select c.oid::regclass::text as part, i.inhparent::regclass::text as parent
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = $1::text::regclass and c.relname = $2
      """;

  /**
   * Which data, and how much of it at a time.
   *
   * @param name in the table of runs, in log lines and metrics
   * @param every how long a run lasts
   * @param most partitions of one run
   */
  public record Plan(String name, Duration every, int most) {}

  /** A partition that is past retention. */
  public record Expired(String table, String partition) {}

  /**
   * What is past retention.
   *
   * @param droppable that may be dropped now, the oldest first
   * @param all how many there are, those included that must be kept for another reason
   */
  public record Candidates(List<Expired> droppable, int all) {}

  /** The outcome of a run. */
  public enum Outcome {
    /** Nothing is past retention. */
    NOTHING,
    /** All that was is dropped. */
    DONE,
    /** This run's share is dropped; the next run goes on. */
    SHARE_DONE,
    /** What is left holds data that is younger by its own times. */
    KEPT,
    /** A reader or a long write holds a lock on what is to be dropped. */
    LOCKED,
    /** The clock may be wrong. */
    CLOCK_DOUBTED
  }

  /**
   * @param dropped partitions
   * @param left partitions that are past retention and still there
   * @param why of an outcome that leaves some, for a log line
   */
  public record Result(Outcome outcome, int dropped, int left, String why) {}

  private final Pool pool;
  private final Plan plan;

  public PartitionPurge(Pool pool, Plan plan) {
    this.pool = pool;
    this.plan = plan;
  }

  /**
   * Drops what may be dropped now.
   *
   * @param newest when the newest data came; empty if there is none
   * @param before what is done first if the clock is trusted
   * @param candidates what is past retention at a moment
   */
  public Future<Result> run(
      Optional<Instant> newest,
      Supplier<Future<Void>> before,
      Function<Instant, Future<Candidates>> candidates) {
    return PurgeRuns.look(pool, plan.name(), newest)
        .compose(
            look ->
                look.doubt()
                    .filter(doubt -> doubt.isReasonToWait(look.now()))
                    .map(doubt -> candidates.apply(look.now()).map(found -> doubted(doubt, found)))
                    .orElseGet(
                        () ->
                            before
                                .get()
                                .compose(done -> candidates.apply(look.now()))
                                .compose(found -> drop(found, 0))));
  }

  private static Result doubted(ClockSkewGuard doubt, Candidates found) {
    return new Result(
        Outcome.CLOCK_DOUBTED,
        0,
        found.all(),
        doubt.text() + "; nothing is dropped before " + doubt.until() + " unless that changes");
  }

  private Future<Result> drop(Candidates found, int dropped) {
    int left = found.all() - dropped;
    if (dropped == found.droppable().size()) {
      return Future.succeededFuture(ended(dropped, left));
    }
    Expired next = found.droppable().get(dropped);
    return drop(next)
        .compose(
            taken ->
                taken ? drop(found, dropped + 1) : Future.succeededFuture(shareDone(dropped, left)))
        .recover(
            error ->
                PostgresFailures.isLockTimeout(error)
                    ? Future.succeededFuture(
                        new Result(
                            Outcome.LOCKED,
                            dropped,
                            left,
                            next.partition() + " could not be locked within half a second"))
                    : Future.failedFuture(error));
  }

  private Result ended(int dropped, int left) {
    if (left == 0) {
      return new Result(dropped == 0 ? Outcome.NOTHING : Outcome.DONE, dropped, 0, "");
    }
    return dropped > 0
        ? shareDone(dropped, left)
        : new Result(Outcome.KEPT, 0, left, "they hold data that is younger by its own times");
  }

  private Result shareDone(int dropped, int left) {
    return new Result(
        Outcome.SHARE_DONE,
        dropped,
        left,
        "no more than " + plan.most() + " are dropped in " + plan.every().toHours() + " h");
  }

  private Future<Boolean> drop(Expired expired) {
    return pool.withTransaction(
        connection ->
            connection
                .query(SHORT_WAITS)
                .execute()
                .compose(set -> PurgeRuns.take(connection, plan.name(), plan.every(), plan.most()))
                .compose(
                    taken ->
                        taken
                            ? drop(connection, expired).map(true)
                            : Future.succeededFuture(false)));
  }

  /** Another process may have dropped it meanwhile. */
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

  /** The table first, as writers lock it: what waits for the partition alone holds the table. */
  private static Future<Void> drop(SqlConnection connection, String parent, String partition) {
    return connection
        .query("lock table only " + parent + " in access exclusive mode")
        .execute()
        .compose(locked -> connection.query(SHORTER_WAITS).execute())
        .compose(set -> connection.query("drop table " + partition).execute())
        .mapEmpty();
  }
}
