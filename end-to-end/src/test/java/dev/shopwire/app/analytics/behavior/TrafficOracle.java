package dev.shopwire.app.analytics.behavior;

import dev.shopwire.app.analytics.behavior.SessionOracle.Session;
import dev.shopwire.app.analytics.behavior.TimeRangeOracle.Range;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Computes the summary of sessions and the table of page views (docs/api/reads.md). */
final class TrafficOracle {
  private TrafficOracle() {}

  /** Summarizes {@code sessions}, which started in {@code range}. */
  static Map<String, @Nullable Object> summary(
      Collection<Session> sessions, Range range, String interval) {
    Map<String, @Nullable Object> summary = new LinkedHashMap<>(statistics(sessions));
    List<Object> data =
        TimeRangeOracle.buckets(range, interval).entrySet().stream()
            .map(
                bucket -> {
                  Map<String, @Nullable Object> point =
                      new LinkedHashMap<>(
                          statistics(
                              sessions.stream()
                                  .filter(
                                      session ->
                                          TimeRangeOracle.bucketOf(
                                                  session.start(), range.zone(), interval)
                                              .equals(bucket.getKey()))
                                  .toList()));
                  point.put("date", bucket.getValue());
                  return (Object) point;
                })
            .toList();
    summary.put("data", data);
    return summary;
  }

  private static Map<String, @Nullable Object> statistics(Collection<Session> sessions) {
    List<BigDecimal> seconds = sessions.stream().map(s -> seconds(s.duration())).toList();
    List<BigDecimal> views =
        sessions.stream().map(s -> BigDecimal.valueOf(s.views().size())).toList();
    List<BigDecimal> bounces =
        sessions.stream()
            .map(s -> s.views().size() == 1 ? BigDecimal.ONE : BigDecimal.ZERO)
            .toList();
    Map<String, @Nullable Object> statistics = new LinkedHashMap<>();
    statistics.put("count", BigDecimal.valueOf(sessions.size()));
    statistics.put("meanSeconds", OracleArithmetic.roundedAverage(seconds).orElse(null));
    statistics.put("medianSeconds", OracleArithmetic.roundedMedian(seconds).orElse(null));
    statistics.put("pagesPerSession", OracleArithmetic.roundedAverage(views).orElse(null));
    statistics.put("bounceRate", OracleArithmetic.roundedAverage(bounces).orElse(null));
    return statistics;
  }

  static BigDecimal seconds(Duration duration) {
    return BigDecimal.valueOf(duration.getSeconds())
        .add(BigDecimal.valueOf(duration.getNano(), 9))
        .stripTrailingZeros();
  }

  /** One row per path; entries and exits are those of sessions that start in the range. */
  static Map<String, Object> pages(Collection<BehaviorEvent> events, Range range) {
    List<BehaviorEvent> views =
        events.stream()
            .filter(BehaviorEvent::isPageView)
            .filter(event -> range.contains(event.time()))
            .toList();
    List<Session> sessions =
        SessionOracle.of(events).stream()
            .filter(session -> range.contains(session.start()))
            .toList();
    List<BehaviorEvent> entries = sessions.stream().map(Session::first).toList();
    List<BehaviorEvent> exits = sessions.stream().map(Session::last).toList();
    Map<String, Object> pages = new TreeMap<>();
    Stream.of(views, entries, exits)
        .flatMap(List::stream)
        .map(event -> String.valueOf(event.path()))
        .distinct()
        .forEach(
            path -> {
              List<BehaviorEvent> pathViews = withPath(views, path);
              Map<String, Object> page = new LinkedHashMap<>();
              page.put("path", path);
              page.put("views", BigDecimal.valueOf(pathViews.size()));
              page.put(
                  "uniqueShops",
                  BigDecimal.valueOf(
                      pathViews.stream().map(BehaviorEvent::customer).distinct().count()));
              page.put("entries", BigDecimal.valueOf(withPath(entries, path).size()));
              page.put("exits", BigDecimal.valueOf(withPath(exits, path).size()));
              pages.put(path, page);
            });
    return pages;
  }

  private static List<BehaviorEvent> withPath(List<BehaviorEvent> views, String path) {
    return views.stream().filter(view -> path.equals(view.path())).toList();
  }
}
