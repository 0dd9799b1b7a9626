package dev.shopwire.console;

import io.vertx.ext.web.RoutingContext;

/** The result of an operation that sends its response itself, part by part. */
@FunctionalInterface
public interface StreamedResponse {
  /** Sends the response, with its headers. Must be called once. */
  void sendTo(RoutingContext context);
}
