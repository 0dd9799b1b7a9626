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

/** The figures of sessions and the table of page views (docs/api/reads.md). */
final class TrafficOracle {
  private TrafficOracle() {}

  /** Of {@code sessions}, which started in {@code range}. */
  static Map<String, @Nullable Object> summary(
      Collection<Session> sessions, Range range, String interval) {
    Map<String, @Nullable Object> summary = new LinkedHashMap<>(figures(sessions));
    List<Object> data =
        TimeRangeOracle.buckets(range, interval).entrySet().stream()
            .map(
                bucket -> {
                  Map<String, @Nullable Object> point =
                      new LinkedHashMap<>(
                          figures(
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

  private static Map<String, @Nullable Object> figures(Collection<Session> sessions) {
    List<BigDecimal> seconds = sessions.stream().map(s -> seconds(s.duration())).toList();
    List<BigDecimal> views =
        sessions.stream().map(s -> BigDecimal.valueOf(s.views().size())).toList();
    List<BigDecimal> bounces =
        sessions.stream()
            .map(s -> s.views().size() == 1 ? BigDecimal.ONE : BigDecimal.ZERO)
            .toList();
    Map<String, @Nullable Object> figures = new LinkedHashMap<>();
    figures.put("count", BigDecimal.valueOf(sessions.size()));
    figures.put("meanSeconds", OracleArithmetic.roundedAverage(seconds).orElse(null));
    figures.put("medianSeconds", OracleArithmetic.roundedMedian(seconds).orElse(null));
    figures.put("pagesPerSession", OracleArithmetic.roundedAverage(views).orElse(null));
    figures.put("bounceRate", OracleArithmetic.roundedAverage(bounces).orElse(null));
    return figures;
  }

  static BigDecimal seconds(Duration duration) {
    return BigDecimal.valueOf(duration.getSeconds())
        .add(BigDecimal.valueOf(duration.getNano(), 9))
        .stripTrailingZeros();
  }

  /** The line of each path; entries and exits are those of sessions that start in the range. */
  static Map<String, Object> pages(Collection<BehaviorEvent> events, Range range) {
    List<BehaviorEvent> views =
        events.stream()
            .filter(BehaviorEvent::isPageView)
            .filter(event -> range.has(event.time()))
            .toList();
    List<Session> sessions =
        SessionOracle.of(events).stream().filter(session -> range.has(session.start())).toList();
    List<BehaviorEvent> entries = sessions.stream().map(Session::first).toList();
    List<BehaviorEvent> exits = sessions.stream().map(Session::last).toList();
    Map<String, Object> pages = new TreeMap<>();
    Stream.of(views, entries, exits)
        .flatMap(List::stream)
        .map(event -> String.valueOf(event.path()))
        .distinct()
        .forEach(
            path -> {
              List<BehaviorEvent> own = of(views, path);
              Map<String, Object> page = new LinkedHashMap<>();
              page.put("path", path);
              page.put("views", BigDecimal.valueOf(own.size()));
              page.put(
                  "uniqueShops",
                  BigDecimal.valueOf(own.stream().map(BehaviorEvent::customer).distinct().count()));
              page.put("entries", BigDecimal.valueOf(of(entries, path).size()));
              page.put("exits", BigDecimal.valueOf(of(exits, path).size()));
              pages.put(path, page);
            });
    return pages;
  }

  private static List<BehaviorEvent> of(List<BehaviorEvent> views, String path) {
    return views.stream().filter(view -> path.equals(view.path())).toList();
  }
}
