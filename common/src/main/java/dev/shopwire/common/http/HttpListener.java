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

/** How every port of the service listens. */
public final class HttpListener {
  /**
   * Without a byte in either direction while a request is under way; without one, {@link
   * ConnectionTimes} sees to it.
   */
  private static final int SILENT_SECONDS = 75;

  /** Bytes; conditions on properties are long and stand in the query. */
  static final int MAX_ADDRESS = 16_384;

  private HttpListener() {}

  /** Listens; a port of 0 lets the system choose, {@code actualPort()} tells. */
  public static Future<HttpServer> listen(Vertx vertx, Routes routes, String host, int port) {
    HttpServerOptions options =
        new HttpServerOptions()
            .setHost(host)
            .setPort(port)
            .setIdleTimeout(SILENT_SECONDS)
            .setIdleTimeoutUnit(TimeUnit.SECONDS)
            // Sent by the body reader once the request is accepted.
            .setHandle100ContinueAutomatically(false)
            // Whoever wants HTTP/2 ends it at the proxy: its streams would be bounded by nothing
            // here.
            .setHttp2ClearTextEnabled(false)
            // No port speaks WebSocket; their handlers would see every request.
            .setPerMessageWebSocketCompressionSupported(false)
            .setPerFrameWebSocketCompressionSupported(false)
            .setMaxInitialLineLength(MAX_ADDRESS)
            .setTcpNoDelay(true);
    Connections connections = ProcessLoad.of(vertx).connections(host + ":" + port);
    ConnectionTimes times = new ConnectionTimes(vertx, connections);
    Router router = routes.build(times);
    return vertx
        .createHttpServer(options)
        .connectionHandler(
            connection -> {
              ExactHeaderNames.use(connection, options);
              admit(connection, connections, times);
            })
        .invalidRequestHandler(InvalidRequests::answer)
        .requestHandler(
            request -> {
              times.asked(request.connection());
              InvalidRequests.fault(request)
                  .ifPresentOrElse(
                      fault -> InvalidRequests.answer(request, fault),
                      () -> router.handle(request));
            })
        .listen()
        .onSuccess(server -> connections.listening(host, server.actualPort()));
  }

  private static void admit(
      HttpConnection connection, Connections connections, ConnectionTimes times) {
    if (connections.admit(connection, () -> times.closed(connection))) {
      times.opened(connection);
      connection.exceptionHandler(OutOfMemory::endProcessIf);
    }
  }
}
