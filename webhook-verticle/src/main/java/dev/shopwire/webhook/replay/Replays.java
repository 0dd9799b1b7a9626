package dev.shopwire.webhook.replay;

import dev.shopwire.common.postgres.Rows;
import dev.shopwire.webhook.lanes.Lanes;
import dev.shopwire.webhook.log.SubscribedEndpoint;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;

/**
 * Accesses the table of replays for the console's requests. A replay of a single delivery has the
 * same {@code since} and {@code until}. Methods run on the caller's event loop.
 */
final class Replays {
  private static final String COLUMNS =
      " id, endpoint_id, since, until, total, done, status, created_at, finished_at ";
  private static final String FIND = "select" + COLUMNS + "from webhook_replays where id = $1";

  // Of two concurrent callers the second waits here, and then sees the first one's replay.
  private static final String ONE_AT_A_TIME =
      "select pg_advisory_xact_lock(hashtextextended('webhook_replays', $1))";
  private static final String INSERT_OF_FAILED =
      """
      insert into webhook_replays (
        workspace_id, endpoint_id, since, until, cursor, total, status, finished_at)
      select $1, $2, $3, now(), webhook_message_floor($3), f.total,
        case when f.total = 0 then 'done' else 'running' end,
        case when f.total = 0 then now() end
      from (
        select count(*) as total from webhook_deliveries
        where workspace_id = $1 and endpoint_id = $2 and message_id > webhook_message_floor($3)
          and message_id < webhook_message_floor(now() + interval '1 millisecond')
          and status in ('failed', 'parked') and kind <> 'test'
      ) f
      where not exists (
        select from webhook_replays
        where endpoint_id = $2 and status = 'running' and since < until
      )
      returning
      """
          + COLUMNS;
  private static final String INSERT_OF_ONE =
      """
      insert into webhook_replays (workspace_id, endpoint_id, since, until, cursor, total)
      values ($1, $2, $3, $3, webhook_message_floor($3::timestamptz + interval '1 millisecond'), 1)
      returning
      """
          + COLUMNS;
  private static final String INSERT_DUE =
      """
      insert into webhook_due (
        workspace_id, endpoint_id, message_id, lane, customer_id, kind, sequence, replay_id)
      select d.workspace_id, d.endpoint_id, d.message_id, d.endpoint_id % $5::bigint,
        coalesce(m.customer_id, 0), 'replay', d.sequence, $4
      from webhook_deliveries d
      join webhook_messages m on m.workspace_id = d.workspace_id and m.id = d.message_id
      where d.workspace_id = $1 and d.endpoint_id = $2 and d.message_id = $3
      on conflict do nothing
      """;

  private Replays() {}

  static Future<Optional<Replay>> find(SqlClient client, long id) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(id))
        .map(rows -> Rows.first(rows, Replay::read));
  }

  /** Empty if a replay of the endpoint's failed deliveries is already running. */
  static Future<Optional<Replay>> insertOfFailed(
      SqlConnection connection, SubscribedEndpoint endpoint, Instant since) {
    return connection
        .preparedQuery(ONE_AT_A_TIME)
        .execute(Tuple.of(endpoint.id()))
        .compose(
            alone ->
                connection
                    .preparedQuery(INSERT_OF_FAILED)
                    .execute(
                        Tuple.of(
                            endpoint.workspaceId(), endpoint.id(), since.atOffset(ZoneOffset.UTC))))
        .map(rows -> Rows.first(rows, Replay::read));
  }

  static Future<Replay> insertOfOne(
      SqlConnection connection, SubscribedEndpoint endpoint, Instant at) {
    return connection
        .preparedQuery(INSERT_OF_ONE)
        .execute(Tuple.of(endpoint.workspaceId(), endpoint.id(), at.atOffset(ZoneOffset.UTC)))
        .map(rows -> Replay.read(rows.iterator().next()));
  }

  /** Whether this made the delivery due; false if it already was, or is past retention. */
  static Future<Boolean> insertDue(
      SqlConnection connection, SubscribedEndpoint endpoint, UUID message, Replay replay) {
    return connection
        .preparedQuery(INSERT_DUE)
        .execute(
            Tuple.of(
                endpoint.workspaceId(), endpoint.id(), message, replay.id(), (long) Lanes.COUNT))
        .map(rows -> rows.rowCount() > 0);
  }
}
