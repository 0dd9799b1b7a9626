package dev.shopwire.automation.sending;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/**
 * The table of which mails of flows and campaigns an address has got lately, which decides what
 * exceeds its workspace's frequency cap. Transactional mails, tests and mails of flows that ignore
 * it don't count. A mail counts from the moment at which it is about to be sent; one that is put
 * off keeps its share until it is tried again. Methods run on the caller's event loop.
 */
final class FrequencyWindows {
  /** Why the mail {@code m} must not be sent, according to what was {@code granted}; or null. */
  static final String REASON =
      """
      (select 'frequency_cap' from granted g
        where g.workspace_id = m.workspace_id and g.email = m.email_key
          and m.kind <> 'test' and not m.transactional and not m.ignores_cap
          and not m.id = any(g.ids))
      """;

  // A statement that waits for another on the same row sees what that one has written to it: that
  // makes the cap exact, whichever processes send.
  private static final String GRANT =
      """
      insert into mail_cap_windows as w (workspace_id, email, ids, times, expires_at)
        select workspace_id, email_key, asked.ids,
          array_fill(clock_timestamp(), array[cardinality(asked.ids)]),
          clock_timestamp() + window_length
        from (
          select m.workspace_id, m.email_key, s.window_length,
            (array_agg(m.id order by m.id))[:s.cap_messages] as ids
          from %s
          join (
            select workspace_id, cap_messages, left(cap_per, -1)::bigint * case right(cap_per, 1)
              when 's' then interval '1 second' when 'm' then interval '1 minute'
              when 'h' then interval '1 hour' when 'd' then interval '24 hours'
              else interval '168 hours' end as window_length
            from automation_settings where cap_messages is not null
          ) s using (workspace_id)
          where m.kind <> 'test' and not m.transactional and not m.ignores_cap and %s
          group by m.workspace_id, m.email_key, s.window_length, s.cap_messages
          order by 1, 2
        ) asked
        on conflict (workspace_id, email) do update set
          (ids, times) = (
            select array_agg(id order by position), array_agg(at order by position)
            from (
              select id, at, row_number() over (order by is_new, position) as position
              from (
                select id, at, position, false as is_new
                from unnest(w.ids, w.times) with ordinality as kept (id, at, position)
                where at > clock_timestamp() - (excluded.expires_at - excluded.times[1])
                  and not id = any(excluded.ids)
                union all
                select id, clock_timestamp(), position, true
                from unnest(excluded.ids) with ordinality as new (id, position)
              ) known
            ) numbered
            where position <= (
              select cap_messages from automation_settings a
              where a.workspace_id = w.workspace_id)
          ),
          expires_at = excluded.expires_at
        returning w.workspace_id, w.email, w.ids
      """;
  private static final String DELETE_EXPIRED =
      """
      delete from mail_cap_windows where (workspace_id, email) in (
        select workspace_id, email from mail_cap_windows
        where expires_at < now() limit $1 for update skip locked)
      """;
  private static final String DELETE =
      "delete from mail_cap_windows where workspace_id = $1 and email = $2";
  private static final int BATCH = 1_000;

  private FrequencyWindows() {}

  /**
   * A statement that lets mails have their share of the cap, in the order of their ids, and returns
   * which ones have it, by address. Addresses without a cap, and mails that don't count, aren't
   * there.
   *
   * @param mails what to select from, among it {@code mail_messages m}
   * @param condition which of them are about to be sent
   */
  static String grant(String mails, String condition) {
    return GRANT.formatted(mails, condition);
  }

  /** Forgets which mails an address has got; returns how many rows had it. */
  static Future<Integer> delete(SqlClient client, long workspaceId, String email) {
    return client
        .preparedQuery(DELETE)
        .execute(Tuple.of(workspaceId, email))
        .map(rows -> rows.rowCount());
  }

  /** Deletes what is older than its window. */
  static Future<Void> deleteExpired(SqlClient client) {
    return client
        .preparedQuery(DELETE_EXPIRED)
        .execute(Tuple.of(BATCH))
        .compose(
            rows -> rows.rowCount() < BATCH ? Future.succeededFuture() : deleteExpired(client));
  }
}
