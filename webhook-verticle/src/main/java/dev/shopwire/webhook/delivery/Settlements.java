package dev.shopwire.webhook.delivery;

import dev.shopwire.common.postgres.Columns;
import dev.shopwire.webhook.due.DueDeliveries;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes the results of attempts in one statement: the log of attempts, and the delivery's end or
 * next attempt. What a worker reports after losing the lane is only logged. Not thread-safe; use
 * from one event loop.
 */
final class Settlements {
  private static final String SETTLE =
      """
      with result as materialized (
        select * from unnest($2::bigint[], $3::bigint[], $4::uuid[], $5::smallint[], $6::bigint[],
          $7::timestamptz[], $8::text[], $9::text[], $10::smallint[], $11::text[], $12::int[],
          $13::text[], $14::text[], $15::text[], $16::bigint[], $17::smallint[])
          as result (workspace_id, endpoint_id, message_id, lane, epoch, at, attempt_kind, address,
            status, outcome, duration_millis, response, action, reason, pause_millis, attempts)
      ), ours as materialized (
        select r.* from result r
        join webhook_lanes l on l.lane = r.lane and l.epoch = r.epoch and l.owner = $1
      ), logged as (
        insert into webhook_attempts (workspace_id, endpoint_id, message_id, at, kind, address, status,
          outcome, duration_millis, response)
        select workspace_id, endpoint_id, message_id, at, attempt_kind, address, status, outcome,
          duration_millis, response
        from result
        on conflict do nothing
      ), gone as (
        delete from webhook_due d using ours r
        where r.action in ('delivered', 'failed', 'parked') and d.workspace_id = r.workspace_id
          and d.endpoint_id = r.endpoint_id and d.message_id = r.message_id
        returning d.workspace_id, d.endpoint_id, d.message_id, d.kind, d.sequence, d.replay_id,
          r.action, r.reason, r.attempts
      ), kept as (
        insert into webhook_deliveries (workspace_id, endpoint_id, message_id, kind, sequence, status,
          reason, attempts)
        select workspace_id, endpoint_id, message_id, kind, sequence, action, reason, attempts
        from gone
        on conflict (workspace_id, endpoint_id, message_id) do update
        set kind = excluded.kind, sequence = excluded.sequence, status = excluded.status,
          reason = excluded.reason, attempts = excluded.attempts, settled_at = now()
      ), waiting as (
        update webhook_due d
        set attempts = r.attempts,
          next_at = case when r.action = 'retry'
            then now() + r.pause_millis * interval '1 millisecond' end
        from ours r
        where r.action in ('retry', 'wait') and d.workspace_id = r.workspace_id
          and d.endpoint_id = r.endpoint_id and d.message_id = r.message_id
      )
      update webhook_replays p set done = p.done + g.done
      from (
        select workspace_id, replay_id, count(*) as done from gone
        where replay_id is not null group by workspace_id, replay_id
      ) g
      where p.workspace_id = g.workspace_id and p.id = g.replay_id
      """;

  private final SqlClient client;
  private final UUID worker;

  Settlements(SqlClient client, UUID worker) {
    this.client = client;
    this.worker = worker;
  }

  /** May be repeated: what is already written stays as it is. */
  Future<Void> write(List<Settlement> batch) {
    Tuple columns =
        Tuple.of(worker)
            .addArrayOfLong(Columns.of(batch, new Long[batch.size()], s -> s.due().workspaceId()))
            .addArrayOfLong(Columns.of(batch, new Long[batch.size()], s -> s.due().endpointId()))
            .addArrayOfUUID(Columns.of(batch, new UUID[batch.size()], s -> s.due().messageId()))
            .addArrayOfShort(
                Columns.of(batch, new Short[batch.size()], s -> (short) s.due().lane()))
            .addArrayOfLong(Columns.of(batch, new Long[batch.size()], Settlement::epoch))
            .addArrayOfOffsetDateTime(
                Columns.of(
                    batch, new OffsetDateTime[batch.size()], s -> s.at().atOffset(ZoneOffset.UTC)))
            .addArrayOfString(Columns.of(batch, new String[batch.size()], Settlement::attemptKind))
            .addArrayOfString(Columns.of(batch, new String[batch.size()], s -> s.reply().address()))
            .addArrayOfShort(Columns.of(batch, new Short[batch.size()], Settlements::status))
            .addArrayOfString(
                Columns.of(batch, new String[batch.size()], s -> s.reply().outcome().code()))
            .addArrayOfInteger(
                Columns.of(
                    batch, new Integer[batch.size()], s -> (int) s.reply().duration().toMillis()))
            .addArrayOfString(
                Columns.of(batch, new String[batch.size()], s -> s.reply().response()))
            .addArrayOfString(Columns.of(batch, new String[batch.size()], Settlements::action))
            .addArrayOfString(Columns.of(batch, new String[batch.size()], s -> s.result().reason()))
            .addArrayOfLong(
                Columns.of(batch, new Long[batch.size()], s -> s.result().pause().toMillis()))
            .addArrayOfShort(
                Columns.of(batch, new Short[batch.size()], s -> (short) (s.due().attempts() + 1)));
    return client.preparedQuery(SETTLE).execute(columns).mapEmpty();
  }

  /** Removes the retry times of the endpoints' deliveries. */
  Future<Void> unschedule(List<DeliveryEndpoint> endpoints) {
    int size = endpoints.size();
    return DueDeliveries.unschedule(
        client,
        Columns.of(endpoints, new Long[size], DeliveryEndpoint::workspaceId),
        Columns.of(endpoints, new Long[size], DeliveryEndpoint::id));
  }

  private static @Nullable Short status(Settlement settlement) {
    Integer status = settlement.reply().status();
    return status == null ? null : (Short) status.shortValue();
  }

  private static String action(Settlement settlement) {
    return settlement.result().action().name().toLowerCase(Locale.ROOT);
  }
}
