package dev.shopwire.sources.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Some of the rows behind a figure, as the API shows them.
 *
 * @param total the figure before it is rounded to the digits of its unit; empty where it has no
 *     value
 * @param count how many rows there are in all
 * @param next the position after which the next page begins; empty if there is none
 */
record RowList(
    List<Map<String, @Nullable Object>> rows,
    Optional<String> total,
    long count,
    Optional<RowPosition> next) {
  static final RowList NONE = new RowList(List.of(), Optional.empty(), 0, Optional.empty());
}
