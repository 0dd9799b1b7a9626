package dev.shopwire.automation.messages;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads how many mails are in which state, from counters that the triggers of mails keep, so that
 * it takes as long for a million mails as for one. Methods run on the caller's event loop.
 */
public final class MailCounts {
  private static final String READ =
      """
      select state, sum(messages)::bigint as messages from (
        select state, messages from mail_counts where workspace_id = $1 and campaign_id = $2
        union all
        select state, messages from mail_count_changes where workspace_id = $1 and campaign_id = $2
      ) c group by state having sum(messages) <> 0
      """;
  private static final String OF_CAMPAIGNS =
      """
      select campaign_id, state, sum(messages)::bigint as messages from (
        select campaign_id, state, messages from mail_counts
        where workspace_id = $1 and campaign_id = any($2)
        union all
        select campaign_id, state, messages from mail_count_changes
        where workspace_id = $1 and campaign_id = any($2)
      ) c group by campaign_id, state having sum(messages) <> 0
      """;
  private static final String FOLD =
      """
      with folded as (
        delete from mail_count_changes where (workspace_id, id) in (
          select workspace_id, id from mail_count_changes
          order by workspace_id, id limit $1 for update skip locked)
        returning workspace_id, campaign_id, state, messages
      ), added as (
        insert into mail_counts as c (workspace_id, campaign_id, state, messages)
        select workspace_id, campaign_id, state, sum(messages) from folded
        group by 1, 2, 3 order by 1, 2, 3
        on conflict (workspace_id, campaign_id, state)
          do update set messages = c.messages + excluded.messages
      )
      select count(*) as changes from folded
      """;
  private static final int BATCH = 5_000;

  private MailCounts() {}

  /** All mails of a campaign by state, also those past retention; states without any are absent. */
  public static Future<Map<String, Long>> ofCampaign(
      SqlClient client, long workspaceId, long campaignId) {
    return client
        .preparedQuery(READ)
        .execute(Tuple.of(workspaceId, campaignId))
        .map(MailCounts::read);
  }

  /** The same of several campaigns, by their ids; those without mails are absent. */
  public static Future<Map<Long, Map<String, Long>>> ofCampaigns(
      SqlClient client, long workspaceId, Collection<Long> campaigns) {
    return client
        .preparedQuery(OF_CAMPAIGNS)
        .execute(Tuple.of(workspaceId).addArrayOfLong(campaigns.toArray(Long[]::new)))
        .map(
            rows -> {
              Map<Long, Map<String, Long>> counts = new HashMap<>();
              rows.forEach(
                  row ->
                      counts
                          .computeIfAbsent(row.getLong("campaign_id"), first -> new TreeMap<>())
                          .put(row.getString("state"), row.getLong("messages")));
              return counts;
            });
  }

  /** All mails of a workspace by state; states without any are absent. */
  public static Future<Map<String, Long>> ofWorkspace(SqlClient client, long workspaceId) {
    return client.preparedQuery(READ).execute(Tuple.of(workspaceId, 0L)).map(MailCounts::read);
  }

  /** Adds the changes to the counts, so that there are few of them. Any process may do so. */
  public static Future<Void> fold(SqlClient client) {
    return client
        .preparedQuery(FOLD)
        .execute(Tuple.of(BATCH))
        .map(rows -> rows.iterator().next().getLong("changes"))
        .compose(changes -> changes < BATCH ? Future.succeededFuture() : fold(client));
  }

  private static Map<String, Long> read(RowSet<Row> rows) {
    Map<String, Long> counts = new TreeMap<>();
    rows.forEach(row -> counts.put(row.getString("state"), row.getLong("messages")));
    return counts;
  }
}
