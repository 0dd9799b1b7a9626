package dev.shopwire.automation.sending;

import dev.shopwire.automation.messages.Mail;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.List;

/** Reads which mails of a sender are due. Methods run on the caller's event loop. */
final class DueMails {
  // Finds the groups by jumping along the index, so that the time depends on the number of groups
  // and not on that of their mails. Workspaces take turns, and in them flows and campaigns.
  private static final String READ =
      """
      with recursive groups as (
        (select bulk, workspace_id, group_id from mail_messages
          where sender_id = $1 and state in ('queued', 'deferred')
          order by bulk, workspace_id, group_id limit 1)
        union all
        select n.bulk, n.workspace_id, n.group_id
        from groups g cross join lateral (
          select m.bulk, m.workspace_id, m.group_id from mail_messages m
          where m.sender_id = $1 and m.state in ('queued', 'deferred')
            and (m.bulk, m.workspace_id, m.group_id) > (g.bulk, g.workspace_id, g.group_id)
          order by m.bulk, m.workspace_id, m.group_id limit 1) n
      ), free as materialized (
        select g.bulk, g.workspace_id, g.group_id from groups g
        where not exists (select from mail_holds h where h.workspace_id = g.workspace_id
          and h.bulk = g.bulk and h.group_id = g.group_id)
      ), due as (
        select d.*, row_number() over
          (partition by g.bulk, g.workspace_id order by d.turn, d.next_attempt_at, d.id) as place
        from free g cross join lateral (
          select %1$s, m.next_attempt_at,
            row_number() over (order by m.next_attempt_at, m.id) as turn
          from mail_messages m
          where m.sender_id = $1 and m.state in ('queued', 'deferred') and m.bulk = g.bulk
            and m.workspace_id = g.workspace_id and m.group_id = g.group_id
            and m.next_attempt_at <= clock_timestamp() and m.id <> all($2)
          order by m.next_attempt_at, m.id
          limit greatest(2, $3 / (select count(*) from free))) d
      )
      (select %1$s from due m where m.campaign_id is null order by place, next_attempt_at limit $3)
      union all
      (select %1$s from due m where m.campaign_id is not null order by place, next_attempt_at
        limit $3)
      """
          .formatted(Mail.COLUMNS);

  private DueMails() {}

  /**
   * Reads single mails and mails of campaigns, up to {@code limit} of each, in the order of their
   * turns.
   *
   * @param without ids of mails that the caller has already
   */
  static Future<List<Mail>> read(
      SqlClient client, long senderId, Collection<Long> without, int limit) {
    return client
        .preparedQuery(READ)
        .execute(
            Tuple.of(senderId).addArrayOfLong(without.toArray(Long[]::new)).addLong((long) limit))
        .map(rows -> Rows.list(rows, Mail::read));
  }
}
