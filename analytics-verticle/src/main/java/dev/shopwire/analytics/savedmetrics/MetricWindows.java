package dev.shopwire.analytics.savedmetrics;

import dev.shopwire.analytics.reports.Span;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The time windows of a saved metric's values (docs/api/reads.md), in UTC: {@code current} is
 * everything up to now, {@code last24Hours} ends now, {@code allTime} is everything, including
 * events in the future, and the others are whole days that end with today.
 */
final class MetricWindows {
  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999Z");

  private final Map<String, Span> windows = new LinkedHashMap<>();

  MetricWindows(Instant now) {
    LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    Instant end = start(today.plusDays(1));
    windows.put("current", new Span(EARLIEST, now));
    windows.put("monthToDate", new Span(start(today.withDayOfMonth(1)), end));
    windows.put("last24Hours", new Span(now.minus(Duration.ofHours(24)), now));
    for (int days : new int[] {7, 30, 90, 365}) {
      windows.put("last" + days + "Days", new Span(start(today.minusDays(days - 1L)), end));
    }
    windows.put("allTime", new Span(EARLIEST, LATEST));
  }

  private static Instant start(LocalDate date) {
    return date.atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  List<Span> windows() {
    return List.copyOf(windows.values());
  }

  /**
   * @param values in the order of the windows
   */
  Map<String, @Nullable Object> json(List<Optional<BigDecimal>> values) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    int i = 0;
    for (String name : windows.keySet()) {
      json.put(name, values.get(i++).orElse(null));
    }
    return json;
  }
}
