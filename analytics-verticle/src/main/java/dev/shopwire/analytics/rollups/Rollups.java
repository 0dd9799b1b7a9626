package dev.shopwire.analytics.rollups;

import dev.shopwire.analytics.sessions.LiveWindows;
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
 * Keeps rollups and sessions equal to the stored events: the backlog says what is missing, and the
 * first reader has it added up. For one event loop.
 */
public final class Rollups {
  private static final Logger LOG = LoggerFactory.getLogger(Rollups.class);

  /** How long a transaction should take: short, since readers wait for others to end. */
  static final Duration SHORT = Duration.ofMillis(600);

  /**
   * The same where more waits than can be added up at once, so that reports are behind anyway:
   * fewer and longer transactions write less.
   */
  static final Duration LONG = Duration.ofSeconds(1);

  /** Events of one transaction, adapted to the time that it should take. */
  private static final int MAX_EVENTS = 100_000;

  private static final int MIN_EVENTS = 500;
  private static final int FIRST_EVENTS = 5_000;

  private static final int MAX_GROUPS = 1_000;

  /** How long a reader waits for the backlog before it is told since when events are missing. */
  private static final Duration READER_WAIT = Duration.ofSeconds(1);

  private static final long RETRY_MILLIS = 10;

  /** Timeouts of a single event in a row until it is taken to be their cause. */
  private static final int MAX_TIMEOUTS = 3;

  private final Vertx vertx;
  private final Pool pool;
  private final SqlClient lookups;
  private final LiveWindows windows;
  private final int fetch;
  private final Map<Integer, Future<RollupTransaction.Outcome>> running = new HashMap<>();
  private final Map<Integer, Integer> events = new HashMap<>();
  private final Map<Integer, Integer> timeouts = new HashMap<>();
  private boolean closed;

  /**
   * @param pool of the process, for adding up; closed with this
   * @param lookups connections that nothing slow is done on
   */
  public Rollups(
      Vertx vertx, Pool pool, SqlClient lookups, LiveWindows windows, RollupConfig config) {
    this.vertx = vertx;
    this.pool = pool;
    this.lookups = lookups;
    this.windows = windows;
    this.fetch = config.fetch();
  }

  /** The connections of the process for adding up, as many as are configured. */
  public static Pool pool(Vertx vertx, Postgres postgres, RollupConfig config) {
    return postgres.sharedPool(vertx, config.connections(), "rollups", SessionSettings.ROLLUPS);
  }

  /**
   * Adds up what is stored and not yet added up; waits {@link #READER_WAIT} for it at most.
   *
   * @return empty if all that was committed before the call is in; else since when events are
   *     missing
   */
  public Future<Optional<Instant>> catchUp(int appId) {
    long deadline = System.nanoTime() + READER_WAIT.toNanos();
    return UsageEventBacklog.newest(lookups, appId)
        .compose(
            newest ->
                newest
                    .map(group -> rollUntil(appId, group, deadline))
                    .orElse(Future.succeededFuture(Optional.empty())));
  }

  private Future<Optional<Instant>> rollUntil(int appId, long newest, long deadline) {
    return until(deadline, roll(appId, SHORT))
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
                                ? rollUntil(appId, newest, deadline)
                                : Future.succeededFuture(missing.since())));
  }

  /** What is not done by then goes on without its caller. */
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
   * Adds up some of what waits; callers that come while one is under way share it.
   *
   * @param time that it should take at most, about
   */
  Future<RollupTransaction.Outcome> roll(int appId, Duration time) {
    Future<RollupTransaction.Outcome> current = running.get(appId);
    if (current != null) {
      return current;
    }
    long start = System.nanoTime();
    int most = events.getOrDefault(appId, FIRST_EVENTS);
    Future<RollupTransaction.Outcome> started = roll(appId, most, MAX_GROUPS);
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
            events.put(appId, Math.max(MIN_EVENTS, most / 2));
          } else if (outcome == RollupTransaction.Outcome.MORE && took < limit / 2) {
            events.put(appId, Math.min(MAX_EVENTS, most * 2));
          } else if (outcome == RollupTransaction.Outcome.DONE
              || outcome == RollupTransaction.Outcome.NOTHING) {
            events.remove(appId);
          }
        });
    return started;
  }

  private Future<RollupTransaction.Outcome> roll(int appId, long maxEvents, int maxGroups) {
    AtomicReference<UsageEventBacklog.Taken> taken = new AtomicReference<>();
    return Transactions.run(
            pool,
            connection -> {
              RollupTransaction roll =
                  new RollupTransaction(vertx, connection, windows, appId, fetch);
              return roll.run(maxEvents, maxGroups).onComplete(done -> taken.set(roll.taken()));
            })
        .recover(
            error -> {
              UsageEventBacklog.Taken groups = taken.get();
              boolean isOutage = closed || isOutage(error);
              return isOutage || groups == null || groups.groups().isEmpty()
                  ? Future.failedFuture(error)
                  : isolate(appId, groups, error);
            });
  }

  private static boolean isOutage(Throwable error) {
    return PostgresFailures.asFailure(error) instanceof Failure
        && !PostgresFailures.isTimeout(error);
  }

  /**
   * Something in these groups can't be added up: they are tried in halves until the event at fault
   * stands alone, which is set aside; if it ran into a time limit, not before the third time.
   */
  private Future<RollupTransaction.Outcome> isolate(
      int appId, UsageEventBacklog.Taken groups, Throwable error) {
    if (groups.groups().size() > 1) {
      return roll(appId, Long.MAX_VALUE, groups.groups().size() / 2)
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
        "Event cannot be added to rollups and was set aside: app {}, group {}",
        appId,
        group,
        error);
    return UsageEventBacklog.setAside(pool, appId, group, String.valueOf(error.getMessage()))
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
