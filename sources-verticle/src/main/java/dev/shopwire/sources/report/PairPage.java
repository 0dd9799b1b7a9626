package dev.shopwire.sources.report;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.sources.figures.PairHistory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * Keeps some of the rows that pairs have, which are added in the order of the list. Not
 * thread-safe.
 *
 * @param <T> a row
 */
final class PairPage<T> {
  /** About what a row takes besides its texts. */
  private static final int ROW_BYTES = 200;

  private final Optional<RowPosition> after;
  private final int take;
  private final long maxBytes;
  private final ToLongFunction<T> bytesOf;
  private final List<T> kept = new ArrayList<>();
  private final List<RowPosition> positions = new ArrayList<>();
  private Optional<RowPosition> last = Optional.empty();
  private boolean found;
  private boolean more;
  private long count;
  private long bytes;

  /**
   * @param after keeps only rows after this one
   * @param take how many to keep; 0 only counts
   * @param maxBytes how much memory they may take
   * @param bytesOf what the texts of a row take
   */
  PairPage(Optional<RowPosition> after, int take, long maxBytes, ToLongFunction<T> bytesOf) {
    this.after = after;
    this.take = take;
    this.maxBytes = maxBytes;
    this.bytesOf = bytesOf;
  }

  void add(PairHistory pair, List<T> rows) {
    boolean isSame = after.isPresent() && isOf(after.get(), pair);
    boolean isLater = after.isEmpty() || (found && !isSame);
    found = found || isSame;
    // Money without a shop comes in parts.
    int index = last.filter(row -> isOf(row, pair)).map(row -> row.index() + 1).orElse(0);
    for (T row : rows) {
      RowPosition position = new RowPosition(pair.appId(), pair.shop(), index++);
      last = Optional.of(position);
      count++;
      if (isLater || (isSame && position.index() > after.orElseThrow().index())) {
        keep(row, position);
      }
    }
  }

  private static boolean isOf(RowPosition position, PairHistory pair) {
    return position.appId() == pair.appId() && position.shop().equals(pair.shop());
  }

  private void keep(T row, RowPosition position) {
    if (kept.size() == take) {
      more = true;
      return;
    }
    bytes += ROW_BYTES + bytesOf.applyAsLong(row);
    if (bytes > maxBytes) {
      throw Failure.invalidParameter(
          "take", "too_many_bytes", "The rows name too many records for one page; take fewer");
    }
    kept.add(row);
    positions.add(position);
  }

  /** Whether there are more rows than those that are kept. */
  boolean hasMore() {
    return more;
  }

  List<T> rows() {
    return List.copyOf(kept);
  }

  /** The positions of {@link #rows}. */
  List<RowPosition> positions() {
    return List.copyOf(positions);
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
