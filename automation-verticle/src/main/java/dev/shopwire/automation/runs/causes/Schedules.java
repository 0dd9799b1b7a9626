package dev.shopwire.automation.runs.causes;

import dev.shopwire.automation.definitions.Trigger.Schedule;
import dev.shopwire.automation.runs.machine.LocalTimes;
import dev.shopwire.automation.runs.plans.VersionKey;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The tables of flows with a schedule, and of what they missed. Methods run on the caller's event
 * loop.
 */
public final class Schedules {
  private static final String LAST =
      """
      select clock_timestamp() as now, (
        select coalesce(case when after is null then last_at else next_at end, last_at)
        from flow_schedules where workspace_id = $1 and flow_id = $2) as last_at
      """;

  // One that is due, or has begun, is done first.
  private static final String PUT =
      """
      insert into flow_schedules as s (workspace_id, flow_id, version, next_at)
      values ($1, $2, $3, $4)
      on conflict (workspace_id, flow_id) do update
      set version = excluded.version, failures = 0, retry_at = null, error = null,
        next_at = case when s.after is null and s.next_at > clock_timestamp()
          then excluded.next_at else s.next_at end
      """;
  private static final String DELETE =
      "delete from flow_schedules where workspace_id = $1 and flow_id = $2";
  private static final String TAKE =
      """
      select s.flow_id, s.version, s.next_at, s.after, clock_timestamp() as now,
        exists (
          select from flow_triggers t
          where t.workspace_id = $1 and t.flow_id = s.flow_id and t.source = 'schedule' and t.starts
        ) as is_live,
        set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)
      from flow_schedules s
      where s.workspace_id = $1 and s.next_at <= clock_timestamp()
        and (s.retry_at is null or s.retry_at <= clock_timestamp())
        and (select count(*) from (
          select from flow_causes c where c.workspace_id = $1 limit $2) w) < $2
      order by s.next_at limit 1 for update of s skip locked
      """;
  private static final String DUE =
      """
      select exists (
        select from flow_schedules where workspace_id = $1 and next_at <= clock_timestamp()
      ) as is_due
      """;
  private static final String GO_ON =
      """
      update flow_schedules set after = $3, failures = 0, retry_at = null, error = null
      where workspace_id = $1 and flow_id = $2
      """;
  private static final String END =
      """
      update flow_schedules
      set last_at = next_at, next_at = $3, after = null, failures = 0, retry_at = null, error = null
      where workspace_id = $1 and flow_id = $2
      """;
  private static final String MISS =
      """
      insert into flow_missed_schedules (workspace_id, flow_id, at, version)
      values ($1, $2, $3, $4) on conflict do nothing
      """;
  private static final String PUT_OFF =
      """
      update flow_schedules
      set failures = failures + 1, error = left($3, 1000),
        retry_at = now() + least(interval '10 minutes', interval '5 seconds' * 2 ^ least(failures, 9))
      where workspace_id = $1 and flow_id = $2
      """;

  private Schedules() {}

  /**
   * An occurrence that is due.
   *
   * @param after the last customer that was looked at; null if it has not begun
   * @param isLive whether the flow still has a schedule
   */
  record Occurrence(
      VersionKey version, Instant at, @Nullable Long after, Instant now, boolean isLive) {
    private static Occurrence read(Row row) {
      return new Occurrence(
          new VersionKey(row.getLong("flow_id"), row.getInteger("version")),
          row.getOffsetDateTime("next_at").toInstant(),
          row.getLong("after"),
          row.getOffsetDateTime("now").toInstant(),
          row.getBoolean("is_live"));
    }
  }

  /** Begins to follow a schedule, in the transaction that publishes it. */
  public static Future<Void> put(
      SqlClient client, long workspaceId, VersionKey version, Schedule schedule) {
    return client
        .preparedQuery(LAST)
        .execute(Tuple.of(workspaceId, version.flowId()))
        .map(rows -> rows.iterator().next())
        .compose(
            row -> {
              OffsetDateTime last = row.getOffsetDateTime("last_at");
              Instant next = next(schedule, row.getOffsetDateTime("now").toInstant());
              boolean isSameDay =
                  last != null && day(schedule, last.toInstant()).equals(day(schedule, next));
              return client
                  .preparedQuery(PUT)
                  .execute(
                      Tuple.of(
                          workspaceId,
                          version.flowId(),
                          version.version(),
                          EventGroups.time(isSameDay ? after(schedule, next) : next)));
            })
        .mapEmpty();
  }

  private static LocalDate day(Schedule schedule, Instant at) {
    return at.atZone(schedule.zone()).toLocalDate();
  }

  private static Instant next(Schedule schedule, Instant from) {
    return LocalTimes.next(from, schedule.time(), schedule.weekdays(), schedule.zone());
  }

  /** The occurrence after one. */
  static Instant after(Schedule schedule, Instant occurrence) {
    return next(schedule, occurrence.plusSeconds(1));
  }

  /** Follows no schedule any more; one that has begun ends at once. */
  public static Future<Void> remove(SqlClient client, long workspaceId, long flowId) {
    return client.preparedQuery(DELETE).execute(Tuple.of(workspaceId, flowId)).mapEmpty();
  }

  /** Whether an occurrence may be due. */
  static Future<Boolean> areDue(SqlClient client, long workspaceId) {
    return client
        .preparedQuery(DUE)
        .execute(Tuple.of(workspaceId))
        .map(rows -> rows.iterator().next().getBoolean("is_due"));
  }

  /**
   * Takes the first occurrence that is due until the end of the transaction.
   *
   * @param maxCauses empty if as many causes of the workspace wait already
   */
  static Future<Optional<Occurrence>> take(SqlClient client, long workspaceId, long maxCauses) {
    return client
        .preparedQuery(TAKE)
        .execute(Tuple.of(workspaceId, maxCauses))
        .map(rows -> Rows.first(rows, Occurrence::read));
  }

  /** Notes how far it came. */
  static Future<Void> goOn(SqlClient client, long workspaceId, long flowId, long after) {
    return client.preparedQuery(GO_ON).execute(Tuple.of(workspaceId, flowId, after)).mapEmpty();
  }

  /** Ends the occurrence. */
  static Future<Void> end(SqlClient client, long workspaceId, long flowId, Instant next) {
    return client
        .preparedQuery(END)
        .execute(Tuple.of(workspaceId, flowId, EventGroups.time(next)))
        .mapEmpty();
  }

  /** Lists an occurrence that did not begin in time. */
  static Future<Void> miss(SqlClient client, long workspaceId, Occurrence missed) {
    return client
        .preparedQuery(MISS)
        .execute(
            Tuple.of(
                workspaceId,
                missed.version().flowId(),
                EventGroups.time(missed.at()),
                missed.version().version()))
        .mapEmpty();
  }

  /** Lets one that failed wait. */
  static Future<Void> putOff(SqlClient client, long workspaceId, long flowId, String error) {
    return client.preparedQuery(PUT_OFF).execute(Tuple.of(workspaceId, flowId, error)).mapEmpty();
  }
}
