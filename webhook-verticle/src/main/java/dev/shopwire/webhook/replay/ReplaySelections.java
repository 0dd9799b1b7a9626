package dev.shopwire.webhook.replay;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.webhook.endpoints.SubscribedEndpoint;
import dev.shopwire.webhook.lanes.Lanes;
import dev.shopwire.webhook.replay.Replays.Ref;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/**
 * Accesses the tables of the deliveries that running replays selected: what a replay sends is fixed
 * when it starts. Methods run on the caller's event loop; connections must have an open
 * transaction.
 */
public final class ReplaySelections {
  /** The number of messages in a row. */
  static final int PART = 500;

  // A generic plan fits no filter.
  private static final String PREPARE =
      """
      select set_config('jit', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true),
        set_config('statement_timeout', '1500', true)
      """;
  private static final String COUNT = "select count(*) as selected from (%s) d";
  private static final String INSERT_PARTS =
      """
      with chosen as materialized (%s), parts as (
        insert into webhook_replay_parts (workspace_id, replay_id, part, messages)
        select $1, $%d::bigint, n.part, array_agg(n.message_id order by n.message_id)
        from (
          select message_id, (row_number() over (order by message_id) - 1) / %d as part from chosen
        ) n
        group by n.part
      )
      select count(*) as selected from chosen
      """;
  private static final String INSERT =
      """
      insert into webhook_replay_selections (workspace_id, endpoint_id, replay_id, statuses)
      values ($1, $2, $3, $4)
      on conflict do nothing
      """;

  // Deliveries that are already due, that a replay of their own has settled otherwise, or whose
  // message no longer exists, count as done.
  private static final String MAKE_DUE =
      """
      with part as materialized (
        delete from webhook_replay_parts
        where workspace_id = $1 and replay_id = $2 and part = (
          select part from webhook_replay_parts
          where workspace_id = $1 and replay_id = $2
          order by part limit 1)
        returning messages
      ), next as materialized (
        select unnest(messages) as message_id from part
      ), due as (
        insert into webhook_due (
          workspace_id, endpoint_id, message_id, lane, customer_id, kind, sequence, replay_id)
        select $1, $3, n.message_id, $3::bigint % $4::bigint, coalesce(m.customer_id, 0), 'replay',
          d.sequence, $2
        from next n
        cross join lateral (
          select sequence, status from webhook_deliveries
          where workspace_id = $1 and endpoint_id = $3 and message_id = n.message_id
          offset 0
        ) d
        cross join lateral (
          select customer_id from webhook_messages
          where workspace_id = $1 and id = n.message_id
          offset 0
        ) m
        where d.status in (
          select unnest(statuses) from webhook_replay_selections
          where workspace_id = $1 and endpoint_id = $3)
        on conflict do nothing
        returning 1
      ), counted as (
        select (select count(*) from next) as taken, (select count(*) from due) as made
      )
      update webhook_replays r set done = r.done + c.taken - c.made
      from counted c
      where r.workspace_id = $1 and r.id = $2
      returning c.made
      """;

  // No worker delivers for a deleted endpoint.
  private static final String END_OF_DELETED =
      """
      with ended as (
        update webhook_replays r set status = 'done', finished_at = now()
        from webhook_endpoints e
        where e.id = r.endpoint_id and e.status = 'deleted' and r.status in ('running', 'selected')
        returning r.workspace_id, r.id
      ), finished as (
        delete from webhook_replay_selections s using ended e
        where s.workspace_id = e.workspace_id and s.replay_id = e.id
      )
      delete from webhook_replay_parts p using ended e
      where p.workspace_id = e.workspace_id and p.replay_id = e.id
      """;

  private ReplaySelections() {}

  /** Sets the limits of {@link #count} and {@link #select} until the end of the transaction. */
  static Future<Void> prepare(SqlConnection connection) {
    return connection.preparedQuery(PREPARE).execute().mapEmpty();
  }

  /** How many deliveries the filter selects now. */
  static Future<Long> count(
      SqlConnection connection, SubscribedEndpoint endpoint, ReplayFilter filter) {
    SelectionQuery query = SelectionQuery.of(endpoint, filter);
    return connection
        .preparedQuery(COUNT.formatted(query.sql()))
        .execute(query.parameters())
        .map(ReplaySelections::selected);
  }

  /**
   * Starts a replay of the deliveries that the filter selects now. Fails with 409 if another one of
   * the endpoint is running.
   */
  static Future<Replay> start(
      SqlConnection connection, SubscribedEndpoint endpoint, ReplayFilter filter) {
    return Replays.insert(connection, endpoint, filter)
        .map(id -> new Ref(endpoint.workspaceId(), id))
        .compose(
            replay ->
                insert(connection, endpoint, replay.id(), filter.statuses())
                    .compose(inserted -> select(connection, endpoint, filter, replay.id()))
                    .compose(
                        total ->
                            total == 0
                                ? Replays.finish(connection, replay).map(total)
                                : Future.succeededFuture(total))
                    .compose(total -> Replays.setTotal(connection, replay, total)));
  }

  private static Future<Void> insert(
      SqlConnection connection, SubscribedEndpoint endpoint, long replayId, List<String> statuses) {
    return connection
        .preparedQuery(INSERT)
        .execute(
            Tuple.of(endpoint.workspaceId(), endpoint.id(), replayId)
                .addArrayOfString(statuses.toArray(String[]::new)))
        .compose(
            inserted ->
                inserted.rowCount() == 1
                    ? Future.succeededFuture()
                    : Future.failedFuture(alreadyRunning()));
  }

  static Failure alreadyRunning() {
    return Failure.of(
        Code.CONFLICT,
        "replay_running",
        "A replay of this endpoint's deliveries is already running");
  }

  /** Stores what the filter selects now as the deliveries of the replay, and returns how many. */
  private static Future<Long> select(
      SqlConnection connection, SubscribedEndpoint endpoint, ReplayFilter filter, long replayId) {
    SelectionQuery query = SelectionQuery.of(endpoint, filter);
    Tuple parameters = query.parameters().addLong(replayId);
    return connection
        .preparedQuery(INSERT_PARTS.formatted(query.sql(), parameters.size(), PART))
        .execute(parameters)
        .map(ReplaySelections::selected);
  }

  private static long selected(RowSet<Row> rows) {
    return rows.iterator().next().getLong("selected");
  }

  /**
   * Makes the next part of a claimed replay due.
   *
   * @return the number of deliveries that were made due
   */
  static Future<Integer> makeDue(SqlConnection connection, Ref replay, long endpointId) {
    return connection
        .preparedQuery(MAKE_DUE)
        .execute(Tuple.of(replay.workspaceId(), replay.id(), endpointId, (long) Lanes.COUNT))
        .map(rows -> rows.iterator().next().getLong("made").intValue());
  }

  /** Ends the running replays of deleted endpoints. */
  public static Future<Void> endOfDeletedEndpoints(SqlClient client) {
    return client.preparedQuery(END_OF_DELETED).execute().mapEmpty();
  }
}
