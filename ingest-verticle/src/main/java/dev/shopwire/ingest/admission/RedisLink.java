package dev.shopwire.ingest.admission;

import dev.shopwire.common.telemetry.Telemetry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to Redis that never keeps anybody waiting: what isn't answered within the timeout
 * has failed, and from then on Redis is away, which is known at once, until a probe in the
 * background gets an answer. For one event loop.
 */
public final class RedisLink {
  private static final Logger LOG = LoggerFactory.getLogger(RedisLink.class);
  private static final long PROBE_MILLIS = 500;
  private static final int MAX_WAITING = 2_048;

  private final Vertx vertx;
  private final RedisOptions options;
  private final long timeoutMillis;
  private @Nullable Redis client;
  private @Nullable RedisConnection connection;
  private boolean probing;
  private boolean saidAway;
  private boolean closed;

  /**
   * @param uri {@code redis://[:password@]host:port[/n]}
   * @param timeout how long an answer may take
   */
  public RedisLink(Vertx vertx, String uri, Duration timeout) {
    this.vertx = vertx;
    this.options =
        new RedisOptions()
            .setConnectionString(uri)
            .setMaxPoolSize(1)
            .setMaxWaitingHandlers(MAX_WAITING);
    this.timeoutMillis = timeout.toMillis();
    Telemetry.of(vertx).redisLink(() -> !isAway());
    vertx.setPeriodic(PROBE_MILLIS, timer -> probe());
    probe();
  }

  public boolean isAway() {
    return connection == null;
  }

  /**
   * Sends all of {@code requests} in one write.
   *
   * @return their answers in order; fails if any of them failed or none came in time
   */
  public Future<List<@Nullable Response>> batch(List<Request> requests) {
    RedisConnection current = connection;
    if (current == null) {
      return Future.failedFuture("Redis is away");
    }
    return within(timeoutMillis, current.batch(requests))
        .onFailure(
            error -> {
              // Redis answered, if only with an error: it is there.
              if (!(error instanceof io.vertx.redis.client.impl.types.ErrorType)) {
                lose(current, error);
              }
            });
  }

  private <T> Future<T> within(long millis, Future<T> future) {
    Promise<T> promise = Promise.promise();
    long timer = vertx.setTimer(millis, id -> promise.tryFail("Redis does not answer"));
    future.onComplete(
        result -> {
          vertx.cancelTimer(timer);
          if (result.succeeded()) {
            promise.tryComplete(result.result());
          } else {
            promise.tryFail(result.cause());
          }
        });
    return promise.future();
  }

  private void lose(RedisConnection lost, Throwable error) {
    if (connection != lost) {
      return;
    }
    connection = null;
    if (!saidAway) {
      saidAway = true;
      LOG.warn("Redis is away, PostgreSQL decides alone: {}", error.getMessage());
    }
    discardClient();
  }

  /** A client whose connection hangs has nothing worth keeping. */
  private void discardClient() {
    Redis lost = client;
    client = null;
    if (lost != null) {
      lost.close();
    }
  }

  private void probe() {
    if (probing || closed || connection != null) {
      return;
    }
    probing = true;
    Redis fresh = Redis.createClient(vertx, options);
    client = fresh;
    within(
            PROBE_MILLIS * 2,
            fresh.connect().compose(made -> made.send(Request.cmd(Command.PING)).map(pong -> made)))
        .onComplete(
            made -> {
              probing = false;
              made.exceptionHandler(error -> lose(made, error));
              made.endHandler(end -> lose(made, new java.io.IOException("connection closed")));
              connection = made;
              if (saidAway) {
                saidAway = false;
                LOG.info("Redis is back");
              }
            },
            error -> {
              probing = false;
              if (!saidAway) {
                saidAway = true;
                LOG.warn("Redis is away, PostgreSQL decides alone: {}", error.getMessage());
              }
              discardClient();
            });
  }

  public Future<Void> close() {
    closed = true;
    connection = null;
    Redis current = client;
    return current == null ? Future.succeededFuture() : current.close();
  }
}
