package dev.shopwire.analytics.traffic;

import dev.shopwire.analytics.query.CustomerFilter;
import dev.shopwire.analytics.query.ReadHandler;
import dev.shopwire.analytics.query.Reads;
import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.analytics.rollups.Rollups;
import dev.shopwire.analytics.sessions.LiveWindows;
import dev.shopwire.analytics.time.Bounds;
import dev.shopwire.analytics.time.Buckets;
import dev.shopwire.analytics.time.Interval;
import dev.shopwire.analytics.time.TimeRange;
import dev.shopwire.common.contracts.JsonResponse;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.Query;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code GET /apps/{id}/sessions/summary}: figures of the sessions that start in a range. */
public final class SessionSummary implements ReadHandler {
  // Grouping sets: one row a bucket, and one of the whole, whose bucket is null.
  private static final String FIGURES =
      """
      select bucket, count(*) as sessions, avg(seconds) as mean,
        percentile_cont(0.5) within group (order by seconds::float8) as median,
        sum(page_views)::numeric / nullif(count(*), 0) as pages,
        count(*) filter (where page_views = 1)::numeric / nullif(count(*), 0) as bounces
      from (
        select width_bucket(started_at, $4::timestamptz[]) as bucket, page_views,
          extract(epoch from ended_at - started_at) as seconds
        from sessions
        where app_id = $1 and started_at >= $2 and started_at < $3
          and ($5::bigint is null or customer_id = $5)
      ) s
      group by grouping sets ((bucket), ())
      """;

  private final Reads reads;
  private final Rollups rollups;
  private final LiveWindows windows;

  public SessionSummary(Reads reads, Rollups rollups, LiveWindows windows) {
    this.reads = reads;
    this.rollups = rollups;
    this.windows = windows;
  }

  /** Of no sessions only the count is known. */
  private record Figures(
      long count,
      @Nullable BigDecimal meanSeconds,
      @Nullable BigDecimal medianSeconds,
      @Nullable BigDecimal pagesPerSession,
      @Nullable BigDecimal bounceRate) {
    private static final int DIGITS = 6;
    static final Figures NONE = new Figures(0, null, null, null, null);

    static Figures of(Row row) {
      return row.getLong("sessions") == 0
          ? NONE
          : new Figures(
              row.getLong("sessions"),
              rounded(row.getBigDecimal("mean")),
              rounded(BigDecimal.valueOf(row.getDouble("median"))),
              rounded(row.getBigDecimal("pages")),
              rounded(row.getBigDecimal("bounces")));
    }

    private static BigDecimal rounded(BigDecimal figure) {
      BigDecimal brief =
          figure.setScale(DIGITS, java.math.RoundingMode.HALF_UP).stripTrailingZeros();
      return brief.scale() < 0 ? brief.setScale(0) : brief;
    }

    Map<String, @Nullable Object> members() {
      Map<String, @Nullable Object> members = new LinkedHashMap<>();
      members.put("count", count);
      members.put("meanSeconds", meanSeconds);
      members.put("medianSeconds", medianSeconds);
      members.put("pagesPerSession", pagesPerSession);
      members.put("bounceRate", bounceRate);
      return members;
    }
  }

  @Override
  public Future<JsonResponse> answer(AppScope caller, Query query) {
    TimeRange range = Bounds.read(query).orLastDays(Instant.now());
    Interval interval =
        query.choice("interval", Interval.words()).map(Interval::of).orElseGet(() -> fit(range));
    Buckets buckets = Buckets.of(range, interval);
    if (buckets.size() > Buckets.MAX) {
      query.fault("interval", "too_many_buckets", "gives more than " + Buckets.MAX + " buckets");
    }
    CustomerFilter customer = CustomerFilter.read(query);
    query.check();
    return rollups
        .catchUp(caller.appId())
        .compose(missing -> reads.recent(caller, missing))
        .compose(
            view ->
                view.lookup(
                    snapshot ->
                        customer
                            .find(snapshot, caller)
                            .compose(id -> figures(snapshot, caller, range, buckets, id))
                            .compose(
                                figures ->
                                    windows
                                        .active(snapshot.connection(), caller.appId())
                                        .map(
                                            active ->
                                                answer(
                                                    range,
                                                    interval,
                                                    buckets,
                                                    figures,
                                                    active,
                                                    view.asOf())))));
  }

  private static Interval fit(TimeRange range) {
    long days = Duration.between(range.start(), range.end()).toDays();
    if (days <= 2) {
      return Interval.HOURLY;
    }
    return days <= 92 ? Interval.DAILY : Interval.MONTHLY;
  }

  /** By bucket from 1 on; 0 is the whole. */
  private static Future<Map<Integer, Figures>> figures(
      Snapshot snapshot,
      AppScope caller,
      TimeRange range,
      Buckets buckets,
      Optional<Long> customer) {
    Map<Integer, Figures> figures = new HashMap<>();
    return snapshot
        .forEach(
            FIGURES,
            Tuple.of(
                    caller.appId(),
                    range.start().atOffset(ZoneOffset.UTC),
                    range.end().atOffset(ZoneOffset.UTC))
                .addArrayOfOffsetDateTime(
                    buckets.starts().stream()
                        .map(start -> start.atOffset(ZoneOffset.UTC))
                        .toArray(OffsetDateTime[]::new))
                .addLong(customer.orElse(null)),
            row -> {
              Integer bucket = row.getInteger("bucket");
              figures.put(bucket == null ? 0 : bucket, Figures.of(row));
            })
        .map(figures);
  }

  private static JsonResponse answer(
      TimeRange range,
      Interval interval,
      Buckets buckets,
      Map<Integer, Figures> figures,
      long active,
      Optional<Instant> asOf) {
    Map<String, @Nullable Object> summary = new LinkedHashMap<>();
    summary.put("startDate", range.startDate());
    summary.put("endDate", range.endDate());
    summary.put("timezone", range.zone().getId());
    summary.put("interval", interval.word());
    summary.putAll(figures.getOrDefault(0, Figures.NONE).members());
    summary.put("activeNow", active);
    List<Map<String, @Nullable Object>> data = new ArrayList<>();
    for (int i = 0; i < buckets.size(); i++) {
      Map<String, @Nullable Object> bucket = new LinkedHashMap<>();
      bucket.put("date", buckets.labels().get(i));
      bucket.putAll(figures.getOrDefault(i + 1, Figures.NONE).members());
      data.add(bucket);
    }
    summary.put("data", data);
    asOf.ifPresent(since -> summary.put("asOf", Times.text(since)));
    return JsonResponse.of(Map.of("summary", summary));
  }
}
