package dev.shopwire.analytics.sessions;

import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.common.time.Buckets;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Accesses the table {@code session_starts}: how many sessions started in each quarter hour. Only
 * one transaction may write it for an app at a time. Methods run on the caller's event loop.
 */
public final class SessionStarts {
  private static final long QUARTER_SECONDS = 900;

  private static final String ADD =
      """
      insert into session_starts as s (app_id, quarter, sessions)
      select $1, quarter, sessions
      from unnest($2::int[], $3::int[]) as change (quarter, sessions)
      on conflict (app_id, quarter) do update set sessions = s.sessions + excluded.sessions
      """;
  private static final String DELETE =
      "delete from session_starts where app_id = $1 and quarter >= $2 and quarter < $3";
  private static final String FILL =
      """
      insert into session_starts (app_id, quarter, sessions)
      select $1, floor(date_part('epoch', started_at) / 900)::int, count(*)
      from sessions where app_id = $1 and started_at >= $2 and started_at < $3
      group by 2
      """;
  private static final String COUNT =
      """
      select bucket::int as bucket, (
        select coalesce(sum(sessions), 0) from session_starts
        where app_id = any($1) and quarter >= span.since and quarter < span.until) as count
      from unnest($2::int[], $3::int[]) with ordinality as span (since, until, bucket)
      """;

  private SessionStarts() {}

  /**
   * Adds the changes of a write of sessions.
   *
   * @param since the first time that is counted
   */
  static Future<Void> add(
      SqlConnection connection,
      long appId,
      Instant since,
      List<Session> begun,
      List<Session> gone) {
    Map<Integer, Integer> changes = new TreeMap<>();
    begun.forEach(session -> count(changes, since, session, 1));
    gone.forEach(session -> count(changes, since, session, -1));
    changes.values().removeIf(change -> change == 0);
    return changes.isEmpty()
        ? Future.succeededFuture()
        : connection
            .preparedQuery(ADD)
            .execute(
                Tuple.of(appId)
                    .addArrayOfInteger(changes.keySet().toArray(Integer[]::new))
                    .addArrayOfInteger(changes.values().toArray(Integer[]::new)))
            .mapEmpty();
  }

  private static void count(
      Map<Integer, Integer> changes, Instant since, Session session, int change) {
    if (!session.startedAt().isBefore(since)) {
      changes.merge(quarter(session.startedAt()), change, Integer::sum);
    }
  }

  private static int quarter(Instant at) {
    return Math.toIntExact(Math.floorDiv(at.getEpochSecond(), QUARTER_SECONDS));
  }

  /** Replaces some quarter hours by what the stored sessions say. */
  public static Future<Void> fill(
      SqlConnection connection, long appId, OffsetDateTime start, OffsetDateTime end) {
    return connection
        .preparedQuery(DELETE)
        .execute(Tuple.of(appId, quarter(start.toInstant()), quarter(end.toInstant())))
        .compose(deleted -> connection.preparedQuery(FILL).execute(Tuple.of(appId, start, end)))
        .mapEmpty();
  }

  /**
   * Counts the sessions of some apps by bucket.
   *
   * @param buckets that start and end on quarter hours
   */
  public static Future<long[]> counts(Snapshot snapshot, List<Long> apps, Buckets buckets) {
    int size = buckets.size();
    Integer[] starts = new Integer[size];
    Integer[] ends = new Integer[size];
    for (int i = 0; i < size; i++) {
      starts[i] = quarter(buckets.starts().get(i));
      ends[i] = quarter(buckets.end(i));
    }
    long[] counts = new long[size];
    Tuple parameters =
        Tuple.tuple()
            .addArrayOfLong(apps.toArray(Long[]::new))
            .addArrayOfInteger(starts)
            .addArrayOfInteger(ends);
    return snapshot
        .forEach(
            size,
            COUNT,
            parameters,
            row -> counts[row.getInteger("bucket") - 1] = row.getLong("count"))
        .map(counts);
  }
}
