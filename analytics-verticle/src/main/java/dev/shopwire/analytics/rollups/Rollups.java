package dev.shopwire.analytics.rollups;

import dev.shopwire.analytics.sessions.ActiveShops;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps rollups and sessions consistent with the stored events: the backlog records what is
 * missing, and the first reader triggers its aggregation. Not thread-safe; use from one event loop.
 */
public final class Rollups {
  private static final Logger LOG = LoggerFactory.getLogger(Rollups.class);

  /** The target time of a transaction: short, since readers wait for others to end. */
  static final Duration SHORT = Duration.ofMillis(600);

  /**
   * The same if more events wait than can be aggregated at once, so that reports are behind anyway:
   * fewer and longer transactions write less.
   */
  static final Duration LONG = Duration.ofSeconds(1);

  /** Maximum events per transaction; the number is adapted to the target time. */
  private static final int MAX_EVENTS = 100_000;

  private static final int MIN_EVENTS = 500;
  private static final int FIRST_EVENTS = 5_000;

  private static final int MAX_GROUPS = 1_000;

  /** How long a reader waits for the backlog before it learns since when events are missing. */
  private static final Duration READER_WAIT = Duration.ofSeconds(1);

  /** How long an export waits for the backlog, since it has no field that says what is missing. */
  private static final Duration EXPORT_WAIT = Duration.ofSeconds(20);

  private static final long RETRY_MILLIS = 10;

  /** Consecutive timeouts of a single event until it is considered their cause. */
  private static final int MAX_TIMEOUTS = 3;

  private final Vertx vertx;
  private final Pool pool;
  private final SqlClient lookups;
  private final ActiveShops windows;
  private final int fetch;
  private final Map<Long, Future<RollupTransaction.Outcome>> running = new HashMap<>();
  private final Map<Long, Integer> events = new HashMap<>();
  private final Map<Long, Integer> timeouts = new HashMap<>();
  private boolean closed;

  /**
   * @param pool of the process, for aggregation; closed with this
   * @param lookups connections on which nothing slow runs
   */
  public Rollups(
      Vertx vertx, Pool pool, SqlClient lookups, ActiveShops windows, RollupConfig config) {
    this.vertx = vertx;
    this.pool = pool;
    this.lookups = lookups;
    this.windows = windows;
    this.fetch = config.fetch();
  }

  /** The connections of the process for aggregation, as many as are configured. */
  public static Pool pool(Vertx vertx, Postgres postgres, RollupConfig config) {
    return postgres.sharedPool(vertx, config.connections(), "rollups", SessionSettings.ROLLUPS);
  }

  /**
   * Aggregates stored events that are not yet aggregated; waits at most {@link #READER_WAIT} for
   * it.
   *
   * @return empty if everything committed before the call is included; else since when events are
   *     missing
   */
  public Future<Optional<Instant>> catchUp(long appId) {
    return catchUp(appId, READER_WAIT).map(UsageEventBacklog.Missing::since);
  }

  /**
   * Aggregates all stored events that can be aggregated.
   *
   * @return fails with 503 if that takes longer than {@link #EXPORT_WAIT}
   */
  public Future<Void> catchUpCompletely(long appId) {
    return catchUp(appId, EXPORT_WAIT)
        .map(
            missing -> {
              if (missing.waiting()) {
                throw Failure.unavailable(
                    "events_waiting",
                    "Stored events are still being aggregated, try again later",
                    EXPORT_WAIT);
              }
              return null;
            });
  }

  private Future<UsageEventBacklog.Missing> catchUp(long appId, Duration wait) {
    long deadline = System.nanoTime() + wait.toNanos();
    return UsageEventBacklog.newest(lookups, appId)
        .compose(
            newest ->
                newest
                    .map(group -> rollUpUntil(appId, group, deadline))
                    .orElse(Future.succeededFuture(UsageEventBacklog.Missing.NOTHING)));
  }

  private Future<UsageEventBacklog.Missing> rollUpUntil(long appId, long newest, long deadline) {
    return until(deadline, rollUp(appId, SHORT))
        .compose(
            outcome ->
                outcome == RollupTransaction.Outcome.BUSY
                    ? vertx.timer(RETRY_MILLIS).map(outcome)
                    : Future.succeededFuture(outcome))
        .transform(
            rolled ->
                UsageEventBacklog.missing(lookups, appId, newest)
                    .compose(
                        missing ->
                            rolled.succeeded() && missing.waiting() && System.nanoTime() < deadline
                                ? rollUpUntil(appId, newest, deadline)
                                : Future.succeededFuture(missing)));
  }

  /** After the deadline the transaction continues without its caller. */
  private static Future<RollupTransaction.Outcome> until(
      long deadline, Future<RollupTransaction.Outcome> roll) {
    return roll.timeout(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS)
        .recover(
            error ->
                error instanceof TimeoutException && !roll.isComplete()
                    ? Future.succeededFuture(RollupTransaction.Outcome.MORE)
                    : Future.failedFuture(error));
  }

  /**
   * Aggregates some of the waiting events; callers share a transaction that is already in progress.
   *
   * @param time the approximate maximum time
   */
  Future<RollupTransaction.Outcome> rollUp(long appId, Duration time) {
    Future<RollupTransaction.Outcome> current = running.get(appId);
    if (current != null) {
      return current;
    }
    long start = System.nanoTime();
    int maxEvents = events.getOrDefault(appId, FIRST_EVENTS);
    Future<RollupTransaction.Outcome> started = rollUp(appId, maxEvents, MAX_GROUPS);
    running.put(appId, started);
    started.onComplete(
        done -> {
          running.remove(appId);
          if (done.succeeded()) {
            timeouts.remove(appId);
          }
          long limit = time.toNanos();
          long took = System.nanoTime() - start;
          RollupTransaction.Outcome outcome = done.succeeded() ? done.result() : null;
          if (took > limit) {
            events.put(appId, Math.max(MIN_EVENTS, maxEvents / 2));
          } else if (outcome == RollupTransaction.Outcome.MORE && took < limit / 2) {
            events.put(appId, Math.min(MAX_EVENTS, maxEvents * 2));
          } else if (outcome == RollupTransaction.Outcome.DONE
              || outcome == RollupTransaction.Outcome.NOTHING) {
            events.remove(appId);
          }
        });
    return started;
  }

  private Future<RollupTransaction.Outcome> rollUp(long appId, long maxEvents, int maxGroups) {
    AtomicReference<UsageEventBacklog.Batch> batch = new AtomicReference<>();
    return Transactions.run(
            pool,
            connection -> {
              RollupTransaction transaction =
                  new RollupTransaction(vertx, connection, windows, appId, fetch);
              return transaction
                  .run(maxEvents, maxGroups)
                  .onComplete(done -> batch.set(transaction.batch()));
            })
        .recover(
            error -> {
              UsageEventBacklog.Batch groups = batch.get();
              boolean isOutage = closed || isOutage(error);
              return isOutage || groups == null || groups.groups().isEmpty()
                  ? Future.failedFuture(error)
                  : isolate(appId, groups, error);
            });
  }

  private static boolean isOutage(Throwable error) {
    return error instanceof Failure
        || (PostgresFailures.isOutage(error) && !PostgresFailures.isTimeout(error));
  }

  /**
   * Isolates the event that prevents the aggregation of these groups: they are retried in halves
   * until it is alone, then it is quarantined; if it timed out, not before the third time.
   */
  private Future<RollupTransaction.Outcome> isolate(
      long appId, UsageEventBacklog.Batch groups, Throwable error) {
    if (groups.groups().size() > 1) {
      return rollUp(appId, Long.MAX_VALUE, groups.groups().size() / 2)
          .map(
              outcome ->
                  outcome == RollupTransaction.Outcome.DONE
                      ? RollupTransaction.Outcome.MORE
                      : outcome);
    }
    long group = groups.groups().get(0);
    if (groups.events() > 1) {
      return Transactions.run(
          pool, connection -> RollupTransaction.split(connection, appId, group));
    }
    if (PostgresFailures.isTimeout(error)
        && timeouts.merge(appId, 1, Integer::sum) < MAX_TIMEOUTS) {
      return Future.failedFuture(error);
    }
    LOG.error(
        "Event cannot be aggregated and was quarantined: app {}, group {}", appId, group, error);
    return UsageEventBacklog.quarantine(pool, appId, group, String.valueOf(error.getMessage()))
        .map(RollupTransaction.Outcome.MORE);
  }

  Pool pool() {
    return pool;
  }

  public Future<Void> close() {
    closed = true;
    return pool.close();
  }
}
