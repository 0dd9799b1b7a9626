package dev.shopwire.sources.report;

import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import java.util.Optional;

/**
 * A position among the rows behind a figure.
 *
 * @param shop empty for money that names none
 * @param index of the row among those of the pair
 */
record RowPosition(long appId, Optional<String> shop, int index) {

  /** The form that clients get. */
  String encode(PageCursors list) {
    return list.encode(appId + " " + index + " " + shop.map(key -> "s" + key).orElse("-"));
  }

  /**
   * Reads the position from the parameter {@code cursor}, if present.
   *
   * @throws dev.shopwire.common.failure.Failure 422 {@code invalid_cursor} if it was not issued for
   *     this list
   */
  static Optional<RowPosition> read(Query query, PageCursors list) {
    return list.read(query)
        .map(
            text -> {
              // Only the shop may have spaces.
              String[] parts = text.split(" ", 3);
              Optional<String> shop =
                  parts[2].startsWith("s") ? Optional.of(parts[2].substring(1)) : Optional.empty();
              return new RowPosition(Long.parseLong(parts[0]), shop, Integer.parseInt(parts[1]));
            });
  }
}
