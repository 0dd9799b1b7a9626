package dev.shopwire.automation.tracking;

import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.List;

/**
 * The tables of drift checks, the last of each segment, and of their schedule. Methods run on the
 * caller's event loop.
 */
final class DriftChecks {
  private static final String REQUEST =
      """
      insert into segment_checks as c (workspace_id, segment_id, requested_at, requested_by)
      values ($1, $2, clock_timestamp(), 'call')
      on conflict (workspace_id, segment_id) do update
      set requested_at = excluded.requested_at,
        requested_by = case when c.requested_by = 'retention' and c.finished_at is null
          then c.requested_by else excluded.requested_by end,
        attempts = 0, started_at = null, finished_at = null, members = null, missing = null,
        extra = null, error = null
      returning requested_at
      """;
  private static final String DELETE =
      "delete from segment_checks where workspace_id = $1 and segment_id = $2";

  // A check whose process was killed is started again, at most three times.
  private static final String WAITING =
      """
      select c.workspace_id, c.segment_id from segment_checks c
      join segment_tracking t on t.workspace_id = c.workspace_id and t.segment_id = c.segment_id
      where c.finished_at is null and c.attempts < 3 and t.status = 'current'
        and (c.started_at is null or c.started_at < now() - interval '5 seconds' * c.attempts)
      """;
  private static final String START =
      """
      update segment_checks set started_at = clock_timestamp(), attempts = attempts + 1
      where workspace_id = $1 and segment_id = $2 and finished_at is null
      returning requested_at, requested_by
      """;
  private static final String FINISH =
      """
      update segment_checks
      set finished_at = clock_timestamp(), members = $4, missing = $5, extra = $6
      where workspace_id = $1 and segment_id = $2 and requested_at = $3
      """;
  private static final String FAIL =
      """
      update segment_checks
      set error = $4, finished_at = case when attempts >= 3 then clock_timestamp() end
      where workspace_id = $1 and segment_id = $2 and requested_at = $3
      """;

  // One process a day asks for the checks of all segments.
  private static final String SCHEDULE =
      """
      with due as (
        update segment_schedule set checked_on = (now() at time zone 'UTC')::date
        where coalesce(checked_on < (now() at time zone 'UTC')::date, true)
          and (now() at time zone 'UTC')::time >= $1
        returning 1
      )
      insert into segment_checks (workspace_id, segment_id, requested_at, requested_by)
      select t.workspace_id, t.segment_id, clock_timestamp(), 'schedule'
      from segment_tracking t cross join due
      where t.status = 'current'
      """;

  // One process asks for the checks of all segments that read events.
  private static final String SCHEDULE_RETENTION =
      """
      with due as (
        update segment_schedule s set partitions = p.names
        from (select usage_event_partitions() as names) p
        where s.partitions is distinct from p.names
        returning p.names, (select o.partitions from segment_schedule o) as before
      )
      insert into segment_checks (workspace_id, segment_id, requested_at, requested_by)
      select t.workspace_id, t.segment_id, clock_timestamp(), 'retention'
      from segment_tracking t cross join due d
      where t.status = 'current' and not d.before <@ d.names and exists (
        select from segment_reads r
        where r.workspace_id = t.workspace_id and r.segment_id = t.segment_id
          and r.read like 'event:%')
      """;
  private static final String RESTART =
      """
       on conflict (workspace_id, segment_id) do update
      set requested_at = excluded.requested_at, requested_by = excluded.requested_by, attempts = 0,
        started_at = null, finished_at = null, members = null, missing = null, extra = null,
        error = null
      """;

  private DriftChecks() {}

  /**
   * A check that is being done.
   *
   * @param isOfRetention whether differences are expected, as old events were dropped
   */
  record Started(OffsetDateTime requestedAt, boolean isOfRetention) {
    private static Started read(Row row) {
      return new Started(
          row.getOffsetDateTime("requested_at"), row.getString("requested_by").equals("retention"));
    }
  }

  /** Asks for a check by a call; returns when. */
  static Future<OffsetDateTime> request(SqlClient client, TrackedKey key) {
    return client
        .preparedQuery(REQUEST)
        .execute(tuple(key))
        .map(rows -> rows.iterator().next().getOffsetDateTime("requested_at"));
  }

  static Future<Void> delete(SqlClient client, TrackedKey key) {
    return client.preparedQuery(DELETE).execute(tuple(key)).mapEmpty();
  }

  /** The checks that no process performs. */
  static Future<List<TrackedKey>> waiting(SqlClient client) {
    return client.query(WAITING).execute().map(rows -> Rows.list(rows, TrackedKey::read));
  }

  /** Fails if the check is done, or no longer asked for. */
  static Future<Started> start(SqlClient client, TrackedKey key) {
    return client
        .preparedQuery(START)
        .execute(tuple(key))
        .map(rows -> Rows.first(rows, Started::read).orElseThrow());
  }

  static Future<Void> finish(
      SqlClient client, TrackedKey key, Started check, DriftCheck.Drift drift) {
    return client
        .preparedQuery(FINISH)
        .execute(
            tuple(key)
                .addOffsetDateTime(check.requestedAt())
                .addLong(drift.members())
                .addLong(drift.missing())
                .addLong(drift.extra()))
        .mapEmpty();
  }

  static Future<Void> fail(SqlClient client, TrackedKey key, Started check, String error) {
    return client
        .preparedQuery(FAIL)
        .execute(tuple(key).addOffsetDateTime(check.requestedAt()).addString(error))
        .mapEmpty();
  }

  /** Asks for the checks of all segments if the time of day has come, once a day. */
  static Future<Void> schedule(SqlClient client, LocalTime at) {
    return client.preparedQuery(SCHEDULE + RESTART).execute(Tuple.of(at)).mapEmpty();
  }

  /**
   * Asks for the checks of segments that read events, if events were dropped since the last call.
   */
  static Future<Void> scheduleRetention(SqlClient client) {
    return client.query(SCHEDULE_RETENTION + RESTART).execute().mapEmpty();
  }

  private static Tuple tuple(TrackedKey key) {
    return Tuple.of(key.workspaceId(), key.segmentId());
  }
}
