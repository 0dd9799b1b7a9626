package dev.shopwire.common.http;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;

/**
 * Closes connections on which a request body still arrives after its response has ended: the rest
 * of the body is dropped, and it may be endless.
 */
final class UnreadRequestBodies {
  /** Time for the client to read the response. */
  private static final long LINGER_MILLIS = 1_000;

  private UnreadRequestBodies() {}

  static boolean isUnread(HttpServerRequest request) {
    return !request.isEnded()
        && (request.headers().contains(HttpHeaders.TRANSFER_ENCODING)
            || request.headers().contains(HttpHeaders.CONTENT_LENGTH));
  }

  /** Must be called when the response has ended. */
  static void endConnection(RoutingContext context) {
    HttpServerRequest request = context.request();
    if (isUnread(request)) {
      context
          .vertx()
          .setTimer(
              LINGER_MILLIS,
              timer -> {
                if (!request.isEnded()) {
                  request.connection().close();
                }
              });
    }
  }
}
