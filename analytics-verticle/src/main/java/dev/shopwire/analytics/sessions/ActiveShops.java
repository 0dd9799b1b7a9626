package dev.shopwire.analytics.sessions;

import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.postgres.DatabaseEpoch;
import dev.shopwire.common.redis.RedisErrors;
import dev.shopwire.common.redis.RedisKeys;
import dev.shopwire.common.redis.RedisLink;
import dev.shopwire.common.redis.Script;
import io.vertx.core.Future;
import io.vertx.redis.client.Response;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the shops with a page view in the last 30 minutes, in Redis: per app, a sorted set of
 * customers by their last page view, and the number of the run that the set is current to. The set
 * is used only if that is PostgreSQL's own last run, so that an emptied, slow or lost Redis costs a
 * query and never gives a wrong result; that query refills the set. Not thread-safe; use from one
 * event loop.
 */
public final class ActiveShops {
  private static final Logger LOG = LoggerFactory.getLogger(ActiveShops.class);
  private static final int KEEP_SECONDS = (int) Duration.ofDays(2).toSeconds();

  // Drops a set that missed a run, or whose newest page view is in the future, since it would hide
  // the one before.
  private static final Script RECORD =
      new Script(
          """
      local run = redis.call('GET', KEYS[2])
      if not run then return 0 end
      if ARGV[3] == '1' or (run ~= ARGV[1] and run ~= ARGV[2]) then
        redis.call('DEL', KEYS[1], KEYS[2])
        return 0
      end
      for i = 6, #ARGV, 2 do redis.call('ZADD', KEYS[1], 'GT', ARGV[i], ARGV[i + 1]) end
      redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[4])
      redis.call('EXPIRE', KEYS[1], ARGV[5])
      redis.call('SET', KEYS[2], ARGV[1], 'EX', ARGV[5])
      return 1
      """);
  private static final Script FILL =
      new Script(
          """
      redis.call('DEL', KEYS[1])
      for i = 3, #ARGV, 2 do redis.call('ZADD', KEYS[1], ARGV[i], ARGV[i + 1]) end
      redis.call('EXPIRE', KEYS[1], ARGV[2])
      redis.call('SET', KEYS[2], ARGV[1], 'EX', ARGV[2])
      return 1
      """);

  // One script, since page views of a run between the two commands would count twice.
  private static final Script COUNT =
      new Script(
          """
      if redis.call('GET', KEYS[2]) ~= ARGV[1] then return -1 end
      return redis.call('ZCOUNT', KEYS[1], ARGV[2], ARGV[3])
      """);
  private static final String RECENT =
      """
      select customer_id, max(occurred_at) as last, bool_or(occurred_at <= $3) as active
      from stored_usage_events
      where app_id = $1 and event_name = 'page_view' and path is not null and occurred_at > $2
      group by customer_id
      limit 10001
      """;
  private static final String COUNT_RECENT =
      """
      select count(distinct customer_id) as active
      from stored_usage_events
      where app_id = $1 and event_name = 'page_view' and path is not null and occurred_at > $2
        and occurred_at <= $3
      """;

  /** With more shops than this the set is not refilled: the list would be too large. */
  private static final int MAX_RECENT = 10_000;

  private final BackgroundTaskLog counts =
      new BackgroundTaskLog(
          LOG,
          "Counting active shops in Redis failed",
          "Counting active shops in Redis succeeded again",
          RedisErrors::isOutage);
  private final RedisLink redis;
  private final UUID installation;
  private final DatabaseEpoch epoch;

  /**
   * @param installation separates the keys from those of processes of other databases
   * @param epoch separates them from those of runs that PostgreSQL may have lost
   */
  public ActiveShops(RedisLink redis, UUID installation, DatabaseEpoch epoch) {
    this.redis = redis;
    this.installation = installation;
    this.epoch = epoch;
  }

  /** Adds to {@code recent} those of {@code pageViews} that may keep a window open. */
  public void keepRecent(List<Session> pageViews, List<Session> recent) {
    Instant since = Instant.now().minus(Session.GAP);
    pageViews.stream().filter(view -> view.startedAt().isAfter(since)).forEach(recent::add);
  }

  /**
   * Adds the page views of run {@code run}. To be called in its transaction, before it commits: if
   * that fails, the additional page views in the set are stored all the same.
   *
   * @return never fails
   */
  public Future<Void> recordRun(long appId, long run, List<Session> recent) {
    if (redis.isUnavailable(keys(appId))) {
      return Future.succeededFuture();
    }
    Instant now = Instant.now();
    Map<Long, Long> last = new HashMap<>();
    recent.forEach(
        view -> last.merge(view.customerId(), view.startedAt().toEpochMilli(), Math::max));
    boolean ahead = recent.stream().anyMatch(view -> view.startedAt().isAfter(now));
    List<Object> arguments = new ArrayList<>();
    arguments.add(run);
    arguments.add(run - 1);
    arguments.add(ahead ? 1 : 0);
    arguments.add(now.minus(Session.GAP).toEpochMilli());
    arguments.add(KEEP_SECONDS);
    last.forEach(
        (customer, time) -> {
          arguments.add(time);
          arguments.add(customer);
        });
    return run(RECORD, appId, arguments).<Void>mapEmpty().onFailure(this::logBug).otherwiseEmpty();
  }

  /**
   * The number of shops with a page view in the last 30 minutes.
   *
   * @param connection whose snapshot contains everything to be counted, already aggregated
   * @param run the app's last run in that snapshot
   */
  public Future<Long> count(SqlConnection connection, long appId, long run) {
    Instant now = Instant.now();
    return countInRedis(appId, run, now)
        .compose(
            count ->
                count == null
                    ? countInPostgres(connection, appId, run, now)
                    : Future.succeededFuture(count));
  }

  /** Null if Redis has no current count. */
  private Future<@Nullable Long> countInRedis(long appId, long run, Instant now) {
    if (redis.isUnavailable(keys(appId))) {
      return Future.succeededFuture(null);
    }
    List<Object> arguments =
        List.of(run, "(" + now.minus(Session.GAP).toEpochMilli(), now.toEpochMilli());
    return run(COUNT, appId, arguments)
        .map(count -> count == null || count.toLong() < 0 ? null : count.toLong())
        .onFailure(this::logBug)
        .otherwiseEmpty();
  }

  /** The connection to Redis logs outages itself. */
  private void logBug(Throwable error) {
    if (!RedisErrors.isOutage(error)) {
      counts.failed(error);
    }
  }

  private Future<Long> countInPostgres(
      SqlConnection connection, long appId, long run, Instant now) {
    Tuple period =
        Tuple.of(
            appId, now.minus(Session.GAP).atOffset(ZoneOffset.UTC), now.atOffset(ZoneOffset.UTC));
    return connection
        .preparedQuery(RECENT)
        .execute(period)
        .compose(
            rows -> {
              if (rows.size() > MAX_RECENT) {
                return connection
                    .preparedQuery(COUNT_RECENT)
                    .execute(period)
                    .map(counted -> counted.iterator().next().getLong("active"));
              }
              fill(appId, run, now, rows);
              long active = 0;
              for (Row row : rows) {
                active += row.getBoolean("active") ? 1 : 0;
              }
              return Future.succeededFuture(active);
            });
  }

  /** Refills the set; not awaited. */
  private void fill(long appId, long run, Instant now, RowSet<Row> rows) {
    List<Object> arguments = new ArrayList<>();
    arguments.add(run);
    arguments.add(KEEP_SECONDS);
    for (Row row : rows) {
      Instant last = row.getOffsetDateTime("last").toInstant();
      if (last.isAfter(now)) {
        return;
      }
      arguments.add(last.toEpochMilli());
      arguments.add(row.getLong("customer_id"));
    }
    if (!redis.isUnavailable(keys(appId))) {
      run(FILL, appId, arguments).onFailure(this::logBug);
    }
  }

  /** Null if the epoch was not confirmed recently. */
  private Future<@Nullable Response> run(Script script, long appId, List<Object> arguments) {
    RedisKeys keys = keys(appId);
    Optional<String> current = epoch.current();
    if (current.isEmpty()) {
      return Future.succeededFuture(null);
    }
    List<String> names = List.of(keys.windows(current.get()), keys.windowsRun(current.get()));
    return script.run(redis, keys, names, arguments);
  }

  private RedisKeys keys(long appId) {
    return RedisKeys.of(installation, appId);
  }
}
