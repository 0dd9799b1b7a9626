package dev.shopwire.sources.frozen;

import io.vertx.core.Future;
import java.util.List;
import java.util.function.Function;

/** Works on long lists in parts, one after the other. */
final class Parts {
  private Parts() {}

  /** Calls {@code work} with parts of at most {@code size} rows; not at all for an empty list. */
  static <T> Future<Void> each(int size, List<T> rows, Function<List<T>, Future<Void>> work) {
    if (rows.isEmpty()) {
      return Future.succeededFuture();
    }
    int end = Math.min(size, rows.size());
    return work.apply(rows.subList(0, end))
        .compose(done -> each(size, rows.subList(end, rows.size()), work));
  }
}
