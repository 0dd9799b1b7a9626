package dev.shopwire.common.http;

import dev.shopwire.common.load.ConnectionLimits;
import dev.shopwire.common.load.Connections;
import dev.shopwire.common.load.Connections.CloseReason;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Closes connections on which no complete request head arrives in time, even if single bytes do.
 * The first request has a short limit, further ones the idle limit; both are a fifth while the port
 * is crowded. Accurate to about half a second. Not thread-safe; use from one event loop.
 */
final class ConnectionTimeouts {
  private static final long SWEEP_MILLIS = 500;
  private static final int CROWDED_DIVISOR = 5;

  private static final class Times {
    long since = System.nanoTime();
    boolean hasRequested;
    int inFlight;
  }

  private final Connections connections;
  private final IdentityHashMap<HttpConnection, Times> open = new IdentityHashMap<>();

  ConnectionTimeouts(Vertx vertx, Connections connections) {
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
  void requestStarted(HttpConnection connection) {
    Times times = open.get(connection);
    if (times != null) {
      times.hasRequested = true;
      times.inFlight++;
    }
  }

  /** The response has ended. A pipelined request may have started before that. */
  void responseEnded(HttpConnection connection) {
    Times times = open.get(connection);
    if (times != null && times.inFlight > 0) {
      times.inFlight--;
      times.since = System.nanoTime();
    }
  }

  private void sweep() {
    long now = System.nanoTime();
    List<HttpConnection> late = new ArrayList<>();
    open.forEach(
        (connection, times) -> {
          if (times.inFlight == 0 && now - times.since >= limit(times).toNanos()) {
            connections.recordClosed(
                times.hasRequested ? CloseReason.IDLE : CloseReason.NO_REQUEST);
            late.add(connection);
          }
        });
    late.forEach(HttpConnection::close);
  }

  private Duration limit(Times times) {
    ConnectionLimits limits = connections.limits();
    Duration limit = times.hasRequested ? limits.idle() : limits.firstRequest();
    return connections.isCrowded() ? limit.dividedBy(CROWDED_DIVISOR) : limit;
  }
}
