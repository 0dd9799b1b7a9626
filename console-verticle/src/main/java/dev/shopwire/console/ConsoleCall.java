package dev.shopwire.console;

import dev.shopwire.common.role.Role;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;

/** What an operation of the console does for an authorized caller ({@code Callers}). */
@FunctionalInterface
interface ConsoleCall {
  /** Must begin to read the request's body before its first asynchronous step. */
  Future<?> apply(RoutingContext context);

  /** The role that handles it; that of a list also exports it. */
  default Role role() {
    return Role.CONSOLE;
  }

  /** The same call, handled by another role. */
  default ConsoleCall handledBy(Role role) {
    ConsoleCall call = this;
    return new ConsoleCall() {
      @Override
      public Future<?> apply(RoutingContext context) {
        return call.apply(context);
      }

      @Override
      public Role role() {
        return role;
      }
    };
  }
}
