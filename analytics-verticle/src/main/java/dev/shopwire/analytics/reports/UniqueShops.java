package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.activity.ActiveShopCounts;
import dev.shopwire.analytics.activity.ShopHours;
import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.analytics.rollups.RollupRuns;
import dev.shopwire.common.time.Buckets;
import io.vertx.core.Future;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts the different shops of a report from the stored sets of shops, without its events. */
final class UniqueShops {
  private UniqueShops() {}

  /** Whether the report is one of different shops, of one event name or of all of them. */
  static boolean isPossible(ReportRequest request) {
    return request.measure().calculation() == Calculation.UNIQUE
        && request.measure().overProperty().isEmpty()
        && request.groupBy().isEmpty()
        && !request.customer().isPresent();
  }

  /**
   * Whether the sets of shops are complete for these buckets.
   *
   * @param coverage of the report by rollups: only names that have these have sets
   */
  static Future<Boolean> isStored(
      Snapshot snapshot, Scope scope, Coverage coverage, List<Buckets> all) {
    if (coverage.raw().isPresent() || !all.stream().allMatch(ActiveShopCounts::supports)) {
      return Future.succeededFuture(false);
    }
    Instant first =
        all.stream().map(each -> each.starts().get(0)).min(Instant::compareTo).orElseThrow();
    return RollupRuns.activityFrom(snapshot.connection(), List.of(scope.appId()))
        .map(from -> !first.isBefore(ShopHours.start(from)));
  }

  static Future<Series> series(Snapshot snapshot, Scope scope, Buckets buckets) {
    String name = scope.names().map(names -> names.get(0)).orElse(ShopHours.ALL_NAMES);
    return ActiveShopCounts.read(snapshot, List.of(scope.appId()), name, buckets, 0)
        .map(UniqueShops::series);
  }

  /**
   * @param counts of all buckets together, then of each
   */
  private static Series series(long[] counts) {
    List<@Nullable BigDecimal> points = new ArrayList<>(counts.length - 1);
    for (int i = 1; i < counts.length; i++) {
      points.add(BigDecimal.valueOf(counts[i]));
    }
    return new Series(BigDecimal.valueOf(counts[0]), points);
  }
}
