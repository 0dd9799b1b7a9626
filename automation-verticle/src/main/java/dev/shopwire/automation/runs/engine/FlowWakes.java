package dev.shopwire.automation.runs.engine;

import io.vertx.core.Future;
import io.vertx.core.Vertx;

/** Wakes the engines of all processes; they also look for work by themselves. */
public final class FlowWakes {
  private static final String DUE = "flows.due";

  private FlowWakes() {}

  /** To be called after the commit. */
  public static void wake(Vertx vertx) {
    vertx.eventBus().publish(DUE, "");
  }

  static Future<Void> onWake(Vertx vertx, Runnable woken) {
    return vertx.eventBus().<String>consumer(DUE).handler(message -> woken.run()).completion();
  }
}
