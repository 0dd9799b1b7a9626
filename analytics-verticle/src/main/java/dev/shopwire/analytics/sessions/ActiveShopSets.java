package dev.shopwire.analytics.sessions;

import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.postgres.DatabaseEpoch;
import dev.shopwire.common.redis.RedisErrors;
import dev.shopwire.common.redis.RedisKeys;
import dev.shopwire.common.redis.RedisLink;
import dev.shopwire.common.redis.Script;
import io.vertx.core.Future;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accesses, per app, a sorted set in Redis of customers by their last page view, and the number of
 * the run that the set is current to. Its futures never fail. Not thread-safe; use from one event
 * loop.
 */
final class ActiveShopSets {
  private static final Logger LOG = LoggerFactory.getLogger(ActiveShopSets.class);
  private static final int KEEP_SECONDS = (int) Duration.ofDays(2).toSeconds();
  private static final int KEEP_FILLING_SECONDS = 60;

  /** A larger set would take too much of Redis's memory and time to be filled. */
  private static final int MAX_FILLED = 500_000;

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
  private static final Script ADD =
      new Script(
          """
      for i = 2, #ARGV, 2 do redis.call('ZADD', KEYS[1], ARGV[i], ARGV[i + 1]) end
      redis.call('EXPIRE', KEYS[1], ARGV[1])
      return redis.call('ZCARD', KEYS[1])
      """);
  // Not if the set to be used has expired meanwhile.
  private static final Script USE =
      new Script(
          """
      redis.call('DEL', KEYS[1], KEYS[2])
      if redis.call('ZCARD', KEYS[3]) ~= tonumber(ARGV[3]) then return 0 end
      if ARGV[3] ~= '0' then
        redis.call('RENAME', KEYS[3], KEYS[1])
        redis.call('EXPIRE', KEYS[1], ARGV[2])
      end
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

  private final BackgroundTaskLog counts =
      new BackgroundTaskLog(
          LOG,
          "Counting active shops in Redis failed",
          "Counting active shops in Redis succeeded again",
          RedisErrors::isOutage);
  private final RedisLink redis;
  private final UUID installation;
  private final DatabaseEpoch epoch;

  ActiveShopSets(RedisLink redis, UUID installation, DatabaseEpoch epoch) {
    this.redis = redis;
    this.installation = installation;
    this.epoch = epoch;
  }

  /**
   * Adds the page views of a run to a set that is current to the run before it.
   *
   * @param last the time of the last page view by customer, in milliseconds since 1970
   */
  Future<Void> record(long appId, long run, Map<Long, Long> last) {
    Instant now = Instant.now();
    boolean isAhead = last.values().stream().anyMatch(time -> time > now.toEpochMilli());
    List<Object> arguments = new ArrayList<>();
    arguments.add(run);
    arguments.add(run - 1);
    arguments.add(isAhead ? 1 : 0);
    arguments.add(now.minus(Session.GAP).toEpochMilli());
    arguments.add(KEEP_SECONDS);
    last.forEach(
        (customer, time) -> {
          arguments.add(time);
          arguments.add(customer);
        });
    return run(RECORD, appId, List.of(), arguments).mapEmpty();
  }

  /** The number of customers with a page view in a period; null if there is no current set. */
  Future<@Nullable Long> count(long appId, long run, Instant after, Instant until) {
    List<Object> arguments = List.of(run, "(" + after.toEpochMilli(), until.toEpochMilli());
    return run(COUNT, appId, List.of(), arguments)
        .map(count -> count == null || count.toLong() < 0 ? null : count.toLong());
  }

  /** Begins to fill the set of an app. */
  Filling fill(long appId) {
    return new Filling(appId);
  }

  /** Null if Redis is not available, failed, or the epoch was not confirmed recently. */
  private Future<@Nullable Response> run(
      Script script, long appId, List<String> further, List<Object> arguments) {
    RedisKeys keys = RedisKeys.of(installation, appId);
    Optional<String> current = epoch.current();
    if (current.isEmpty() || redis.isUnavailable(keys)) {
      return Future.succeededFuture(null);
    }
    List<String> names = new ArrayList<>();
    names.add(keys.windows(current.get()));
    names.add(keys.windowsRun(current.get()));
    names.addAll(further);
    return script.run(redis, keys, names, arguments).onFailure(this::logBug).otherwiseEmpty();
  }

  /** The connection to Redis logs outages itself. */
  private void logBug(Throwable error) {
    if (!RedisErrors.isOutage(error)) {
      counts.failed(error);
    }
  }

  /** Fills a set under another name, which is used once it is complete. */
  final class Filling {
    private final long appId;
    private final String name;
    private int size;
    private boolean isAbandoned;

    private Filling(long appId) {
      this.appId = appId;
      this.name = RedisKeys.of(installation, appId).windowsFilling(UUID.randomUUID());
    }

    /**
     * Adds some customers, each once.
     *
     * @param last the time of the last page view by customer, in milliseconds since 1970
     */
    Future<Void> add(Map<Long, Long> last) {
      size += last.size();
      isAbandoned |= size > MAX_FILLED;
      if (isAbandoned || last.isEmpty()) {
        return Future.succeededFuture();
      }
      List<Object> arguments = new ArrayList<>();
      arguments.add(KEEP_FILLING_SECONDS);
      last.forEach(
          (customer, time) -> {
            arguments.add(time);
            arguments.add(customer);
          });
      return run(ADD, appId, arguments).onSuccess(added -> isAbandoned |= added == null).mapEmpty();
    }

    /** Gives it up: what was added expires soon. */
    void abandon() {
      isAbandoned = true;
    }

    /**
     * Uses the set from now on, unless it was abandoned.
     *
     * @param run that it is current to
     */
    void use(long run) {
      if (!isAbandoned) {
        ActiveShopSets.this.run(USE, appId, List.of(name), List.of(run, KEEP_SECONDS, size));
      }
    }

    private Future<@Nullable Response> run(Script script, long appId, List<Object> arguments) {
      RedisKeys keys = RedisKeys.of(installation, appId);
      return redis.isUnavailable(keys)
          ? Future.succeededFuture(null)
          : script
              .run(redis, keys, List.of(name), arguments)
              .onFailure(ActiveShopSets.this::logBug)
              .otherwiseEmpty();
    }
  }
}
