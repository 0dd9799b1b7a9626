package dev.shopwire.automation.messages;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/**
 * The table of campaigns and flows whose mails wait: none of them is begun after the commit.
 * Methods run on the caller's event loop.
 */
public final class MailHolds {
  private static final String ADD =
      """
      insert into mail_holds (workspace_id, bulk, group_id) values ($1, $2, $3)
      on conflict (workspace_id, bulk, group_id) do nothing
      """;
  private static final String REMOVE =
      "delete from mail_holds where workspace_id = $1 and bulk = $2 and group_id = $3";

  private MailHolds() {}

  public static Future<Void> holdFlow(SqlClient client, long workspaceId, long flowId) {
    return run(client, ADD, workspaceId, false, flowId);
  }

  public static Future<Void> releaseFlow(SqlClient client, long workspaceId, long flowId) {
    return run(client, REMOVE, workspaceId, false, flowId);
  }

  public static Future<Void> holdCampaign(SqlClient client, long workspaceId, long campaignId) {
    return run(client, ADD, workspaceId, true, campaignId);
  }

  public static Future<Void> releaseCampaign(SqlClient client, long workspaceId, long campaignId) {
    return run(client, REMOVE, workspaceId, true, campaignId);
  }

  private static Future<Void> run(
      SqlClient client, String sql, long workspaceId, boolean bulk, long id) {
    return client.preparedQuery(sql).execute(Tuple.of(workspaceId, bulk, id)).mapEmpty();
  }
}
