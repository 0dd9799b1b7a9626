package dev.shopwire.sources.report;

import dev.shopwire.sources.figures.FigureRow;
import dev.shopwire.sources.figures.FigureRows;
import dev.shopwire.sources.figures.PairHistory;
import dev.shopwire.sources.lifecycle.Fraction;
import dev.shopwire.sources.report.StoredPairs.StoredPair;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * Keeps some of the rows behind a figure, and adds up all of them. Pairs are added in the order of
 * the list. Not thread-safe.
 */
final class RowPage {
  /** Values of rows are whole twelfths until they are divided. */
  private static final int PARTS = 12;

  private final FigureRows rows;
  private final PairPage<FigureRow> page;
  private BigDecimal sum = BigDecimal.ZERO;

  /**
   * @param after keeps only rows after this one
   * @param take how many to keep; 0 only counts
   * @param maxBytes how much memory they may take
   */
  RowPage(FigureRows rows, Optional<RowPosition> after, int take, long maxBytes) {
    this.rows = rows;
    this.page = new PairPage<>(after, take, maxBytes, RowPage::bytes);
  }

  private static long bytes(FigureRow row) {
    return row.recordIds().stream().mapToLong(id -> 60L + id.length()).sum();
  }

  void add(PairHistory pair) {
    rows.add(pair);
    keep(pair);
  }

  /** Adds a pair as {@link FigureRows#add(PairHistory, java.util.Map)} does. */
  void add(StoredPair pair) {
    rows.add(pair.history(), pair.firstEarnings());
    keep(pair.history());
  }

  private void keep(PairHistory pair) {
    List<FigureRow> own = rows.take();
    for (FigureRow row : own) {
      sum = sum.add(row.value().times(PARTS));
    }
    page.add(pair, own);
  }

  /** The kept rows with their final values; none where the figure has no value. */
  List<FigureRow> rows(Optional<Fraction> divisor) {
    return divisor
        .map(by -> page.rows().stream().map(row -> row.dividedBy(by)).toList())
        .orElse(List.of());
  }

  /** The positions of the kept rows. */
  List<RowPosition> positions() {
    return page.positions();
  }

  /** The figure: the sum of all rows, kept or not. */
  Optional<Fraction> total(Optional<Fraction> divisor) {
    return divisor.map(by -> Fraction.of(sum, PARTS).divide(by));
  }

  /** How many rows there are, kept or not. */
  long count() {
    return page.count();
  }

  /** The position of the last kept row, if there are more after it. */
  Optional<RowPosition> next() {
    return page.next();
  }
}
