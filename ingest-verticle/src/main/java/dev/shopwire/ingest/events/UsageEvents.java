package dev.shopwire.ingest.events;

import dev.shopwire.common.postgres.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;

/**
 * Inserts usage events into {@code usage_event_ids}, which makes ids unique permanently, and into
 * {@code usage_events}, partitioned by month of arrival (docs/decisions/0001). Not thread-safe; use
 * from one event loop.
 */
final class UsageEvents {
  // The CASE keeps the planner from turning IN into a join: it expects about ten rows from unnest,
  // and a nested loop over a thousand rows would cost a hundred times more than the hash.
  private static final String INSERT =
      """
      with fresh as (
        insert into usage_event_ids (app_id, event_key)
        select app_id, event_key from unnest($1::bigint[], $2::uuid[]) as id (app_id, event_key)
        on conflict (app_id, event_key) do nothing
        returning app_id, event_key
      ), stored as (
        insert into usage_events (app_id, event_key, event_id, event_name, customer_id,
          occurred_at, path, session_key, properties, group_id)
        select app_id, event_key, event_id, event_name, customer_id,
          occurred_at, path, session_key, properties::jsonb,
          (select nextval('usage_event_groups'))
        from unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[], $5::bigint[],
          $6::timestamptz[], $7::text[], $8::text[], $9::text[])
          as event (app_id, event_key, event_id, event_name, customer_id,
            occurred_at, path, session_key, properties)
        where case when (app_id, event_key) in (select app_id, event_key from fresh) then true end
      )
      select case when (select count(*) from fresh) < cardinality($1::bigint[]) then array(
        select position::int from unnest($1::bigint[], $2::uuid[]) with ordinality
          as id (app_id, event_key, position)
        where case when (app_id, event_key) in (select app_id, event_key from fresh)
          then false else true end)
      end as duplicates,
      exists (
        select from webhook_subscribers
        where workspace_id = any($10) and topic = 'customers/usage_event'
      ) as wanted
      """;

  private UsageEvents() {}

  /**
   * Stores the events of {@code group} whose ids are new, in one statement and one round trip, and
   * sets the status of every event. A trigger records which workspaces need webhooks.
   *
   * @param group in {@link GroupedEvent#WRITE_ORDER}, distinct, with customer ids
   * @return whether any webhook endpoint subscribes to usage events of these workspaces
   */
  static Future<Boolean> insert(SqlConnection connection, List<GroupedEvent> group) {
    return connection
        .preparedQuery(INSERT)
        .execute(columns(group))
        .map(
            rows -> {
              Row row = rows.iterator().next();
              setStatuses(group, row);
              return row.getBoolean("wanted");
            });
  }

  private static void setStatuses(List<GroupedEvent> group, Row row) {
    group.forEach(event -> event.status = GroupedEvent.Status.ACCEPTED);
    Integer[] duplicates = row.getArrayOfIntegers("duplicates");
    if (duplicates != null) {
      for (int position : duplicates) {
        group.get(position - 1).status = GroupedEvent.Status.DUPLICATE;
      }
    }
  }

  private static Tuple columns(List<GroupedEvent> group) {
    int size = group.size();
    return Tuple.tuple()
        .addArrayOfLong(Columns.of(group, new Long[size], event -> event.grant.appId()))
        .addArrayOfUUID(Columns.of(group, new UUID[size], event -> event.event.key()))
        .addArrayOfString(Columns.of(group, new String[size], event -> event.event.storedEventId()))
        .addArrayOfString(Columns.of(group, new String[size], event -> event.event.eventName()))
        .addArrayOfLong(Columns.of(group, new Long[size], event -> event.customerId))
        .addArrayOfOffsetDateTime(
            Columns.of(group, new OffsetDateTime[size], event -> time(event.event.occurredAt())))
        .addArrayOfString(Columns.of(group, new String[size], event -> event.event.path()))
        .addArrayOfString(Columns.of(group, new String[size], event -> event.event.sessionKey()))
        .addArrayOfString(Columns.of(group, new String[size], event -> event.event.properties()))
        .addArrayOfLong(
            group.stream().map(event -> event.grant.workspaceId()).distinct().toArray(Long[]::new));
  }

  /** Avoids Instant.atOffset, which creates the zone rules of UTC for every event. */
  private static OffsetDateTime time(Instant instant) {
    return LocalDateTime.ofEpochSecond(instant.getEpochSecond(), instant.getNano(), ZoneOffset.UTC)
        .atOffset(ZoneOffset.UTC);
  }
}
