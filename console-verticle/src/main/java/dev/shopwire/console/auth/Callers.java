package dev.shopwire.console.auth;

import dev.shopwire.common.access.Caller;
import io.vertx.ext.web.RoutingContext;
import java.util.Objects;

/** Keeps the caller of a request in its routing context, once it is authorized. */
public final class Callers {
  private static final String KEY = "dev.shopwire.console.caller";

  private Callers() {}

  public static void set(RoutingContext context, Caller caller) {
    context.put(KEY, caller);
  }

  /** The caller of an authorized request. */
  public static Caller of(RoutingContext context) {
    return Objects.requireNonNull(context.get(KEY));
  }
}
