package dev.shopwire.common.http;

import dev.shopwire.common.load.ConnectionLimits;
import dev.shopwire.common.load.Connections;
import dev.shopwire.common.load.Connections.Closed;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Closes connections on which no whole request head comes in time, whatever trickles in: the first
 * one soon, a further one while the connection may be idle. While the port is crowded both times
 * are a fifth. To about half a second. For one event loop.
 */
final class ConnectionTimes {
  private static final long SWEEP_MILLIS = 500;
  private static final int CROWDED = 5;

  private static final class Times {
    long since = System.nanoTime();
    boolean hasAsked;
    int underWay;
  }

  private final Connections connections;
  private final IdentityHashMap<HttpConnection, Times> open = new IdentityHashMap<>();

  ConnectionTimes(Vertx vertx, Connections connections) {
    this.connections = connections;
    vertx.setPeriodic(SWEEP_MILLIS, timer -> sweep());
  }

  void opened(HttpConnection connection) {
    open.put(connection, new Times());
  }

  void closed(HttpConnection connection) {
    open.remove(connection);
  }

  /** A request head has been read. */
  void asked(HttpConnection connection) {
    Times times = open.get(connection);
    if (times != null) {
      times.hasAsked = true;
      times.underWay++;
    }
  }

  /** The response has ended. A pipelined request may have begun before it. */
  void answered(HttpConnection connection) {
    Times times = open.get(connection);
    if (times != null && times.underWay > 0) {
      times.underWay--;
      times.since = System.nanoTime();
    }
  }

  private void sweep() {
    long now = System.nanoTime();
    List<HttpConnection> late = new ArrayList<>();
    open.forEach(
        (connection, times) -> {
          if (times.underWay == 0 && now - times.since >= limit(times).toNanos()) {
            connections.note(times.hasAsked ? Closed.IDLE : Closed.NO_REQUEST);
            late.add(connection);
          }
        });
    late.forEach(HttpConnection::close);
  }

  private Duration limit(Times times) {
    ConnectionLimits limits = connections.limits();
    Duration limit = times.hasAsked ? limits.idle() : limits.firstRequest();
    return connections.isCrowded() ? limit.dividedBy(CROWDED) : limit;
  }
}
