package dev.shopwire.webhook.purging;

import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;

/**
 * Expires deliveries that were due for too long, whatever the state of their endpoint. Methods run
 * on the caller's event loop; several processes may call at once.
 */
final class Expiry {
  private static final int BATCH = 1_000;

  // Reads each endpoint's key range, not all due rows. Skips rows that another transaction has
  // locked and is about to end. A replay's time runs from its start, but it also expires when its
  // message is past retention, since the log then no longer shows it.
  private static final String EXPIRE =
      """
      with old as materialized (
        select o.*
        from webhook_endpoints e
        cross join lateral (
          select d.workspace_id, d.endpoint_id, d.message_id
          from webhook_due d
          where d.workspace_id = e.workspace_id and d.endpoint_id = e.id
            and d.message_id < webhook_message_floor(now() - make_interval(days => $1))
            and (d.kind <> 'replay'
              or ($2 > 0 and d.message_id < webhook_message_floor(
                date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'
                  - make_interval(days => $2 - 1)))
              or exists (
                select from webhook_replays r
                where r.workspace_id = d.workspace_id and r.id = d.replay_id
                  and r.created_at < now() - make_interval(days => $1)))
          order by d.message_id limit $3
          for update of d skip locked
        ) o
        limit $3
      ), gone as (
        delete from webhook_due d using old o
        where d.workspace_id = o.workspace_id and d.endpoint_id = o.endpoint_id
          and d.message_id = o.message_id
        returning d.*
      ), counted as (
        update webhook_replays r set done = r.done + g.ended
        from (
          select workspace_id, replay_id, count(*) as ended from gone
          where replay_id is not null group by workspace_id, replay_id
        ) g
        where r.workspace_id = g.workspace_id and r.id = g.replay_id
      ), settled as (
        insert into webhook_deliveries (
          workspace_id, endpoint_id, message_id, kind, sequence, status, reason, attempts)
        select workspace_id, endpoint_id, message_id, kind, sequence, 'failed', 'expired', attempts
        from gone
        on conflict (workspace_id, endpoint_id, message_id) do update
        set kind = excluded.kind, sequence = excluded.sequence, status = excluded.status,
          reason = excluded.reason, attempts = excluded.attempts, settled_at = now()
      )
      select count(*) as expired from gone
      """;

  private Expiry() {}

  /**
   * @return the number of expired deliveries
   */
  static Future<Long> run(Pool pool, WebhookPurgeConfig config) {
    return run(pool, config, 0);
  }

  private static Future<Long> run(Pool pool, WebhookPurgeConfig config, long expiredBefore) {
    return pool.preparedQuery(EXPIRE)
        .execute(Tuple.of(config.pendingDays(), config.retentionDays(), BATCH))
        .map(rows -> rows.iterator().next().getLong("expired"))
        .compose(
            expired ->
                expired < BATCH
                    ? Future.succeededFuture(expiredBefore + expired)
                    : run(pool, config, expiredBefore + expired));
  }
}
