package dev.shopwire.sources.figures;

import dev.shopwire.sources.lifecycle.Span;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A positive value that a pair has during some spans, and zero otherwise, seen at the ends and at
 * the bases of all buckets. Walks over ranges of buckets in which nothing changes.
 */
final class Levels {
  /** A range of buckets in which a pair has the same two values. */
  interface Piece {
    /**
     * @param base the value at the buckets' bases
     * @param end the value at their ends
     * @param before whether it was positive at any time before the base
     */
    void accept(int from, int to, BigDecimal base, BigDecimal end, boolean before);
  }

  private final int size;
  private final List<BigDecimal> values = new ArrayList<>();
  private final int[] endsFrom;
  private final int[] endsTo;
  private final int[] basesFrom;
  private final int[] basesTo;

  /**
   * @param spans in order, at least one
   * @param value of a span, positive
   */
  Levels(List<Span> spans, Function<Span, BigDecimal> value, Boundaries ends, Boundaries bases) {
    long[] from = new long[spans.size()];
    long[] to = new long[spans.size()];
    merge(spans, value, from, to);
    int count = values.size();
    this.size = ends.size();
    this.endsFrom = new int[count];
    this.endsTo = new int[count];
    this.basesFrom = new int[count];
    this.basesTo = new int[count];
    for (int i = 0; i < count; i++) {
      endsFrom[i] = ends.after(from[i]);
      endsTo[i] = ends.after(to[i]);
      basesFrom[i] = bases.after(from[i]);
      basesTo[i] = bases.after(to[i]);
    }
  }

  /** Spans that follow each other with the same value become one. */
  private void merge(List<Span> spans, Function<Span, BigDecimal> value, long[] from, long[] to) {
    for (Span span : spans) {
      BigDecimal own = value.apply(span);
      long start = Boundaries.nanos(span.from());
      int last = values.size() - 1;
      if (last < 0 || to[last] != start || values.get(last).compareTo(own) != 0) {
        values.add(own);
        last++;
        from[last] = start;
      }
      to[last] = Boundaries.nanos(span.to());
    }
  }

  /** Calls {@code piece} for all ranges in which one of the values is positive. */
  void walk(Piece piece) {
    int end = 0;
    int base = 0;
    int positive = basesFrom[0];
    int from = 0;
    while (from < size) {
      end = skip(endsTo, end, from);
      base = skip(basesTo, base, from);
      int to = Math.min(until(endsFrom, endsTo, end, from), until(basesFrom, basesTo, base, from));
      if (from < positive) {
        to = Math.min(to, positive);
      }
      BigDecimal atEnd = value(endsFrom, end, from);
      BigDecimal atBase = value(basesFrom, base, from);
      if (atEnd.signum() > 0 || atBase.signum() > 0) {
        piece.accept(from, to, atBase, atEnd, from >= positive);
      }
      from = to;
    }
  }

  /** The first span from {@code span} on that does not end before bucket {@code at}. */
  private static int skip(int[] to, int span, int at) {
    int next = span;
    while (next < to.length && to[next] <= at) {
      next++;
    }
    return next;
  }

  /** Where the value changes after bucket {@code at}. */
  private int until(int[] from, int[] to, int span, int at) {
    if (span == from.length) {
      return size;
    }
    return from[span] <= at ? to[span] : from[span];
  }

  private BigDecimal value(int[] from, int span, int at) {
    return span < from.length && from[span] <= at ? values.get(span) : BigDecimal.ZERO;
  }
}
