package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.common.time.Buckets;
import io.vertx.core.Future;
import java.util.Optional;

/** Counts events by bucket as reports do: from rollups, as far as they have them. */
public final class EventCounts {
  private EventCounts() {}

  /**
   * @param eventName empty for all events
   * @return one count per bucket
   */
  public static Future<long[]> read(
      Snapshot snapshot, long appId, Optional<String> eventName, Buckets buckets) {
    Scope scope = Scope.of(appId, eventName, Optional.empty());
    return Coverage.read(snapshot, scope, Measure.OF_EVENTS, Optional.empty())
        .compose(
            coverage ->
                new PartialAggregates(
                        snapshot, scope, Measure.OF_EVENTS, coverage, buckets, RollupSpans.QUARTER)
                    .totals(buckets))
        .map(
            cells -> {
              long[] counts = new long[buckets.size()];
              cells.forEach((cell, partial) -> counts[cell.bucket()] += partial.events());
              return counts;
            });
  }
}
