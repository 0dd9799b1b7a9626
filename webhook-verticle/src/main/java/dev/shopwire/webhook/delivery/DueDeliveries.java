package dev.shopwire.webhook.delivery;

import dev.shopwire.common.postgres.Columns;
import dev.shopwire.webhook.signing.Message;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** The table of what is due, read. What a read finds is of this moment. For one event loop. */
final class DueDeliveries {
  /** How much of one lane a read takes, so that a full lane delays no other. */
  private static final int LANE_ROWS = 200;

  // OFFSET 0 keeps each message a look-up by its key, whatever the planner thinks of how many.
  private static final String MESSAGE =
      """
      cross join lateral (
        select app_id, topic, payload from webhook_messages
        where workspace_id = d.workspace_id and id = d.message_id offset 0
      ) m
      left join apps a on a.id = m.app_id
      """;
  private static final String COLUMNS =
      """
      d.workspace_id, d.endpoint_id, d.message_id, d.lane, d.customer_id, d.kind, d.place,
      d.sequence, d.attempts, d.replay_id,
      m.topic, m.payload::text as payload, m.app_id, a.name as app_name, a.slug as app_slug
      """;
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
      select %s from d
      left join lateral (
        select app_id, topic, payload from webhook_messages
        where workspace_id = d.workspace_id and id = d.message_id
          and (d.kind = 'test' or d.endpoint_id <> all($5))
        offset 0
      ) m on true
      left join apps a on a.id = m.app_id
      order by d.place
      """
          .formatted(COLUMNS);
  private static final String AFTER =
      """
      select %s
      from unnest($1::int[], $2::bigint[], $3::bigint[], $4::boolean[], $5::int[])
        as q (workspace_id, endpoint_id, place, live, most)
      cross join lateral (
        select * from webhook_due
        where workspace_id = q.workspace_id and endpoint_id = q.endpoint_id and place > q.place
          and next_at is null and (kind = 'live') = q.live
        order by place limit q.most
      ) d %s
      order by d.place
      """
          .formatted(COLUMNS, MESSAGE);
  private static final String OF_OTHER_CUSTOMERS =
      """
      select %s
      from (
        select * from webhook_due
        where workspace_id = $1 and endpoint_id = $2 and place > 0 and next_at is null
          and kind = 'live' and customer_id <> all($3)
        order by place limit $4
      ) d %s
      order by d.place
      """
          .formatted(COLUMNS, MESSAGE);
  private static final String TO_RETRY =
      """
      select %s
      from unnest($1::int[], $2::bigint[]) as q (workspace_id, endpoint_id)
      cross join lateral (
        select * from webhook_due
        where workspace_id = q.workspace_id and endpoint_id = q.endpoint_id and next_at <= now()
        order by next_at limit $3
      ) d %s
      """
          .formatted(COLUMNS, MESSAGE);
  private static final String NEXT_RETRIES =
      """
      select q.endpoint_id,
        (extract(epoch from (
          select min(next_at) from webhook_due
          where workspace_id = q.workspace_id and endpoint_id = q.endpoint_id and next_at > now()
        ) - now()) * 1000)::bigint as millis
      from unnest($1::int[], $2::bigint[]) as q (workspace_id, endpoint_id)
      """;

  // Of an ordered endpoint only the first one of a customer may be sent.
  private static final String TO_PROBE =
      """
      select %s
      from (
        select * from webhook_due d
        where workspace_id = $1 and endpoint_id = $2 and place > $3 and kind <> 'test'
          and (not $4 or not exists (
            select from webhook_due b
            where b.workspace_id = d.workspace_id and b.endpoint_id = d.endpoint_id
              and b.customer_id = d.customer_id and b.place < d.place and b.kind = 'live'))
        order by place limit 1
      ) d %s
      """
          .formatted(COLUMNS, MESSAGE);
  private final SqlClient client;

  DueDeliveries(SqlClient client) {
    this.client = client;
  }

  /**
   * A question about an endpoint's queue.
   *
   * @param live whether it is about what just happened, or else about what is sent again
   */
  record Question(int workspaceId, long endpointId, long afterPlace, boolean live, int most) {}

  /**
   * What was placed.
   *
   * @param left the endpoints of those without their messages
   * @param full whether there may be more
   */
  record Placed(List<Due> due, Set<Long> left, boolean full) {}

  /**
   * Gives those that have none a place in their endpoint's queue, in the order of their causes.
   *
   * @param all or else only what is young
   * @param closed endpoints that take nothing now, so that their messages needn't be read
   */
  Future<Placed> place(
      UUID worker, Collection<Integer> lanes, boolean all, Collection<Long> closed) {
    return client
        .preparedQuery(PLACE)
        .execute(
            Tuple.of(worker)
                .addArrayOfInteger(lanes.toArray(Integer[]::new))
                .addBoolean(all)
                .addInteger(LANE_ROWS)
                .addArrayOfLong(closed.toArray(Long[]::new)))
        .map(DueDeliveries::placed);
  }

  private static Placed placed(RowSet<Row> rows) {
    List<Due> due = new ArrayList<>(rows.size());
    Set<Long> left = new HashSet<>();
    Map<Integer, Integer> ofLane = new HashMap<>();
    for (Row row : rows) {
      ofLane.merge(row.getInteger("lane"), 1, Integer::sum);
      if (row.getString("topic") == null) {
        left.add(row.getLong("endpoint_id"));
      } else {
        due.add(read(row));
      }
    }
    return new Placed(due, left, ofLane.containsValue(LANE_ROWS));
  }

  /** The next ones of queues. */
  Future<List<Due>> after(List<Question> questions) {
    return client
        .preparedQuery(AFTER)
        .execute(
            Tuple.tuple()
                .addArrayOfInteger(
                    Columns.of(questions, new Integer[questions.size()], Question::workspaceId))
                .addArrayOfLong(
                    Columns.of(questions, new Long[questions.size()], Question::endpointId))
                .addArrayOfLong(
                    Columns.of(questions, new Long[questions.size()], Question::afterPlace))
                .addArrayOfBoolean(
                    Columns.of(questions, new Boolean[questions.size()], Question::live))
                .addArrayOfInteger(
                    Columns.of(questions, new Integer[questions.size()], Question::most)))
        .map(DueDeliveries::read);
  }

  /** The first ones of an ordered queue that are about none of {@code customers}. */
  Future<List<Due>> ofOtherCustomers(
      int workspaceId, long endpointId, Collection<Long> customers, int most) {
    return client
        .preparedQuery(OF_OTHER_CUSTOMERS)
        .execute(
            Tuple.of(workspaceId, endpointId)
                .addArrayOfLong(customers.toArray(Long[]::new))
                .addInteger(most))
        .map(DueDeliveries::read);
  }

  /** Those whose time has come to be tried again, {@code most} an endpoint. */
  Future<List<Due>> toRetry(Collection<EndpointQueue> queues, int most) {
    return client
        .preparedQuery(TO_RETRY)
        .execute(keys(queues).addInteger(most))
        .map(DueDeliveries::read);
  }

  /** In how many milliseconds something is to be tried again; nothing of those without. */
  Future<Map<Long, Long>> nextRetries(Collection<EndpointQueue> queues) {
    return client
        .preparedQuery(NEXT_RETRIES)
        .execute(keys(queues))
        .map(
            rows -> {
              Map<Long, Long> millis = new HashMap<>();
              for (Row row : rows) {
                if (row.getLong("millis") != null) {
                  millis.put(row.getLong("endpoint_id"), row.getLong("millis"));
                }
              }
              return millis;
            });
  }

  /** The first one after a place, by which a failing endpoint may be tried; or none. */
  Future<List<Due>> toProbe(int workspaceId, long endpointId, long afterPlace, boolean ordered) {
    return client
        .preparedQuery(TO_PROBE)
        .execute(Tuple.of(workspaceId, endpointId, afterPlace, ordered))
        .map(DueDeliveries::read);
  }

  private static Tuple keys(Collection<EndpointQueue> queues) {
    return Tuple.tuple()
        .addArrayOfInteger(
            Columns.of(
                List.copyOf(queues),
                new Integer[List.copyOf(queues).size()],
                q -> q.endpoint().workspaceId()))
        .addArrayOfLong(
            Columns.of(
                List.copyOf(queues), new Long[List.copyOf(queues).size()], q -> q.endpoint().id()));
  }

  private static List<Due> read(RowSet<Row> rows) {
    List<Due> due = new ArrayList<>(rows.size());
    for (Row row : rows) {
      due.add(read(row));
    }
    return due;
  }

  private static Due read(Row row) {
    Integer appId = row.getInteger("app_id");
    Message.App app =
        appId == null
            ? null
            : new Message.App(
                appId.toString(), row.getString("app_name"), row.getString("app_slug"));
    return new Due(
        row.getInteger("workspace_id"),
        row.getLong("endpoint_id"),
        row.getInteger("lane"),
        row.getLong("customer_id"),
        Due.Kind.valueOf(row.getString("kind").toUpperCase(Locale.ROOT)),
        row.getLong("place"),
        row.getLong("sequence"),
        row.getInteger("attempts"),
        row.getLong("replay_id"),
        new Message(
            row.getUUID("message_id"),
            row.getInteger("workspace_id"),
            row.getString("topic"),
            app,
            row.getString("payload")));
  }
}
