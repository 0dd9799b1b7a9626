package dev.shopwire.automation.settings;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** Says which senders a workspace may have as its default. */
final class DefaultSenders {
  private DefaultSenders() {}

  /** Whether the workspace has this sender. None has any yet. */
  static Future<Boolean> exists(SqlClient client, long workspaceId, long id) {
    return Future.succeededFuture(false);
  }
}
