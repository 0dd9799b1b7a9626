package dev.shopwire.sources.frozen;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Exact figures of days, kept as the changes from one day to the next, so that a value that lasts
 * for years takes two entries. Days are counted from 1970. Not thread-safe.
 */
final class DaySteps {
  private final Map<FigureKey, NavigableMap<Long, BigDecimal>> steps = new HashMap<>();
  private final long first;
  private final long end;

  /**
   * @param first the first day that is of interest
   * @param end exclusive
   */
  DaySteps(long first, long end) {
    this.first = first;
    this.end = end;
  }

  /** A range of days in which a figure has the same value. */
  @FunctionalInterface
  interface Piece {
    /**
     * @param to exclusive
     * @param value not zero
     */
    void accept(FigureKey key, long from, long to, BigDecimal value);
  }

  /**
   * Adds {@code amount} on all days from {@code from} to before {@code to}.
   *
   * @param to {@link Long#MAX_VALUE} if it has no end
   */
  void add(FigureKey key, long from, long to, BigDecimal amount) {
    long start = Math.max(from, first);
    if (start < Math.min(to, end) && amount.signum() != 0) {
      NavigableMap<Long, BigDecimal> own = steps.computeIfAbsent(key, any -> new TreeMap<>());
      add(own, start, amount);
      if (to < end) {
        add(own, to, amount.negate());
      }
    }
  }

  private static void add(NavigableMap<Long, BigDecimal> own, long day, BigDecimal amount) {
    own.merge(
        day,
        amount,
        (one, other) -> {
          BigDecimal sum = one.add(other);
          // Nothing changes on the day then.
          return sum.signum() == 0 ? null : sum;
        });
  }

  /** How many changes are kept, each in about 100 bytes. */
  int size() {
    return steps.values().stream().mapToInt(Map::size).sum();
  }

  /** Passes on all values that are not zero. */
  void forEach(Piece piece) {
    forEach(first, end, piece);
  }

  /** The same of days from {@code from} to before {@code to}. */
  void forEach(long from, long to, Piece piece) {
    steps.forEach((key, own) -> forEach(key, own, from, to, piece));
  }

  /**
   * The value of each figure that is not zero, on each day from {@code from} to before {@code to}.
   */
  List<DayFigure> figures(long from, long to) {
    List<DayFigure> figures = new ArrayList<>();
    forEach(
        from,
        to,
        (key, start, stop, value) -> {
          for (long day = start; day < stop; day++) {
            figures.add(new DayFigure(day, key, value));
          }
        });
    return figures;
  }

  private static void forEach(
      FigureKey key, NavigableMap<Long, BigDecimal> own, long first, long end, Piece piece) {
    BigDecimal value = BigDecimal.ZERO;
    long from = first;
    for (Map.Entry<Long, BigDecimal> step : own.entrySet()) {
      long day = Math.min(step.getKey(), end);
      if (day > from) {
        if (value.signum() != 0) {
          piece.accept(key, from, day, value);
        }
        from = day;
      }
      value = value.add(step.getValue());
    }
    if (from < end && value.signum() != 0) {
      piece.accept(key, from, end, value);
    }
  }
}
