package dev.shopwire.automation.sending;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/** Erases what sending keeps about recipients. Methods run on the caller's event loop. */
public final class SentTraces {
  private SentTraces() {}

  /** Deletes the sources of mails, and what servers said about them. */
  public static Future<Void> eraseMails(SqlClient client, long workspaceId, List<Long> ids) {
    return SendingLog.erase(client, workspaceId, ids);
  }

  /**
   * Deletes what is kept by address.
   *
   * @param email as addresses are compared
   * @return how many rows had the address
   */
  public static Future<Integer> eraseAddress(SqlClient client, long workspaceId, String email) {
    return FrequencyWindows.delete(client, workspaceId, email)
        .compose(
            windows ->
                LaneLeases.forgetReplies(client, workspaceId, email)
                    .map(replies -> windows + replies));
  }
}
