package dev.shopwire.common.http;

import dev.shopwire.common.lifecycle.ShutdownState;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.concurrent.TimeUnit;

/** Sends clients that keep their connection elsewhere, while there is an answer to say it with. */
final class ConnectionDraining {
  private static final long CLOSE_SECONDS = 5;

  private ConnectionDraining() {}

  /** Called as the head of an answer is written; a no-op until the process leaves. */
  static void say(HttpServerRequest request, ShutdownState leaving) {
    if (!leaving.begun()) {
      return;
    }
    if (request.version() != HttpVersion.HTTP_2) {
      request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    // Closes after this answer; HTTP/2 is told to go away.
    request.connection().shutdown(CLOSE_SECONDS, TimeUnit.SECONDS);
  }
}
