package dev.shopwire.webhook.delivery;

import dev.shopwire.common.postgres.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the queues of endpoints from the table of due deliveries, with their messages. A result is
 * valid only for the moment of the read. Not thread-safe; use from one event loop.
 */
final class DueDeliveryReads {
  private static final String AFTER =
      """
      select %s
      from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::boolean[], $5::int[])
        as q (workspace_id, endpoint_id, place, live, most)
      cross join lateral (
        select * from webhook_due
        where workspace_id = q.workspace_id and endpoint_id = q.endpoint_id and place > q.place
          and next_at is null and (kind = 'live') = q.live
        order by place limit q.most
      ) d %s
      order by d.place
      """
          .formatted(DueDeliveryRow.COLUMNS, DueDeliveryRow.MESSAGE);
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
          .formatted(DueDeliveryRow.COLUMNS, DueDeliveryRow.MESSAGE);
  private static final String TO_RETRY =
      """
      select %s
      from unnest($1::bigint[], $2::bigint[]) as q (workspace_id, endpoint_id)
      cross join lateral (
        select * from webhook_due
        where workspace_id = q.workspace_id and endpoint_id = q.endpoint_id and next_at <= now()
        order by next_at limit $3
      ) d %s
      """
          .formatted(DueDeliveryRow.COLUMNS, DueDeliveryRow.MESSAGE);
  private static final String NEXT_RETRIES =
      """
      select q.endpoint_id,
        (extract(epoch from (
          select min(next_at) from webhook_due
          where workspace_id = q.workspace_id and endpoint_id = q.endpoint_id and next_at > now()
        ) - now()) * 1000)::bigint as millis
      from unnest($1::bigint[], $2::bigint[]) as q (workspace_id, endpoint_id)
      """;

  private static final String PLACED_LATER =
      """
      select q.endpoint_id from unnest($1::bigint[], $2::bigint[], $3::bigint[])
        as q (workspace_id, endpoint_id, place)
      where exists (
        select from webhook_due d
        where d.workspace_id = q.workspace_id and d.endpoint_id = q.endpoint_id
          and d.place > q.place and d.next_at is null
        offset 0)
      """;

  // Of an ordered endpoint, only a customer's first delivery may be sent.
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
          .formatted(DueDeliveryRow.COLUMNS, DueDeliveryRow.MESSAGE);

  private final SqlClient client;

  DueDeliveryReads(SqlClient client) {
    this.client = client;
  }

  /**
   * A query for an endpoint's queue.
   *
   * @param afterPlace the position after which to read
   * @param live whether to read live deliveries, otherwise replays and tests
   */
  record Query(long workspaceId, long endpointId, long afterPlace, boolean live, int limit) {}

  /** The next deliveries of queues. */
  Future<List<DueDelivery>> after(List<Query> queries) {
    return client
        .preparedQuery(AFTER)
        .execute(
            Tuple.tuple()
                .addArrayOfLong(Columns.of(queries, new Long[queries.size()], Query::workspaceId))
                .addArrayOfLong(Columns.of(queries, new Long[queries.size()], Query::endpointId))
                .addArrayOfLong(Columns.of(queries, new Long[queries.size()], Query::afterPlace))
                .addArrayOfBoolean(Columns.of(queries, new Boolean[queries.size()], Query::live))
                .addArrayOfInteger(Columns.of(queries, new Integer[queries.size()], Query::limit)))
        .map(DueDeliveryRow::all);
  }

  /** The first deliveries of an ordered queue, without those about {@code customers}. */
  Future<List<DueDelivery>> ofOtherCustomers(
      long workspaceId, long endpointId, Collection<Long> customers, int limit) {
    return client
        .preparedQuery(OF_OTHER_CUSTOMERS)
        .execute(
            Tuple.of(workspaceId, endpointId)
                .addArrayOfLong(customers.toArray(Long[]::new))
                .addInteger(limit))
        .map(DueDeliveryRow::all);
  }

  /** Deliveries whose retry is due, at most {@code limit} per endpoint. */
  Future<List<DueDelivery>> toRetry(Collection<EndpointQueue> queues, int limit) {
    return client
        .preparedQuery(TO_RETRY)
        .execute(keys(queues).addInteger(limit))
        .map(DueDeliveryRow::all);
  }

  /** Milliseconds until the next retry, by endpoint id; without endpoints that have none. */
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

  /** Ids of endpoints with a delivery at a position beyond the last one their queue knows. */
  Future<Set<Long>> placedLater(List<EndpointQueue> queues) {
    return client
        .preparedQuery(PLACED_LATER)
        .execute(
            keys(queues)
                .addArrayOfLong(
                    Columns.of(queues, new Long[queues.size()], EndpointQueue::lastKnownPlace)))
        .map(
            rows -> {
              Set<Long> endpoints = new HashSet<>();
              rows.forEach(row -> endpoints.add(row.getLong("endpoint_id")));
              return endpoints;
            });
  }

  /** The first delivery after a position with which a failing endpoint may be probed; or none. */
  Future<List<DueDelivery>> toProbe(
      long workspaceId, long endpointId, long afterPlace, boolean ordered) {
    return client
        .preparedQuery(TO_PROBE)
        .execute(Tuple.of(workspaceId, endpointId, afterPlace, ordered))
        .map(DueDeliveryRow::all);
  }

  private static Tuple keys(Collection<EndpointQueue> queues) {
    List<DeliveryEndpoint> endpoints = queues.stream().map(EndpointQueue::endpoint).toList();
    return Tuple.tuple()
        .addArrayOfLong(
            Columns.of(endpoints, new Long[endpoints.size()], DeliveryEndpoint::workspaceId))
        .addArrayOfLong(Columns.of(endpoints, new Long[endpoints.size()], DeliveryEndpoint::id));
  }
}
