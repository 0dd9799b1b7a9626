package dev.shopwire.analytics.traffic;

import dev.shopwire.analytics.query.AsOf;
import dev.shopwire.analytics.query.CustomerFilter;
import dev.shopwire.analytics.query.ReadHandler;
import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.analytics.rollups.AggregateReads;
import dev.shopwire.analytics.rollups.RollupRuns;
import dev.shopwire.analytics.sessions.ActiveShops;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.time.Bounds;
import dev.shopwire.common.time.Buckets;
import dev.shopwire.common.time.Interval;
import dev.shopwire.common.time.TimeRange;
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

/** Serves {@code GET /apps/{id}/sessions/summary}: values of the sessions that start in a range. */
public final class SessionSummary implements ReadHandler {
  // Grouping sets: one row per bucket, and one for the complete range, whose bucket is null.
  private static final String VALUES =
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

  private final AggregateReads reads;
  private final ActiveShops windows;

  public SessionSummary(AggregateReads reads, ActiveShops windows) {
    this.reads = reads;
    this.windows = windows;
  }

  /** Without sessions only the count is known. */
  private record Values(
      long count,
      @Nullable BigDecimal meanSeconds,
      @Nullable BigDecimal medianSeconds,
      @Nullable BigDecimal pagesPerSession,
      @Nullable BigDecimal bounceRate) {
    private static final int DIGITS = 6;
    static final Values NONE = new Values(0, null, null, null, null);

    static Values of(Row row) {
      return row.getLong("sessions") == 0
          ? NONE
          : new Values(
              row.getLong("sessions"),
              rounded(row.getBigDecimal("mean")),
              rounded(BigDecimal.valueOf(row.getDouble("median"))),
              rounded(row.getBigDecimal("pages")),
              rounded(row.getBigDecimal("bounces")));
    }

    private static BigDecimal rounded(BigDecimal value) {
      BigDecimal stripped =
          value.setScale(DIGITS, java.math.RoundingMode.HALF_UP).stripTrailingZeros();
      return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }

    Map<String, @Nullable Object> fields() {
      Map<String, @Nullable Object> fields = new LinkedHashMap<>();
      fields.put("count", count);
      fields.put("meanSeconds", meanSeconds);
      fields.put("medianSeconds", medianSeconds);
      fields.put("pagesPerSession", pagesPerSession);
      fields.put("bounceRate", bounceRate);
      return fields;
    }
  }

  @Override
  public Future<JsonResponse> handle(AppScope app, Query query) {
    TimeRange range = Bounds.read(query).orLastDays(Instant.now());
    Interval interval =
        query
            .choice("interval", Interval.apiNames())
            .map(Interval::of)
            .orElseGet(() -> defaultInterval(range));
    Buckets buckets = Buckets.of(range, interval);
    if (buckets.size() > Buckets.MAX) {
      query.addError(
          "interval", "too_many_buckets", "results in more than " + Buckets.MAX + " buckets");
    }
    CustomerFilter customer = CustomerFilter.read(query);
    query.throwIfInvalid();
    return reads
        .ofAggregates(app)
        .compose(
            view ->
                view.lookup(
                    snapshot ->
                        customer
                            .find(snapshot, app)
                            .compose(id -> values(snapshot, app, range, buckets, id))
                            .compose(
                                values ->
                                    activeShops(snapshot, app)
                                        .map(
                                            active ->
                                                response(
                                                    range,
                                                    interval,
                                                    buckets,
                                                    values,
                                                    active,
                                                    view.asOf())))));
  }

  private Future<Long> activeShops(Snapshot snapshot, AppScope app) {
    return RollupRuns.newest(snapshot.connection(), app.appId())
        .compose(run -> windows.count(snapshot.connection(), app.appId(), run));
  }

  private static Interval defaultInterval(TimeRange range) {
    long days = Duration.between(range.start(), range.end()).toDays();
    if (days <= 2) {
      return Interval.HOURLY;
    }
    return days <= 92 ? Interval.DAILY : Interval.MONTHLY;
  }

  /** By bucket, from 1; 0 is the complete range. */
  private static Future<Map<Integer, Values>> values(
      Snapshot snapshot, AppScope app, TimeRange range, Buckets buckets, Optional<Long> customer) {
    Map<Integer, Values> values = new HashMap<>();
    return snapshot
        .forEach(
            VALUES,
            Tuple.of(
                    app.appId(),
                    range.start().atOffset(ZoneOffset.UTC),
                    range.end().atOffset(ZoneOffset.UTC))
                .addArrayOfOffsetDateTime(
                    buckets.starts().stream()
                        .map(start -> start.atOffset(ZoneOffset.UTC))
                        .toArray(OffsetDateTime[]::new))
                .addLong(customer.orElse(null)),
            row -> {
              Integer bucket = row.getInteger("bucket");
              values.put(bucket == null ? 0 : bucket, Values.of(row));
            })
        .map(values);
  }

  private static JsonResponse response(
      TimeRange range,
      Interval interval,
      Buckets buckets,
      Map<Integer, Values> values,
      long active,
      Optional<Instant> asOf) {
    Map<String, @Nullable Object> summary = new LinkedHashMap<>();
    summary.put("startDate", range.startDate());
    summary.put("endDate", range.endDate());
    summary.put("timezone", range.zone().getId());
    summary.put("interval", interval.apiName());
    summary.putAll(values.getOrDefault(0, Values.NONE).fields());
    summary.put("activeNow", active);
    List<Map<String, @Nullable Object>> data = new ArrayList<>();
    for (int i = 0; i < buckets.size(); i++) {
      Map<String, @Nullable Object> bucket = new LinkedHashMap<>();
      bucket.put("date", buckets.labels().get(i));
      bucket.putAll(values.getOrDefault(i + 1, Values.NONE).fields());
      data.add(bucket);
    }
    summary.put("data", data);
    AsOf.addTo(summary, asOf);
    return JsonResponse.of(Map.of("summary", summary));
  }
}
