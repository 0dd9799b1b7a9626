package dev.shopwire.webhook.delivery;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Assigns deliveries that became due their positions in the queues of their endpoints. Not
 * thread-safe; use from one event loop.
 */
final class QueuePlacement {
  /** Rows of one lane per statement, so that a full lane doesn't delay others. */
  private static final int MAX_LANE_ROWS = 200;

  /** Messages read per statement, since each may be large; the others are read later. */
  private static final int MAX_MESSAGES = 1_000;

  private static final String PLACE =
      """
      with fresh as materialized (
        select * from webhook_fresh($1, $2, $3, $4)
      ), counted as (
        update webhook_counters c
        set places = c.places + f.added, sequences = c.sequences + f.live
        from (
          select workspace_id, endpoint_id, count(*) as added,
            count(*) filter (where kind = 'live') as live
          from fresh group by workspace_id, endpoint_id
        ) f
        where c.workspace_id = f.workspace_id and c.endpoint_id = f.endpoint_id
        returning c.workspace_id, c.endpoint_id, c.places - f.added as places,
          c.sequences - f.live as sequences
      ), d as (
        update webhook_due u
        set place = p.place, sequence = coalesce(u.sequence, p.sequence)
        from (
          select f.workspace_id, f.endpoint_id, f.message_id,
            c.places + row_number() over queue as place,
            case when f.kind = 'live' then
              c.sequences + count(*) filter (where f.kind = 'live') over queue end as sequence
          from fresh f
          join counted c on c.workspace_id = f.workspace_id and c.endpoint_id = f.endpoint_id
          window queue as (partition by f.workspace_id, f.endpoint_id order by f.message_id)
        ) p
        where u.workspace_id = p.workspace_id and u.endpoint_id = p.endpoint_id
          and u.message_id = p.message_id and u.place is null
        returning u.*
      )
      select %s
      from (select *, row_number() over (order by place) as nth from d) d
      left join lateral (
        select app_id, topic, payload from webhook_messages
        where workspace_id = d.workspace_id and id = d.message_id
          and (d.kind = 'test' or d.endpoint_id <> all($5) and d.nth <= $6)
        offset 0
      ) m on true
      left join tenancy_apps a on a.id = m.app_id
      order by d.place
      """
          .formatted(DueDeliveryRow.COLUMNS);

  private final SqlClient client;
  private final UUID worker;

  QueuePlacement(SqlClient client, UUID worker) {
    this.client = client;
    this.worker = worker;
  }

  /**
   * The deliveries that were placed.
   *
   * @param unread those whose messages weren't read
   * @param full whether there may be more to place
   */
  record Placed(List<DueDelivery> due, List<Unread> unread, boolean full) {}

  /** A delivery whose message wasn't read. */
  record Unread(long endpointId, long place, DueDelivery.Kind kind) {}

  /**
   * Assigns positions to deliveries that have none, in the order of their causes.
   *
   * @param all whether to place all, otherwise only recent ones
   * @param closed endpoints that keep no new deliveries in memory: their messages aren't read
   */
  Future<Placed> place(Collection<Integer> lanes, boolean all, Collection<Long> closed) {
    return client
        .preparedQuery(PLACE)
        .execute(
            Tuple.of(worker)
                .addArrayOfInteger(lanes.toArray(Integer[]::new))
                .addBoolean(all)
                .addInteger(MAX_LANE_ROWS)
                .addArrayOfLong(closed.toArray(Long[]::new))
                .addInteger(MAX_MESSAGES))
        .map(QueuePlacement::placed);
  }

  private static Placed placed(RowSet<Row> rows) {
    List<DueDelivery> due = new ArrayList<>(rows.size());
    List<Unread> unread = new ArrayList<>();
    Map<Integer, Integer> ofLane = new HashMap<>();
    for (Row row : rows) {
      ofLane.merge(row.getInteger("lane"), 1, Integer::sum);
      if (row.getString("topic") == null) {
        unread.add(
            new Unread(row.getLong("endpoint_id"), row.getLong("place"), DueDeliveryRow.kind(row)));
      } else {
        due.add(DueDeliveryRow.one(row));
      }
    }
    return new Placed(due, unread, ofLane.containsValue(MAX_LANE_ROWS));
  }
}
