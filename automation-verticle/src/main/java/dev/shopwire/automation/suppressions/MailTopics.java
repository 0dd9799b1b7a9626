package dev.shopwire.automation.suppressions;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Optional;

/** What others need to know of topics. Methods run on the caller's event loop. */
public final class MailTopics {
  private MailTopics() {}

  /**
   * Whether the workspace has this topic. In a transaction, it can't be deleted until the end of
   * that.
   */
  public static Future<Boolean> exists(SqlClient client, long workspaceId, long id) {
    return MailTopicTable.hold(client, workspaceId, id).map(Optional::isPresent);
  }
}
