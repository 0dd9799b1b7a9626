package dev.shopwire.automation.tracking;

import dev.shopwire.common.postgres.Columns;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The table of tracked segments. Methods run on the caller's event loop.
 *
 * <p>A segment is {@code building} from a save that changes its members until they are found, and
 * then {@code current}. While it is current and not behind, rounds evaluate it; it falls behind if
 * that fails, takes too long or concerns too many customers, and is behind until it has caught up.
 * Once it is no longer tracked it is {@code removing} until its rows are deleted.
 */
final class TrackedSegments {
  private static final String COLUMNS =
      """
      t.workspace_id, t.segment_id, t.definition_version, t.requested_at, t.announce,
        t.time_checked_at, t.time_due_at, t.status, t.behind, t.failures, t.batch
      """;
  private static final String OF_WORKSPACE =
      "select "
          + COLUMNS
          + " from segment_tracking t where t.workspace_id = $1 and t.status <> 'removing'";
  private static final String START =
      """
      insert into segment_tracking as t (workspace_id, segment_id, definition_version, status, since,
        requested_at, announce, time_checked_at)
      values ($1, $2, $3, 'building', clock_timestamp(), clock_timestamp(), $4, clock_timestamp())
      on conflict (workspace_id, segment_id) do update
      set definition_version = excluded.definition_version, status = 'building',
        since = case when t.status = 'building' then t.since else excluded.since end,
        requested_at = excluded.requested_at,
        announce = excluded.announce or t.announce and t.status = 'building',
        failures = 0, retry_at = null, last_error = null
      """;
  private static final String STOP =
      """
      update segment_tracking set status = 'removing', since = now()
      where workspace_id = $1 and segment_id = $2
      """;
  private static final String ADVANCE =
      """
      update segment_tracking t
      set members = t.members + n.added, time_checked_at = $2, time_due_at = n.time_due_at
      from unnest($3::bigint[], $4::bigint[], $5::timestamptz[])
        as n (segment_id, added, time_due_at)
      where t.workspace_id = $1 and t.segment_id = n.segment_id
      """;
  private static final String FALL_BEHIND =
      """
      update segment_tracking t set behind = true, last_error = n.error
      from unnest($2::bigint[], $3::text[]) as n (segment_id, error)
      where t.workspace_id = $1 and t.segment_id = n.segment_id
      """;
  private static final String BEHIND =
      """
      select t.workspace_id, t.segment_id from segment_tracking t
      where t.status = 'current' and t.behind and (t.retry_at is null or t.retry_at <= now())
      """;
  private static final String TAKE =
      "select pg_try_advisory_xact_lock(hashtextextended($3, $2)) as locked, "
          + COLUMNS
          + ","
          + Moment.COLUMNS
          + """
             from segment_tracking t
            where t.workspace_id = $1 and t.segment_id = $2 and t.status = $4
            """;
  private static final String CATCH_UP =
      """
      update segment_tracking
      set members = members + $3, time_checked_at = $4, time_due_at = $5, behind = $6, batch = $7,
        failures = 0, retry_at = null, last_error = null
      where workspace_id = $1 and segment_id = $2
      """;
  private static final String CHECK_TIME =
      """
      update segment_tracking set time_checked_at = $3, retry_at = null
      where workspace_id = $1 and segment_id = $2
      """;
  private static final String FAIL =
      """
      update segment_tracking
      set failures = failures + 1, last_error = $3, batch = greatest(10, batch / 4),
        retry_at = now() + make_interval(secs => least(300, 0.5 * 2 ^ least(failures, 10)))
      where workspace_id = $1 and segment_id = $2 and status <> 'removing'
      """;
  private static final String BUILDING =
      """
      select t.workspace_id, t.segment_id, t.requested_at > now() - interval '3 seconds' as is_new
      from segment_tracking t
      where t.status = 'building' and (t.retry_at is null or t.retry_at <= now())
      order by t.requested_at
      """;

  // It catches up with what happened meanwhile.
  private static final String FINISH_BUILD =
      """
      update segment_tracking
      set status = 'current', since = $4, announce = false, members = $5, behind = true,
        time_checked_at = requested_at, time_due_at = null, batch = 200, failures = 0,
        retry_at = null, last_error = null
      where workspace_id = $1 and segment_id = $2 and definition_version = $3
      """;
  private static final String REMOVING =
      """
      select t.workspace_id, t.segment_id from segment_tracking t where t.status = 'removing'
      """;
  private static final String LOCK_REMOVING =
      """
      select exists (select from segments where workspace_id = $1 and id = $2) as kept
      from segment_tracking
      where workspace_id = $1 and segment_id = $2 and status = 'removing' for update
      """;
  private static final String DELETE =
      """
      delete from segment_tracking
      where workspace_id = $1 and segment_id = $2 and status = 'removing'
      """;

  private TrackedSegments() {}

  /** The work of one transaction on a segment, with what it needs of the workspace. */
  record Taken(Tracked segment, Moment moment) {}

  /** What a round changed of a segment. */
  record Advance(long segmentId, long added, @Nullable OffsetDateTime timeDueAt) {}

  /**
   * A segment that falls behind.
   *
   * @param error null if it only has many customers to look at
   */
  record Lag(long segmentId, @Nullable String error) {}

  /** A segment whose members are to be found. */
  record Building(TrackedKey key, boolean isNew) {}

  static Future<List<Tracked>> ofWorkspace(SqlClient client, long workspaceId) {
    return client
        .preparedQuery(OF_WORKSPACE)
        .execute(Tuple.of(workspaceId))
        .map(rows -> Rows.list(rows, Tracked::read));
  }

  /** Its members are to be found. */
  static Future<Void> start(
      SqlClient client, TrackedKey key, long definitionVersion, boolean isAnnounced) {
    return client
        .preparedQuery(START)
        .execute(tuple(key).addLong(definitionVersion).addBoolean(isAnnounced))
        .mapEmpty();
  }

  static Future<Void> stop(SqlClient client, TrackedKey key) {
    return client.preparedQuery(STOP).execute(tuple(key)).mapEmpty();
  }

  /** Notes that rounds have evaluated these segments. */
  static Future<Void> advance(
      SqlClient client, long workspaceId, OffsetDateTime now, List<Advance> advances) {
    if (advances.isEmpty()) {
      return Future.succeededFuture();
    }
    int size = advances.size();
    return client
        .preparedQuery(ADVANCE)
        .execute(
            Tuple.of(workspaceId, now)
                .addArrayOfLong(Columns.of(advances, new Long[size], Advance::segmentId))
                .addArrayOfLong(Columns.of(advances, new Long[size], Advance::added))
                .addArrayOfOffsetDateTime(
                    Columns.of(advances, new OffsetDateTime[size], Advance::timeDueAt)))
        .mapEmpty();
  }

  static Future<Void> fallBehind(SqlClient client, long workspaceId, List<Lag> lags) {
    if (lags.isEmpty()) {
      return Future.succeededFuture();
    }
    int size = lags.size();
    return client
        .preparedQuery(FALL_BEHIND)
        .execute(
            Tuple.of(workspaceId)
                .addArrayOfLong(Columns.of(lags, new Long[size], Lag::segmentId))
                .addArrayOfString(Columns.of(lags, new String[size], Lag::error)))
        .mapEmpty();
  }

  /** The segments that are behind and may be tried now. */
  static Future<List<TrackedKey>> behind(SqlClient client) {
    return client.query(BEHIND).execute().map(rows -> Rows.list(rows, TrackedKey::read));
  }

  /** Takes a current segment in the first statement of a transaction, to catch up. */
  static Future<Optional<Taken>> takeCurrent(SqlClient client, TrackedKey key) {
    return take(client, key, "segment_catch_up", "current");
  }

  /** The same for one whose members are to be found. */
  static Future<Optional<Taken>> takeBuilding(SqlClient client, TrackedKey key) {
    return take(client, key, "segment_build", "building");
  }

  /** The same for one whose members are to be compared with the truth. */
  static Future<Optional<Taken>> takeForCheck(SqlClient client, TrackedKey key) {
    return take(client, key, "segment_check", "current");
  }

  private static Future<Optional<Taken>> take(
      SqlClient client, TrackedKey key, String lock, String status) {
    return client
        .preparedQuery(TAKE)
        .execute(tuple(key).addString(lock).addString(status))
        .map(
            rows ->
                Rows.first(rows, row -> row)
                    .filter(row -> row.getBoolean("locked"))
                    .map(row -> new Taken(Tracked.read(row), Moment.read(row))));
  }

  /** Notes a successful evaluation while it is behind, and whether it still is. */
  static Future<Void> catchUp(
      SqlClient client,
      TrackedKey key,
      OffsetDateTime now,
      Advance advance,
      boolean isBehind,
      int batch) {
    return client
        .preparedQuery(CATCH_UP)
        .execute(
            tuple(key)
                .addLong(advance.added())
                .addOffsetDateTime(now)
                .addOffsetDateTime(advance.timeDueAt())
                .addBoolean(isBehind)
                .addInteger(batch))
        .mapEmpty();
  }

  /** Notes that all whom time has changed until {@code at} are queued. */
  static Future<Void> checkTime(SqlClient client, TrackedKey key, OffsetDateTime at) {
    return client.preparedQuery(CHECK_TIME).execute(tuple(key).addOffsetDateTime(at)).mapEmpty();
  }

  /** Notes a failed attempt; the next one is later each time. */
  static Future<Void> fail(SqlClient client, TrackedKey key, String error) {
    return client.preparedQuery(FAIL).execute(tuple(key).addString(error)).mapEmpty();
  }

  /** The segments whose members are to be found, in the order of their saves. */
  static Future<List<Building>> building(SqlClient client) {
    return client
        .query(BUILDING)
        .execute()
        .map(
            rows ->
                Rows.list(
                    rows, row -> new Building(TrackedKey.read(row), row.getBoolean("is_new"))));
  }

  static Future<Void> finishBuild(
      SqlClient client, Tracked segment, OffsetDateTime at, long members) {
    return client
        .preparedQuery(FINISH_BUILD)
        .execute(
            tuple(segment.key())
                .addLong(segment.definitionVersion())
                .addOffsetDateTime(at)
                .addLong(members))
        .mapEmpty();
  }

  /** The segments that are no longer tracked and whose rows are not deleted yet. */
  static Future<List<TrackedKey>> removing(SqlClient client) {
    return client.query(REMOVING).execute().map(rows -> Rows.list(rows, TrackedKey::read));
  }

  /**
   * Keeps a segment that is no longer tracked from being tracked again until the transaction ends.
   *
   * @return whether the segment still exists; empty if it is tracked again, or nothing is left
   */
  static Future<Optional<Boolean>> lockRemoving(SqlClient client, TrackedKey key) {
    return client
        .preparedQuery(LOCK_REMOVING)
        .execute(tuple(key))
        .map(rows -> Rows.first(rows, row -> row.getBoolean("kept")));
  }

  static Future<Void> delete(SqlClient client, TrackedKey key) {
    return client.preparedQuery(DELETE).execute(tuple(key)).mapEmpty();
  }

  private static Tuple tuple(TrackedKey key) {
    return Tuple.of(key.workspaceId(), key.segmentId());
  }
}
