package dev.shopwire.webhook.replay;

import dev.shopwire.common.postgres.Rows;
import dev.shopwire.webhook.endpoints.SubscribedEndpoint;
import dev.shopwire.webhook.lanes.Lanes;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Accesses the table of replays. A replay of a single delivery has the same {@code since} and
 * {@code until}; all others are {@code selected} until they are done ({@link ReplaySelections}).
 * Those that the previous version started are {@code running} and take, in the order of messages,
 * whatever has failed when their {@code cursor} arrives there. A statement that ends a delivery
 * whose due row names a replay must add it to that replay's {@code done} when it deletes the row.
 * Methods run on the caller's event loop.
 */
public final class Replays {
  private static final String COLUMNS =
      " id, endpoint_id, since, until, total, done, status, created_at, finished_at ";
  private static final String FIND = "select" + COLUMNS + "from webhook_replays where id = $1";

  // Of two concurrent callers the second waits here, and then sees the first one's replay, also if
  // one of them is of the previous version.
  private static final String ONE_AT_A_TIME =
      "select pg_advisory_xact_lock(hashtextextended('webhook_replays', $1))";
  private static final String INSERT =
      """
      insert into webhook_replays (
        workspace_id, endpoint_id, since, until, cursor, total, status)
      select $1::bigint, $2::bigint, $3::timestamptz, least($4::timestamptz, now()),
        webhook_message_floor($3), 0, 'selected'
      where not exists (
        select from webhook_replays
        where endpoint_id = $2 and status = 'running' and since < until
      )
      returning id
      """;
  private static final String SET_TOTAL =
      """
      update webhook_replays set total = $3
      where workspace_id = $1 and id = $2
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
  private static final String RUNNING =
      """
      select workspace_id, id from webhook_replays
      where status = 'running' and endpoint_id = any ($1)
      union all
      select workspace_id, replay_id from webhook_replay_selections where endpoint_id = any ($1)
      """;

  // A concurrent caller finds nothing to do.
  private static final String CLAIM =
      """
      select r.endpoint_id, (
          select count(*) from (
            select from webhook_due
            where workspace_id = r.workspace_id and endpoint_id = r.endpoint_id
              and replay_id = r.id
            limit $3
          ) due
        ) as due,
        r.status = 'selected' as is_selected,
        case r.status
          when 'selected' then not exists (
            select from webhook_replay_parts
            where workspace_id = r.workspace_id and replay_id = r.id)
          else r.cursor >= webhook_message_floor(r.until + interval '1 millisecond')
        end as all_due
      from webhook_replays r
      where r.workspace_id = $1 and r.id = $2 and r.status in ('running', 'selected')
      for update of r skip locked
      """;

  // For replays of the previous version. Deliveries that are already due, or whose message no
  // longer
  // exists, count as done.
  private static final String MAKE_DUE =
      """
      with next as materialized (
        select d.message_id, d.sequence
        from webhook_replays r
        cross join lateral (
          select message_id, sequence from webhook_deliveries
          where workspace_id = r.workspace_id and endpoint_id = r.endpoint_id
            and message_id > r.cursor
            and message_id < webhook_message_floor(r.until + interval '1 millisecond')
            and status in ('failed', 'parked') and kind <> 'test'
          order by message_id limit $4
        ) d
        where r.workspace_id = $1 and r.id = $2
      ), due as (
        insert into webhook_due (
          workspace_id, endpoint_id, message_id, lane, customer_id, kind, sequence, replay_id)
        select $1, $3, n.message_id, $3::bigint % $5::bigint, coalesce(m.customer_id, 0), 'replay',
          n.sequence, $2
        from next n
        join webhook_messages m on m.workspace_id = $1 and m.id = n.message_id
        where not exists (
          select from webhook_due
          where workspace_id = $1 and endpoint_id = $3 and message_id = n.message_id
        )
        on conflict do nothing
        returning 1
      ), counted as (
        select (select count(*) from next) as taken, (select count(*) from due) as made
      )
      update webhook_replays r
      set done = r.done + c.taken - c.made,
        cursor = case when c.taken = $4
          then (select message_id from next order by message_id desc limit 1)
          else webhook_message_floor(r.until + interval '1 millisecond') end
      from counted c
      where r.workspace_id = $1 and r.id = $2
      returning c.made
      """;

  // Some deliveries may have ended without being counted, such as skipped ones. The total of a
  // replay of the previous version misses what failed after its start.
  private static final String FINISH =
      """
      with finished as (
        delete from webhook_replay_selections where workspace_id = $1 and replay_id = $2
      )
      update webhook_replays set status = 'done', finished_at = now(),
        total = greatest(total, done), done = greatest(total, done)
      where workspace_id = $1 and id = $2
      """;

  private static final String DELETE_DONE =
      """
      delete from webhook_replays
      where status = 'done' and finished_at < now() - make_interval(days => $1)
      """;

  private Replays() {}

  static Future<Optional<Replay>> find(SqlClient client, long id) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(id))
        .map(rows -> Rows.first(rows, Replay::read));
  }

  /**
   * Inserts a replay whose deliveries are yet to be selected; fails with 409 if the endpoint has a
   * running one of the previous version.
   *
   * @return its id
   */
  static Future<Long> insert(
      SqlConnection connection, SubscribedEndpoint endpoint, ReplayFilter filter) {
    Tuple columns =
        Tuple.of(
            endpoint.workspaceId(),
            endpoint.id(),
            filter.since().atOffset(ZoneOffset.UTC),
            filter.until().map(until -> until.atOffset(ZoneOffset.UTC)).orElse(null));
    return connection
        .preparedQuery(ONE_AT_A_TIME)
        .execute(Tuple.of(endpoint.id()))
        .compose(alone -> connection.preparedQuery(INSERT).execute(columns))
        .map(
            rows ->
                Rows.first(rows, row -> row.getLong("id"))
                    .orElseThrow(ReplaySelections::alreadyRunning));
  }

  static Future<Replay> setTotal(SqlConnection connection, Ref replay, long total) {
    return connection
        .preparedQuery(SET_TOTAL)
        .execute(Tuple.of(replay.workspaceId(), replay.id(), total))
        .map(rows -> Replay.read(rows.iterator().next()));
  }

  static Future<Replay> insertOfOne(
      SqlConnection connection, SubscribedEndpoint endpoint, Instant at) {
    return connection
        .preparedQuery(INSERT_OF_ONE)
        .execute(Tuple.of(endpoint.workspaceId(), endpoint.id(), at.atOffset(ZoneOffset.UTC)))
        .map(rows -> Replay.read(rows.iterator().next()));
  }

  /** Identifies a replay. */
  record Ref(long workspaceId, long id) {}

  /**
   * How far a running replay is.
   *
   * @param due how many of its deliveries are due, up to the limit of the query
   * @param isSelected whether its deliveries were selected at its start
   * @param allDue whether all its deliveries have been made due
   */
  record Progress(long endpointId, long due, boolean isSelected, boolean allDue) {}

  /** The running replays of these endpoints. */
  static Future<List<Ref>> running(SqlClient client, Collection<Long> endpointIds) {
    return client
        .preparedQuery(RUNNING)
        .execute(Tuple.tuple().addArrayOfLong(endpointIds.toArray(Long[]::new)))
        .map(
            rows ->
                Rows.list(rows, row -> new Ref(row.getLong("workspace_id"), row.getLong("id"))));
  }

  /**
   * Claims a replay until the end of the transaction.
   *
   * @param limit up to which its due deliveries are counted
   * @return empty if it is claimed by another transaction, or done
   */
  static Future<Optional<Progress>> claim(SqlConnection connection, Ref replay, int limit) {
    return connection
        .preparedQuery(CLAIM)
        .execute(Tuple.of(replay.workspaceId(), replay.id(), limit))
        .map(
            rows ->
                Rows.first(
                    rows,
                    row ->
                        new Progress(
                            row.getLong("endpoint_id"),
                            row.getLong("due"),
                            row.getBoolean("is_selected"),
                            row.getBoolean("all_due"))));
  }

  /**
   * Makes the next deliveries of a claimed replay of the previous version due.
   *
   * @param limit how many failed deliveries to read at most
   * @return how many were made due
   */
  static Future<Integer> makeDue(SqlConnection connection, Ref replay, long endpointId, int limit) {
    return connection
        .preparedQuery(MAKE_DUE)
        .execute(Tuple.of(replay.workspaceId(), replay.id(), endpointId, limit, (long) Lanes.COUNT))
        .map(rows -> rows.iterator().next().getLong("made").intValue());
  }

  static Future<Void> finish(SqlConnection connection, Ref replay) {
    return connection
        .preparedQuery(FINISH)
        .execute(Tuple.of(replay.workspaceId(), replay.id()))
        .mapEmpty();
  }

  /** Deletes replays that were done more than {@code days} ago. */
  public static Future<Void> deleteDone(SqlClient client, int days) {
    return client.preparedQuery(DELETE_DONE).execute(Tuple.of(days)).mapEmpty();
  }
}
