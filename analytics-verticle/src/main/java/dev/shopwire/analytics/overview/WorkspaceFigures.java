package dev.shopwire.analytics.overview;

import dev.shopwire.analytics.activity.ActiveShopCounts;
import dev.shopwire.analytics.activity.ShopHours;
import dev.shopwire.analytics.query.ReadBudget;
import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.analytics.reports.EventCounts;
import dev.shopwire.analytics.rollups.RollupRuns;
import dev.shopwire.analytics.sessions.ActiveShops;
import dev.shopwire.analytics.sessions.Session;
import dev.shopwire.analytics.sessions.SessionStarts;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.PostgresFailures;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the figures of some apps of one workspace in one snapshot. */
final class WorkspaceFigures {
  private static final String PAGE_VIEW = "page_view";

  // As long as what is stored by hour is not complete.
  private static final String SESSIONS =
      """
      select width_bucket(started_at, $2::timestamptz[]) as bucket, count(*) as count
      from sessions
      where app_id = any($1) and started_at >= $3 and started_at < $4
      group by 1
      """;

  // Bucket by bucket, as in reports: few customers are distinguished at a time. The last row is
  // that
  // of all buckets but the first, which is the previous range.
  private static final String ACTIVE_SHOPS =
      """
      with shops as materialized (
        select span.bucket, e.customer_id
        from unnest($2::timestamptz[], $3::timestamptz[]) with ordinality
          as span (since, until, bucket)
        cross join lateral (
          select distinct customer_id from stored_usage_events
          where app_id = any($1) and occurred_at >= span.since and occurred_at < span.until
        ) e
      )
      select bucket::int as bucket, count(*) as count from shops group by bucket
      union all
      select 0, count(*) from (select distinct customer_id from shops where bucket > 1) e
      """;

  /** A shop that is active in several apps counts once. */
  private static final String ACTIVE_NOW =
      """
      select count(distinct customer_id) as count
      from stored_usage_events
      where app_id = any($1) and event_name = 'page_view' and path is not null
        and occurred_at > $2 and occurred_at <= $3
      """;

  private final Snapshot snapshot;
  private final List<Long> apps;
  private final OverviewRange range;
  private final ActiveShops windows;
  private final boolean isStored;

  /**
   * @param isStored whether active shops and session starts are stored by hour for the whole range
   */
  WorkspaceFigures(
      Snapshot snapshot,
      List<Long> apps,
      OverviewRange range,
      ActiveShops windows,
      boolean isStored) {
    this.snapshot = snapshot;
    this.apps = apps;
    this.range = range;
    this.windows = windows;
    this.isStored = isStored;
  }

  /** The figures by their names in the response, and how many shops are active now. */
  Future<Map<String, @Nullable Object>> read() {
    Map<String, @Nullable Object> figures = new LinkedHashMap<>();
    return activeNow()
        .onSuccess(active -> figures.put("activeNow", active))
        .compose(done -> counts(Optional.empty()))
        .onSuccess(counts -> figures.put("events", range.figure(counts)))
        .compose(done -> counts(Optional.of(PAGE_VIEW)))
        .onSuccess(counts -> figures.put("pageViews", range.figure(counts)))
        .compose(done -> sessions())
        .onSuccess(counts -> figures.put("sessions", range.figure(counts)))
        .compose(done -> activeShops())
        .onSuccess(figure -> figures.put("activeShops", figure.orElse(null)))
        .map(done -> figures);
  }

  /** The sum over the apps, one after the other. */
  private Future<long[]> counts(Optional<String> eventName) {
    Future<long[]> sum = Future.succeededFuture(new long[range.buckets().size()]);
    for (long app : apps) {
      sum =
          sum.compose(
              before ->
                  EventCounts.read(snapshot, app, eventName, range.buckets())
                      .map(counts -> plus(before, counts)));
    }
    return sum;
  }

  private static long[] plus(long[] one, long[] other) {
    long[] sum = one.clone();
    for (int i = 0; i < sum.length; i++) {
      sum[i] += other[i];
    }
    return sum;
  }

  private Future<long[]> sessions() {
    return isStored ? SessionStarts.counts(snapshot, apps, range.buckets()) : countSessions();
  }

  private Future<long[]> countSessions() {
    long[] counts = new long[range.buckets().size()];
    Tuple parameters =
        Tuple.tuple()
            .addArrayOfLong(appIds(apps))
            .addArrayOfOffsetDateTime(range.starts())
            .addOffsetDateTime(range.starts()[0])
            .addOffsetDateTime(range.buckets().end().atOffset(ZoneOffset.UTC));
    return snapshot
        .forEach(
            counts.length,
            SESSIONS,
            parameters,
            row -> counts[row.getInteger("bucket") - 1] = row.getLong("count"))
        .map(counts);
  }

  /**
   * @return empty if it exceeds the budget of the read
   */
  private Future<Optional<Map<String, @Nullable Object>>> activeShops() {
    return isStored
        ? ActiveShopCounts.read(snapshot, apps, ShopHours.ALL_NAMES, range.buckets(), 1)
            .map(counts -> Optional.of(figure(counts)))
        : countActiveShops();
  }

  /** Reads every event of the range, unlike the other figures; therefore it is the last one. */
  private Future<Optional<Map<String, @Nullable Object>>> countActiveShops() {
    // The first element is that of all days.
    long[] counts = new long[range.buckets().size() + 1];
    Tuple parameters =
        Tuple.tuple()
            .addArrayOfLong(appIds(apps))
            .addArrayOfOffsetDateTime(range.starts())
            .addArrayOfOffsetDateTime(range.ends());
    return Future.succeededFuture()
        .compose(
            any ->
                snapshot.forEach(
                    counts.length,
                    ACTIVE_SHOPS,
                    parameters,
                    row -> counts[row.getInteger("bucket")] = row.getLong("count")))
        .map(done -> Optional.of(figure(counts)))
        .recover(
            error ->
                isTooLarge(error)
                    ? Future.succeededFuture(Optional.empty())
                    : Future.failedFuture(error));
  }

  /**
   * @param counts of all days, then by bucket
   */
  private Map<String, @Nullable Object> figure(long[] counts) {
    long[] byBucket = new long[range.buckets().size()];
    System.arraycopy(counts, 1, byBucket, 0, byBucket.length);
    return range.figure(counts[0], byBucket);
  }

  private static boolean isTooLarge(Throwable error) {
    return PostgresFailures.isTimeout(error)
        || (error instanceof Failure failure && failure.reason().equals(ReadBudget.TOO_LARGE));
  }

  /** Only if several apps have active shops must these be compared. */
  private Future<Long> activeNow() {
    List<Long> active = new ArrayList<>();
    Future<Long> last = Future.succeededFuture(0L);
    for (long app : apps) {
      last =
          last.compose(
              before ->
                  activeNow(app)
                      .map(
                          count -> {
                            if (count > 0) {
                              active.add(app);
                            }
                            return Math.max(before, count);
                          }));
    }
    return last.compose(
        most -> active.size() < 2 ? Future.succeededFuture(most) : activeInAny(active));
  }

  private Future<Long> activeNow(long app) {
    return RollupRuns.newest(snapshot.connection(), app)
        .compose(run -> windows.count(snapshot.connection(), app, run));
  }

  private Future<Long> activeInAny(List<Long> active) {
    Instant now = Instant.now();
    return snapshot
        .query(
            ACTIVE_NOW,
            Tuple.tuple()
                .addArrayOfLong(appIds(active))
                .addOffsetDateTime(now.minus(Session.GAP).atOffset(ZoneOffset.UTC))
                .addOffsetDateTime(now.atOffset(ZoneOffset.UTC)))
        .map(rows -> rows.iterator().next().getLong("count"));
  }

  private static Long[] appIds(List<Long> apps) {
    return apps.toArray(Long[]::new);
  }
}
