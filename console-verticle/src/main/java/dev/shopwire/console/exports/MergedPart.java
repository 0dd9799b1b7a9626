package dev.shopwire.console.exports;

import dev.shopwire.common.exports.ExportContracts.Chunk;
import io.vertx.core.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A part of a merged list, read row by row. Not thread-safe.
 *
 * @param <K> what the list is ordered by
 */
final class MergedPart<K> {
  private final RowSource source;
  private final Function<String, K> keys;
  private String lines = "";
  private int position;
  private boolean isLast;
  private @Nullable K key;

  /**
   * @param keys the key of a row, which is a JSON object
   */
  MergedPart(RowSource source, Function<String, K> keys) {
    this.source = source;
    this.keys = keys;
  }

  RowSource source() {
    return source;
  }

  /** Reads the next rows if none are in memory. */
  Future<Void> fill() {
    return isUnknown() ? source.next().map(this::accept).mapEmpty() : Future.succeededFuture();
  }

  private Chunk accept(Chunk chunk) {
    lines = chunk.lines();
    position = 0;
    isLast = chunk.isLast();
    return chunk;
  }

  /** Whether no row is in memory, but more may come. */
  boolean isUnknown() {
    return isEmpty() && !isLast;
  }

  boolean isEmpty() {
    return position >= lines.length();
  }

  /** The key of the next row, which there must be. */
  K key() {
    K known = key;
    if (known == null) {
      known = keys.apply(lines.substring(position, end()));
      key = known;
    }
    return known;
  }

  /** Removes the next row. */
  String take() {
    String row = lines.substring(position, end());
    position += row.length() + 1;
    key = null;
    return row;
  }

  private int end() {
    return lines.indexOf('\n', position);
  }
}
