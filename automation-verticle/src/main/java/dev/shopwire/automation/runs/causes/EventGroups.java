package dev.shopwire.automation.runs.causes;

import dev.shopwire.common.postgres.Columns;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;

/**
 * The table of groups of usage events that flows want and that were not read yet; a trigger adds
 * them. Methods run on the caller's event loop.
 */
public final class EventGroups {
  private static final String HORIZON = "select flow_horizon() as horizon";
  private static final String LOCK =
      """
      select pg_try_advisory_xact_lock(hashtextextended('flow_event_groups', $1)) as is_mine,
        set_config('enable_seqscan', 'off', true)
      """;
  private static final String OLDEST =
      """
      select received_at, app_id, group_id, received_to, events from flow_event_groups
      where workspace_id = $1 and received_at < $2
        and (retry_at is null or retry_at <= clock_timestamp())
      order by received_at, app_id, group_id limit $3
      """;
  private static final String DELETE =
      """
      delete from flow_event_groups g
      using unnest($2::timestamptz[], $3::bigint[], $4::bigint[]) k (received_at, app_id, group_id)
      where g.workspace_id = $1 and g.received_at = k.received_at and g.app_id = k.app_id
        and g.group_id = k.group_id
      """;
  private static final String PUT_OFF =
      """
      update flow_event_groups
      set failures = failures + 1, error = left($5, 1000),
        retry_at = now() + least(interval '1 hour', interval '10 seconds' * 2 ^ least(failures, 9))
      where workspace_id = $1 and received_at = $2 and app_id = $3 and group_id = $4
      """;

  private EventGroups() {}

  record Group(Instant receivedAt, long appId, long groupId, Instant receivedTo, int events) {
    private static Group read(Row row) {
      return new Group(
          row.getOffsetDateTime("received_at").toInstant(),
          row.getLong("app_id"),
          row.getLong("group_id"),
          row.getOffsetDateTime("received_to").toInstant(),
          row.getInteger("events"));
    }
  }

  /** A moment: all events and other causes before it are visible to statements from now on. */
  public static Future<Instant> horizon(SqlClient client) {
    return client
        .query(HORIZON)
        .execute()
        .map(rows -> rows.iterator().next().getOffsetDateTime("horizon").toInstant());
  }

  /** Whether the transaction may read the workspace's groups, which one at a time does. */
  static Future<Boolean> lock(SqlClient client, long workspaceId) {
    return client
        .preparedQuery(LOCK)
        .execute(Tuple.of(workspaceId))
        .map(rows -> rows.iterator().next().getBoolean("is_mine"));
  }

  /** The first groups in the order of time, of those received before the horizon. */
  static Future<List<Group>> oldest(
      SqlClient client, long workspaceId, Instant horizon, int limit) {
    return client
        .preparedQuery(OLDEST)
        .execute(Tuple.of(workspaceId, horizon.atOffset(ZoneOffset.UTC), (long) limit))
        .map(rows -> Rows.list(rows, Group::read));
  }

  static Future<Void> delete(SqlClient client, long workspaceId, List<Group> groups) {
    int size = groups.size();
    return client
        .preparedQuery(DELETE)
        .execute(
            Tuple.of(workspaceId)
                .addArrayOfOffsetDateTime(
                    Columns.of(groups, new OffsetDateTime[size], group -> time(group.receivedAt())))
                .addArrayOfLong(Columns.of(groups, new Long[size], Group::appId))
                .addArrayOfLong(Columns.of(groups, new Long[size], Group::groupId)))
        .mapEmpty();
  }

  /** Lets a group that can't be read wait, so that the others continue. */
  static Future<Void> putOff(SqlClient client, long workspaceId, Group group, String error) {
    return client
        .preparedQuery(PUT_OFF)
        .execute(
            Tuple.of(workspaceId, time(group.receivedAt()), group.appId(), group.groupId(), error))
        .mapEmpty();
  }

  static OffsetDateTime time(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
