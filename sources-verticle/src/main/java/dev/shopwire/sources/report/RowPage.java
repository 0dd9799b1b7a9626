package dev.shopwire.sources.report;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.sources.figures.FigureRow;
import dev.shopwire.sources.figures.FigureRows;
import dev.shopwire.sources.figures.PairHistory;
import dev.shopwire.sources.lifecycle.Fraction;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Keeps some of the rows behind a figure, and adds up all of them. Pairs are added in the order of
 * the list. Not thread-safe.
 */
final class RowPage {
  /** Values of rows are whole twelfths until they are divided. */
  private static final int PARTS = 12;

  /** About what a row takes besides its texts. */
  private static final int ROW_BYTES = 200;

  private final FigureRows rows;
  private final Optional<RowPosition> after;
  private final int take;
  private final long maxBytes;
  private final List<FigureRow> kept = new ArrayList<>();
  private final List<RowPosition> positions = new ArrayList<>();
  private BigDecimal sum = BigDecimal.ZERO;
  private Optional<RowPosition> last = Optional.empty();
  private boolean found;
  private boolean more;
  private long count;
  private long bytes;

  /**
   * @param after keeps only rows after this one
   * @param take how many to keep; 0 only counts
   * @param maxBytes how much memory they may take
   */
  RowPage(FigureRows rows, Optional<RowPosition> after, int take, long maxBytes) {
    this.rows = rows;
    this.after = after;
    this.take = take;
    this.maxBytes = maxBytes;
  }

  void add(PairHistory pair) {
    boolean isSame = after.isPresent() && isOf(after.get(), pair);
    boolean isLater = after.isEmpty() || (found && !isSame);
    found = found || isSame;
    // Money without a shop comes in parts.
    int index = last.filter(row -> isOf(row, pair)).map(row -> row.index() + 1).orElse(0);
    rows.add(pair);
    for (FigureRow row : rows.take()) {
      RowPosition position = new RowPosition(pair.appId(), pair.shop(), index++);
      last = Optional.of(position);
      count++;
      sum = sum.add(row.value().times(PARTS));
      if (isLater || (isSame && position.index() > after.orElseThrow().index())) {
        keep(row, position);
      }
    }
  }

  private static boolean isOf(RowPosition position, PairHistory pair) {
    return position.appId() == pair.appId() && position.shop().equals(pair.shop());
  }

  private void keep(FigureRow row, RowPosition position) {
    if (kept.size() == take) {
      more = true;
      return;
    }
    bytes += ROW_BYTES + row.recordIds().stream().mapToLong(id -> 60L + id.length()).sum();
    if (bytes > maxBytes) {
      throw Failure.invalidParameter(
          "format",
          "too_many_rows",
          "The figure has too many rows for one file; read them by pages");
    }
    kept.add(row);
    positions.add(position);
  }

  /** The kept rows with their final values; none where the figure has no value. */
  List<FigureRow> rows(Optional<Fraction> divisor) {
    return divisor
        .map(by -> kept.stream().map(row -> row.dividedBy(by)).toList())
        .orElse(List.of());
  }

  /** The figure: the sum of all rows, kept or not. */
  Optional<Fraction> total(Optional<Fraction> divisor) {
    return divisor.map(by -> Fraction.of(sum, PARTS).divide(by));
  }

  /** How many rows there are, kept or not. */
  long count() {
    return count;
  }

  /** The position of the last kept row, if there are more after it. */
  Optional<RowPosition> next() {
    if (after.isPresent() && !found) {
      throw Failure.invalidParameter(
          "cursor", "invalid_cursor", "The list has changed since; read it from its beginning");
    }
    return more && take > 0 ? Optional.of(positions.get(positions.size() - 1)) : Optional.empty();
  }
}
