package dev.shopwire.automation.campaigns;

import io.vertx.core.Future;
import io.vertx.core.Vertx;

/** Notifies the processes that the status of a campaign has changed, so that they look at once. */
public final class CampaignChanges {
  /** The body says nothing. */
  private static final String CHANGED = "campaigns.changed";

  private CampaignChanges() {}

  /** To be called after the commit; without it, changes are found a moment later. */
  static void wake(Vertx vertx) {
    vertx.eventBus().publish(CHANGED, "");
  }

  /** Calls {@code woken} after each change of any process, on the caller's event loop. */
  public static Future<Void> onWake(Vertx vertx, Runnable woken) {
    return vertx.eventBus().<String>consumer(CHANGED).handler(message -> woken.run()).completion();
  }
}
