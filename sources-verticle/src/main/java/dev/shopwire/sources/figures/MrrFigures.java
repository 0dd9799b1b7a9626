package dev.shopwire.sources.figures;

import dev.shopwire.sources.lifecycle.Span;
import java.math.BigDecimal;
import java.util.List;

/**
 * Monthly recurring revenue in one currency, of all plans or of one, and its movements. All amounts
 * are in twelfths, so that they are exact. Not thread-safe.
 */
final class MrrFigures {
  /** Twelfths of a unit: prices are divided by 1, 3 or 12. */
  static final int PARTS = 12;

  private final Boundaries ends;
  private final Boundaries bases;
  final Amounts atEnd;
  final Amounts atBase;
  final Amounts fresh;
  final Amounts reactivated;
  final Amounts expansion;
  final Amounts contraction;
  final Amounts churn;

  /** At the ends, of pairs that had some at the bases. */
  final Amounts kept;

  /** How many pairs have some at the ends. */
  final Counts payers;

  MrrFigures(Boundaries ends, Boundaries bases) {
    this.ends = ends;
    this.bases = bases;
    this.atEnd = new Amounts(ends.size());
    this.atBase = new Amounts(ends.size());
    this.fresh = new Amounts(ends.size());
    this.reactivated = new Amounts(ends.size());
    this.expansion = new Amounts(ends.size());
    this.contraction = new Amounts(ends.size());
    this.churn = new Amounts(ends.size());
    this.kept = new Amounts(ends.size());
    this.payers = new Counts(ends.size());
  }

  /**
   * @param spans of a pair, in which it has revenue; at least one
   */
  void add(List<Span> spans) {
    new Levels(spans, span -> span.mrr().times(PARTS), ends, bases).walk(this::add);
  }

  private void add(int from, int to, BigDecimal base, BigDecimal end, boolean before) {
    atEnd.add(from, to, end);
    atBase.add(from, to, base);
    payers.add(from, to, end.signum());
    if (base.signum() == 0) {
      (before ? reactivated : fresh).add(from, to, end);
    } else if (end.signum() == 0) {
      churn.add(from, to, base);
    } else {
      kept.add(from, to, end);
      BigDecimal change = end.subtract(base);
      if (change.signum() > 0) {
        expansion.add(from, to, change);
      } else if (change.signum() < 0) {
        contraction.add(from, to, change.negate());
      }
    }
  }
}
