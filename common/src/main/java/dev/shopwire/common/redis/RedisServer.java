package dev.shopwire.common.redis;

import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.failure.Failure;
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
 * One connection to one server. A request without a reply within the timeout fails, and from then
 * on requests fail at once until a background attempt reconnects. Not thread-safe; use from one
 * event loop.
 */
final class RedisServer {
  private static final Logger LOG = LoggerFactory.getLogger(RedisServer.class);
  static final long RECONNECT_MILLIS = 500;

  /** Locates the server for an attempt, connects to it, and verifies that it is the right one. */
  interface Connector {
    Future<RedisConnection> connect(Attempt attempt);
  }

  private final Vertx vertx;
  private final String name;
  private final Connector connector;
  private final long timeoutMillis;
  private final long timer;
  private final Promise<Void> firstAttempt = Promise.promise();
  private @Nullable Attempt attempt;
  private volatile @Nullable RedisConnection connection;
  private final BackgroundTaskLog log;
  private boolean closed;

  /**
   * @param name for the log
   * @param timeout how long a reply may take
   */
  RedisServer(Vertx vertx, String name, Connector connector, Duration timeout) {
    this.vertx = vertx;
    this.name = name;
    this.connector = connector;
    this.timeoutMillis = timeout.toMillis();
    this.log =
        new BackgroundTaskLog(
            LOG,
            name + " is unavailable, falling back to PostgreSQL",
            name + " is available again",
            RedisErrors::isOutage);
    this.timer = vertx.setPeriodic(RECONNECT_MILLIS, id -> reconnect());
    reconnect();
  }

  boolean isUnavailable() {
    return connection == null;
  }

  /** Completes when the first attempt has ended in any way, or after the reply timeout. */
  Future<Void> firstAttempt() {
    return within(timeoutMillis, firstAttempt.future()).otherwiseEmpty();
  }

  /**
   * @return fails with the server's error, or if there is no reply in time
   */
  Future<@Nullable Response> send(Request request) {
    RedisConnection current = connection;
    if (current == null) {
      return Future.failedFuture(Failure.unavailable(name + " is unavailable"));
    }
    return within(timeoutMillis, current.send(request))
        .onFailure(
            error -> {
              if (!RedisErrors.isReply(error)) {
                handleConnectionLost(current, error);
              }
            });
  }

  /** Sends a request that another cluster node redirected here while its slot is being moved. */
  Future<@Nullable Response> sendAsking(Request request) {
    // The flag applies to the next command on this connection, so both are sent together.
    Future<@Nullable Response> asking = send(Request.cmd(Command.ASKING));
    Future<@Nullable Response> reply = send(request);
    return asking.compose(ok -> reply);
  }

  /** To be called when the server turns out to be the wrong one. */
  void disconnect(Throwable error) {
    RedisConnection current = connection;
    if (current != null) {
      handleConnectionLost(current, error);
    }
  }

  private <T> Future<T> within(long millis, Future<T> future) {
    return Timeouts.within(vertx, millis, future, name + " did not respond in time");
  }

  private void handleConnectionLost(RedisConnection lost, Throwable error) {
    if (connection != lost) {
      return;
    }
    connection = null;
    discard();
    logUnavailable(error);
  }

  private void logUnavailable(Throwable error) {
    if (!closed) {
      log.failed(error);
    }
  }

  /** Closes the client, since a hanging connection is not worth keeping. */
  private void discard() {
    Attempt last = attempt;
    attempt = null;
    if (last != null) {
      last.close();
    }
  }

  private void reconnect() {
    if (attempt != null || closed) {
      return;
    }
    Attempt current = new Attempt();
    attempt = current;
    within(RECONNECT_MILLIS * 2, connector.connect(current))
        .onComplete(connected -> keep(current, connected), error -> giveUp(current, error))
        .onComplete(result -> firstAttempt.tryComplete());
  }

  private void keep(Attempt current, RedisConnection connected) {
    if (attempt != current) {
      return;
    }
    connected.exceptionHandler(error -> handleConnectionLost(connected, error));
    connected.endHandler(
        end -> handleConnectionLost(connected, new IOException("connection closed")));
    connection = connected;
    log.succeeded();
  }

  private void giveUp(Attempt current, Throwable error) {
    if (attempt == current) {
      discard();
      logUnavailable(error);
    }
  }

  Future<Void> close() {
    closed = true;
    connection = null;
    vertx.cancelTimer(timer);
    Attempt last = attempt;
    attempt = null;
    return last == null ? Future.succeededFuture() : last.close();
  }

  /** One attempt to find and connect to the server, with the client that it uses last. */
  static final class Attempt {
    private @Nullable Redis client;
    private boolean closed;

    /** Takes ownership of {@code next} and closes the previous client. */
    Redis add(Redis next) {
      Redis previous = client;
      client = next;
      if (previous != null) {
        previous.close();
      }
      if (closed) {
        next.close();
      }
      return next;
    }

    private Future<Void> close() {
      closed = true;
      return client == null ? Future.succeededFuture() : client.close();
    }
  }
}
