package dev.shopwire.testing;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;

/** How a {@link Receiver} responds to a request. Called on an event loop. */
@FunctionalInterface
public interface Reaction {
  long DRIP_MILLIS = 500;

  void to(Received received, HttpServerRequest request);

  static Reaction status(int status) {
    return (received, request) -> request.response().setStatusCode(status).end("so be it");
  }

  static Reaction status(int status, String header, String value) {
    return (received, request) ->
        request.response().setStatusCode(status).putHeader(header, value).end();
  }

  /** Never responds. */
  static Reaction hang() {
    return (received, request) -> {};
  }

  /** Sends 200 at once and then a byte periodically, without ever completing the response. */
  static Reaction drip() {
    return (received, request) -> {
      Vertx vertx = Vertx.currentContext().owner();
      request.response().setChunked(true).write("x");
      long timer = vertx.setPeriodic(DRIP_MILLIS, tick -> request.response().write("x"));
      request.connection().closeHandler(closed -> vertx.cancelTimer(timer));
    };
  }

  /** Closes the connection without a response. */
  static Reaction close() {
    return (received, request) -> request.connection().close();
  }

  /** This reaction after a delay. */
  default Reaction after(Duration delay) {
    return (received, request) ->
        Vertx.currentContext().owner().setTimer(delay.toMillis(), passed -> to(received, request));
  }
}
