package dev.shopwire.automation.sending;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** What others need of lanes. Runs on the caller's event loop. */
public final class MailLanes {
  private MailLanes() {}

  /**
   * Adds the lane of a sender, if there is none. Precedes a transaction that queues mails and takes
   * long: others that queue the first mail of the sender would wait for it.
   */
  public static Future<Void> prepare(SqlClient client, long senderId) {
    return LaneLeases.add(client, senderId);
  }
}
