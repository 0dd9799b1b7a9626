package dev.shopwire.automation.tracking;

import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How far the stored members of a tracked segment are those of its definition.
 *
 * @param status {@code building} or {@code current}
 * @param since when this status began
 * @param pending how many customers wait to be looked at
 * @param lagSeconds how long the one that has waited longest has waited
 * @param lastError why the last attempt failed; null if it did not
 * @param drift the last drift check; empty if there was none
 */
public record TrackingState(
    long segmentId,
    String status,
    OffsetDateTime since,
    long members,
    long pending,
    double lagSeconds,
    @Nullable String lastError,
    Optional<Drift> drift) {

  // At most 10,000 rows of each kind are read.
  private static final String READ =
      """
      with pending as materialized (
        select s.segment_id, count(*) as customers, min(p.queued_at) as since
        from (
          select segments, queued_at from segment_pending
          where workspace_id = $1 order by queued_at limit 10000
        ) p
        cross join lateral unnest(p.segments) as s (segment_id)
        where s.segment_id = any($2::bigint[])
        group by s.segment_id
      )
      select t.segment_id, t.status, t.since, t.members, t.last_error,
        coalesce(p.customers, 0) + q.customers as pending,
        greatest(0, extract(epoch from clock_timestamp() - least(p.since, q.since,
          case when t.status = 'current' then t.time_due_at end, clock_timestamp())))::float8 as lag,
        coalesce(c.started_at, c.requested_at) as drift_started_at, c.finished_at as drift_finished_at,
        c.members as drift_members, c.missing as drift_missing, c.extra as drift_extra
      from segment_tracking t
      left join pending p on p.segment_id = t.segment_id
      cross join lateral (
        select count(*) as customers, min(queued_at) as since from (
          select queued_at from segment_queue
          where workspace_id = t.workspace_id and segment_id = t.segment_id
          order by queued_at limit 10000
        ) q
      ) q
      left join segment_checks c on c.workspace_id = t.workspace_id and c.segment_id = t.segment_id
      where t.workspace_id = $1 and t.segment_id = any($2::bigint[]) and t.status <> 'removing'
      """;

  /**
   * A drift check.
   *
   * @param finishedAt null while it runs, as are the numbers
   * @param missing how many customers satisfied the condition and were no members
   * @param extra how many were members and didn't
   */
  public record Drift(
      OffsetDateTime startedAt,
      @Nullable OffsetDateTime finishedAt,
      @Nullable Long members,
      @Nullable Long missing,
      @Nullable Long extra) {}

  private static TrackingState read(Row row) {
    return new TrackingState(
        row.getLong("segment_id"),
        row.getString("status"),
        row.getOffsetDateTime("since"),
        row.getLong("members"),
        row.getLong("pending"),
        row.getDouble("lag"),
        row.getString("last_error"),
        Optional.ofNullable(row.getOffsetDateTime("drift_started_at"))
            .map(
                startedAt ->
                    new Drift(
                        startedAt,
                        row.getOffsetDateTime("drift_finished_at"),
                        row.getLong("drift_members"),
                        row.getLong("drift_missing"),
                        row.getLong("drift_extra"))));
  }

  /** The states of those of {@code segments} that are tracked, by id. */
  public static Future<Map<Long, TrackingState>> of(
      SqlClient client, long workspaceId, Collection<Long> segments) {
    if (segments.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    return client
        .preparedQuery(READ)
        .execute(Tuple.of(workspaceId).addArrayOfLong(segments.toArray(Long[]::new)))
        .map(
            rows ->
                Rows.list(rows, TrackingState::read).stream()
                    .collect(Collectors.toMap(TrackingState::segmentId, state -> state)));
  }
}
