package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.query.ReadView;
import dev.shopwire.analytics.reports.ReportPeriod.Window;
import dev.shopwire.analytics.rollups.AggregateReads;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.time.Buckets;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Reads a report in one snapshot: as a lookup if rollups or sets of shops cover it, else as a scan
 * of events. Not thread-safe; use from one event loop.
 */
final class ReportReader {
  private static final int MAX_POINTS = 100_000;

  /** The span of events that a lookup may read at the edges of rollups. */
  private static final Duration MAX_RAW_LENGTH = Duration.ofHours(6);

  /** The range of which a lookup may read sets of shops. */
  private static final Duration MAX_STORED_LENGTH = Duration.ofDays(100);

  private final AggregateReads reads;

  ReportReader(AggregateReads reads) {
    this.reads = reads;
  }

  /** The values of a range. */
  record RangeValues(Window window, Buckets buckets, Series total, List<Group> groups) {}

  /**
   * @param asOf since when events are missing, if any are
   */
  record Result(
      RangeValues values, Optional<RangeValues> previous, Source source, Optional<Instant> asOf) {
    private Result asOf(Optional<Instant> missing) {
      return new Result(values, previous, source, missing);
    }
  }

  Future<Result> read(AppScope app, ReportRequest request) {
    boolean possible =
        Coverage.isPossible(request.measure(), request.groupBy(), request.customer().isPresent());
    if (!possible && !UniqueShops.isPossible(request)) {
      return reads
          .ofEvents(app)
          .compose(
              view ->
                  view.scan(
                          snapshot ->
                              new ReportSnapshot(snapshot, app, request, false)
                                  .read(any -> true)
                                  .map(Optional::orElseThrow))
                      .map(result -> result.asOf(view.asOf())));
    }
    return reads
        .ofAggregates(app)
        .compose(
            view ->
                view.lookup(
                        snapshot ->
                            new ReportSnapshot(snapshot, app, request, true)
                                .read(work -> isSmall(work, request)))
                    .compose(
                        read ->
                            read.map(Future::succeededFuture)
                                .orElseGet(() -> scan(view, app, request)))
                    .map(
                        result ->
                            lacksEvents(result, request) ? result.asOf(view.asOf()) : result));
  }

  /** Whether events that are not aggregated yet are missing: they are read for unique shops. */
  private static boolean lacksEvents(Result result, ReportRequest request) {
    return result.source() == Source.ROLLUPS || !UniqueShops.isPossible(request);
  }

  private static Future<Result> scan(ReadView view, AppScope app, ReportRequest request) {
    return view.scan(
        snapshot ->
            new ReportSnapshot(snapshot, app, request, true)
                .read(any -> true)
                .map(Optional::orElseThrow));
  }

  private static boolean isSmall(ReportSnapshot.Work work, ReportRequest request) {
    if (work.countsStoredShops()) {
      return length(work.buckets()).compareTo(MAX_STORED_LENGTH) <= 0;
    }
    return !work.readsEvents(request.measure().calculation())
        && RollupSpans.of(work.buckets(), work.grain(), work.coverage().mergedBefore())
                .rawLength()
                .compareTo(MAX_RAW_LENGTH)
            <= 0;
  }

  private static Duration length(Buckets buckets) {
    return Duration.between(buckets.starts().get(0), buckets.end());
  }

  /** The buckets of {@code window}; fails if there are too many. */
  static Buckets buckets(Window window, ReportRequest request) {
    Buckets buckets = Buckets.of(window.range(), window.interval());
    String interval = window.interval().apiName();
    if (buckets.size() > Buckets.MAX) {
      throw Failure.invalidParameter(
          "interval",
          "too_many_buckets",
          interval
              + " gives more than "
              + Buckets.MAX
              + " buckets for this range; request a longer interval or a shorter range");
    }
    if (request.groupBy().isPresent() && (long) request.limit() * buckets.size() > MAX_POINTS) {
      throw Failure.invalidParameter(
          "limit",
          "too_many_points",
          "limit times the "
              + buckets.size()
              + " buckets is more than "
              + MAX_POINTS
              + "; request fewer groups, a longer interval or a shorter range");
    }
    return buckets;
  }
}
