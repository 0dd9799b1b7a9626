package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.query.ReadView;
import dev.shopwire.analytics.query.Reads;
import dev.shopwire.analytics.reports.ReportPeriod.Window;
import dev.shopwire.analytics.rollups.Rollups;
import dev.shopwire.analytics.time.Buckets;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.AppScope;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Reads what a report is asked for, in one snapshot: as a lookup if rollups hold it, else as a scan
 * of events. For one event loop.
 */
final class ReportReader {
  private static final int MAX_POINTS = 100_000;

  /** So much of the events themselves may be read, at the edges of rollups, by a lookup. */
  private static final Duration SMALL = Duration.ofHours(6);

  private final Reads reads;
  private final Rollups rollups;

  ReportReader(Reads reads, Rollups rollups) {
    this.reads = reads;
    this.rollups = rollups;
  }

  /** The figures of a range. */
  record Told(Window window, Buckets buckets, Series total, List<Group> groups) {}

  /**
   * @param asOf since when events are missing, if any are
   */
  record Answer(Told told, Optional<Told> previous, Source source, Optional<Instant> asOf) {
    private Answer asOf(Optional<Instant> missing) {
      return new Answer(told, previous, source, missing);
    }
  }

  Future<Answer> read(AppScope caller, ReportRequest request) {
    boolean possible =
        Coverage.isPossible(request.measure(), request.groupBy(), request.customer().isGiven());
    if (!possible) {
      return reads
          .recent(caller, Optional.empty())
          .compose(
              view ->
                  view.scan(
                          snapshot ->
                              new ReportSnapshot(snapshot, caller, request, false)
                                  .read(any -> true)
                                  .map(Optional::orElseThrow))
                      .map(answer -> answer.asOf(view.asOf())));
    }
    return rollups
        .catchUp(caller.appId())
        .compose(missing -> reads.recent(caller, missing))
        .compose(
            view ->
                view.lookup(
                        snapshot ->
                            new ReportSnapshot(snapshot, caller, request, true)
                                .read(ReportReader::isSmall))
                    .compose(
                        read ->
                            read.map(Future::succeededFuture)
                                .orElseGet(() -> scan(view, caller, request)))
                    .map(answer -> answer.asOf(view.asOf())));
  }

  private static Future<Answer> scan(ReadView view, AppScope caller, ReportRequest request) {
    return view.scan(
        snapshot ->
            new ReportSnapshot(snapshot, caller, request, true)
                .read(any -> true)
                .map(Optional::orElseThrow));
  }

  private static boolean isSmall(ReportSnapshot.Work work) {
    return work.coverage().raw().isEmpty()
        && RollupSpans.of(work.buckets(), work.grain(), work.coverage().mergedBefore())
                .rawLength()
                .compareTo(SMALL)
            <= 0;
  }

  /** The buckets of {@code window}, unless there are too many to draw. */
  static Buckets buckets(Window window, ReportRequest request) {
    Buckets buckets = Buckets.of(window.range(), window.interval());
    String interval = window.interval().word();
    if (buckets.size() > Buckets.MAX) {
      throw Failure.invalidParameter(
          "interval",
          "too_many_buckets",
          interval
              + " makes more than "
              + Buckets.MAX
              + " buckets of this range; ask for longer"
              + " ones or for a shorter range");
    }
    if (request.groupBy().isPresent() && (long) request.limit() * buckets.size() > MAX_POINTS) {
      throw Failure.invalidParameter(
          "limit",
          "too_many_points",
          "limit times the "
              + buckets.size()
              + " buckets is more than "
              + MAX_POINTS
              + "; ask for fewer groups, for longer buckets or for a shorter range");
    }
    return buckets;
  }
}
