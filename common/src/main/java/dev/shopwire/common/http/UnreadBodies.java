package dev.shopwire.common.http;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;

/**
 * Ends connections whose request was answered while its body still comes: what is left of the body
 * is dropped, and it may be endless.
 */
final class UnreadBodies {
  /** For the client to read the answer. */
  private static final long LINGER_MILLIS = 1_000;

  private UnreadBodies() {}

  static boolean isUnread(HttpServerRequest request) {
    return !request.isEnded()
        && (request.headers().contains(HttpHeaders.TRANSFER_ENCODING)
            || request.headers().contains(HttpHeaders.CONTENT_LENGTH));
  }

  /** To be called when the answer has ended. */
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
