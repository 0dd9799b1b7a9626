package dev.shopwire.automation.reports;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;

/** Erases what reports contain about recipients. Methods run on the caller's event loop. */
public final class ReportTraces {
  private ReportTraces() {}

  /** Lets others that record reports about an address wait for the end of the transaction. */
  public static Future<Void> lock(SqlConnection connection, long workspaceId, String email) {
    return ReportTable.lock(connection, workspaceId, email);
  }

  /** Replaces the address in reports about mails, and deletes what was said about them. */
  public static Future<Void> erase(
      SqlConnection connection, long workspaceId, String hash, List<Long> messages) {
    return ReportTable.erase(connection, workspaceId, hash, messages);
  }
}
