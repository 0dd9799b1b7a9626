package dev.shopwire.console;

import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;

/** What an operation of the console does for an authorized caller ({@code Callers}). */
@FunctionalInterface
interface ConsoleCall {
  /** Must begin to read the request's body before its first asynchronous step. */
  Future<?> apply(RoutingContext context);
}
