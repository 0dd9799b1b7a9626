package dev.shopwire.common.http;

import dev.shopwire.common.lifecycle.ShutdownState;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.concurrent.TimeUnit;

/** Makes clients with open connections move to another process during shutdown. */
final class ConnectionDraining {
  private static final long CLOSE_SECONDS = 5;

  private ConnectionDraining() {}

  /** Called when a response head is written; does nothing unless the process is shutting down. */
  static void closeOnShutdown(HttpServerRequest request, ShutdownState shutdown) {
    if (!shutdown.isShuttingDown()) {
      return;
    }
    if (request.version() != HttpVersion.HTTP_2) {
      request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    // Closes after this response; HTTP/2 clients are sent GOAWAY.
    request.connection().shutdown(CLOSE_SECONDS, TimeUnit.SECONDS);
  }
}
