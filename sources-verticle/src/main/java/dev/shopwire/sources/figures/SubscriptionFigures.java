package dev.shopwire.sources.figures;

import dev.shopwire.sources.lifecycle.Span;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Counts the subscriptions of all plans or of one. Not thread-safe. */
final class SubscriptionFigures {
  private final Boundaries ends;
  private final Boundaries bases;
  private final Counts trials;
  private final Counts frozen;
  private final Counts paying;
  private final Counts payingAtBase;
  private final Counts lost;

  SubscriptionFigures(Boundaries ends, Boundaries bases) {
    this.ends = ends;
    this.bases = bases;
    this.trials = new Counts(ends.size());
    this.frozen = new Counts(ends.size());
    this.paying = new Counts(ends.size());
    this.payingAtBase = new Counts(ends.size());
    this.lost = new Counts(ends.size());
  }

  /**
   * @param spans of a pair, in which it has the subscription
   */
  void add(List<Span> spans) {
    List<Span> paid = new ArrayList<>(spans.size());
    for (Span span : spans) {
      if (span.paying()) {
        paid.add(span);
      } else if (span.isTrial()) {
        add(trials, span);
      } else if (span.isFrozen()) {
        add(frozen, span);
      }
    }
    if (!paid.isEmpty()) {
      new Levels(paid, span -> BigDecimal.ONE, ends, bases).walk(this::addPaying);
    }
  }

  private void add(Counts counts, Span span) {
    counts.add(
        ends.after(Boundaries.nanos(span.from())), ends.after(Boundaries.nanos(span.to())), 1);
  }

  private void addPaying(int from, int to, BigDecimal base, BigDecimal end, boolean before) {
    paying.add(from, to, end.signum());
    payingAtBase.add(from, to, base.signum());
    if (end.signum() == 0) {
      lost.add(from, to, 1);
    }
  }

  long[] totals(Metric metric) {
    return switch (metric) {
      case TRIALS -> trials.totals();
      case FROZEN_SUBSCRIPTIONS -> frozen.totals();
      case ACTIVE_SUBSCRIPTIONS -> paying.totals();
      default -> throw new IllegalArgumentException(metric.id());
    };
  }

  /** How many paid at the bases. */
  long[] payingAtBase() {
    return payingAtBase.totals();
  }

  /** How many of these don't pay at the ends. */
  long[] lost() {
    return lost.totals();
  }
}
