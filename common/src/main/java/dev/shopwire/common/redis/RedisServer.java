package dev.shopwire.common.redis;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to one server: what isn't answered within the timeout has failed, and from then on
 * the server is away, which is known at once, until a probe in the background gets an answer. For
 * one event loop.
 */
final class RedisServer {
  private static final Logger LOG = LoggerFactory.getLogger(RedisServer.class);
  static final long PROBE_MILLIS = 500;

  /** Finds the server anew for every probe, connects to it, and knows it for the right one. */
  interface Way {
    Future<RedisConnection> connect(Probe probe);
  }

  private final Vertx vertx;
  private final String name;
  private final Way way;
  private final long timeoutMillis;
  private final long timer;
  private final Promise<Void> tried = Promise.promise();
  private @Nullable Probe probe;
  private volatile @Nullable RedisConnection connection;
  private boolean saidAway;
  private boolean closed;

  /**
   * @param name for the log
   * @param timeout how long an answer may take
   */
  RedisServer(Vertx vertx, String name, Way way, Duration timeout) {
    this.vertx = vertx;
    this.name = name;
    this.way = way;
    this.timeoutMillis = timeout.toMillis();
    this.timer = vertx.setPeriodic(PROBE_MILLIS, id -> probe());
    probe();
  }

  boolean isAway() {
    return connection == null;
  }

  /** Done when the first probe has ended, however it ended, or after the time for an answer. */
  Future<Void> tried() {
    return within(timeoutMillis, tried.future()).otherwiseEmpty();
  }

  /**
   * @return fails with the server's own error, or when no answer comes in time
   */
  Future<@Nullable Response> send(Request request) {
    RedisConnection current = connection;
    if (current == null) {
      return Future.failedFuture(name + " is away");
    }
    return within(timeoutMillis, current.send(request))
        .onFailure(
            error -> {
              if (!RedisErrors.isAnswer(error)) {
                lose(current, error);
              }
            });
  }

  /** Sends what another node of the cluster sent on to this one while its slot moves here. */
  Future<@Nullable Response> sendAsking(Request request) {
    // The server keeps the flag for the next command of this connection, so both go out together.
    Future<@Nullable Response> asking = send(Request.cmd(Command.ASKING));
    Future<@Nullable Response> answer = send(request);
    return asking.compose(ok -> answer);
  }

  /** To be called when the server turns out to be the wrong one. */
  void leave(Throwable error) {
    RedisConnection current = connection;
    if (current != null) {
      lose(current, error);
    }
  }

  private <T> Future<T> within(long millis, Future<T> future) {
    return Timeouts.within(vertx, millis, future, name + " does not answer");
  }

  private void lose(RedisConnection lost, Throwable error) {
    if (connection != lost) {
      return;
    }
    connection = null;
    discard();
    sayAway(error);
  }

  private void sayAway(Throwable error) {
    if (!saidAway && !closed) {
      saidAway = true;
      LOG.warn("{} is away, PostgreSQL decides alone: {}", name, error.getMessage());
    }
  }

  /** A client whose connection hangs has nothing worth keeping. */
  private void discard() {
    Probe last = probe;
    probe = null;
    if (last != null) {
      last.close();
    }
  }

  private void probe() {
    if (probe != null || closed) {
      return;
    }
    Probe current = new Probe();
    probe = current;
    within(PROBE_MILLIS * 2, way.connect(current))
        .onComplete(made -> keep(current, made), error -> giveUp(current, error))
        .onComplete(result -> tried.tryComplete());
  }

  private void keep(Probe current, RedisConnection made) {
    if (probe != current) {
      return;
    }
    made.exceptionHandler(error -> lose(made, error));
    made.endHandler(end -> lose(made, new IOException("connection closed")));
    connection = made;
    if (saidAway) {
      saidAway = false;
      LOG.info("{} is back", name);
    }
  }

  private void giveUp(Probe current, Throwable error) {
    if (probe == current) {
      discard();
      sayAway(error);
    }
  }

  Future<Void> close() {
    closed = true;
    connection = null;
    vertx.cancelTimer(timer);
    Probe last = probe;
    probe = null;
    return last == null ? Future.succeededFuture() : last.close();
  }

  /** One search for the server, and the client that it ended with. */
  static final class Probe {
    private @Nullable Redis client;
    private boolean over;

    /** Takes over the closing of {@code next}, and closes the one before. */
    Redis add(Redis next) {
      Redis before = client;
      client = next;
      if (before != null) {
        before.close();
      }
      if (over) {
        next.close();
      }
      return next;
    }

    private Future<Void> close() {
      over = true;
      return client == null ? Future.succeededFuture() : client.close();
    }
  }
}
