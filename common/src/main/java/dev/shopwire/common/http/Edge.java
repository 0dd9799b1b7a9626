package dev.shopwire.common.http;

import dev.shopwire.common.load.Connections;
import dev.shopwire.common.load.Load;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import java.util.concurrent.TimeUnit;

/** How every port of the service listens. */
public final class Edge {
  private static final int IDLE_SECONDS = 75;

  /** Bytes; conditions on properties are long and stand in the query. */
  static final int MAX_ADDRESS = 65_536;

  private Edge() {}

  /** Listens; a port of 0 lets the system choose, {@code actualPort()} tells. */
  public static Future<HttpServer> listen(Vertx vertx, Router router, String host, int port) {
    HttpServerOptions options =
        new HttpServerOptions()
            .setHost(host)
            .setPort(port)
            .setIdleTimeout(IDLE_SECONDS)
            .setIdleTimeoutUnit(TimeUnit.SECONDS)
            .setHandle100ContinueAutomatically(true)
            // Whoever wants HTTP/2 ends it at the proxy: its streams would be bounded by nothing
            // here.
            .setHttp2ClearTextEnabled(false)
            // No port speaks WebSocket; their handlers would see every request.
            .setPerMessageWebSocketCompressionSupported(false)
            .setPerFrameWebSocketCompressionSupported(false)
            .setMaxInitialLineLength(MAX_ADDRESS)
            .setTcpNoDelay(true);
    Connections connections = Load.of(vertx).connections(host + ":" + port);
    return vertx
        .createHttpServer(options)
        .connectionHandler(connections::admit)
        .invalidRequestHandler(InvalidRequests::answer)
        .requestHandler(router)
        .listen();
  }
}
