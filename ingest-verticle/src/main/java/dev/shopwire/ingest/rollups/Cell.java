package dev.shopwire.ingest.rollups;

import java.math.BigDecimal;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** What is added up for one row of {@code usage_rollups}. Not thread-safe. */
final class Cell {
  /**
   * A row's key, but for the app.
   *
   * @param over the property whose numbers are added up; empty: events are counted
   * @param group the property by whose value events are told apart; empty: they aren't
   * @param grain minutes of the bucket
   * @param bucket its start, in seconds since 1970
   */
  record Key(String event, String over, String group, int grain, long bucket, String value) {
    static final Comparator<Key> ORDER =
        Comparator.comparing(Key::event)
            .thenComparing(Key::over)
            .thenComparing(Key::group)
            .thenComparingInt(Key::grain)
            .thenComparingLong(Key::bucket)
            .thenComparing(Key::value);
  }

  long events;
  long numbers;
  BigDecimal total = BigDecimal.ZERO;
  @Nullable BigDecimal least;
  @Nullable BigDecimal greatest;

  void add(@Nullable BigDecimal number) {
    events++;
    if (number != null) {
      numbers++;
      total = total.add(number);
      least = least == null ? number : least.min(number);
      greatest = greatest == null ? number : greatest.max(number);
    }
  }
}
