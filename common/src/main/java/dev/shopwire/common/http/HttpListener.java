package dev.shopwire.common.http;

import dev.shopwire.common.failure.OutOfMemory;
import dev.shopwire.common.load.Connections;
import dev.shopwire.common.load.ProcessLoad;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import java.util.concurrent.TimeUnit;

/** Starts the HTTP server of a port; all ports use the same options. */
public final class HttpListener {
  /**
   * Closes a connection without traffic in either direction while a request is in progress; between
   * requests {@link ConnectionTimeouts} does.
   */
  private static final int IDLE_TIMEOUT_SECONDS = 75;

  /** In bytes; property filters are long and part of the query string. */
  static final int MAX_REQUEST_LINE = 16_384;

  private HttpListener() {}

  /** Starts listening. Port 0 lets the system choose one, see {@code actualPort()}. */
  public static Future<HttpServer> listen(Vertx vertx, Routes routes, String host, int port) {
    HttpServerOptions options =
        new HttpServerOptions()
            .setHost(host)
            .setPort(port)
            .setIdleTimeout(IDLE_TIMEOUT_SECONDS)
            .setIdleTimeoutUnit(TimeUnit.SECONDS)
            // Sent by the body reader once the request is accepted.
            .setHandle100ContinueAutomatically(false)
            // HTTP/2 must be terminated at a proxy: nothing here would bound its streams.
            .setHttp2ClearTextEnabled(false)
            // No port supports WebSocket; its handlers would see every request.
            .setPerMessageWebSocketCompressionSupported(false)
            .setPerFrameWebSocketCompressionSupported(false)
            .setMaxInitialLineLength(MAX_REQUEST_LINE)
            .setTcpNoDelay(true);
    Connections connections = ProcessLoad.of(vertx).connections(host + ":" + port);
    ConnectionTimeouts times = new ConnectionTimeouts(vertx, connections);
    Router router = routes.build(times);
    return vertx
        .createHttpServer(options)
        .connectionHandler(
            connection -> {
              ExactHeaderNames.install(connection, options);
              admit(connection, connections, times);
            })
        .invalidRequestHandler(InvalidRequests::respond)
        .requestHandler(
            request -> {
              times.requestStarted(request.connection());
              InvalidRequests.check(request)
                  .ifPresentOrElse(
                      failure -> InvalidRequests.respond(request, failure),
                      () -> router.handle(request));
            })
        .listen()
        .onSuccess(server -> connections.startedListening(host, server.actualPort()));
  }

  private static void admit(
      HttpConnection connection, Connections connections, ConnectionTimeouts times) {
    if (connections.admit(connection, () -> times.closed(connection))) {
      times.opened(connection);
      connection.exceptionHandler(OutOfMemory::exitIfExhausted);
    }
  }
}
