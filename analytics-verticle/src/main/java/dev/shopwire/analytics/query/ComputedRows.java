package dev.shopwire.analytics.query;

import dev.shopwire.common.exports.ExportSource.Mapper;
import dev.shopwire.common.exports.ExportSource.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Exports rows that were computed in memory; they are kept there until the export ends. */
public final class ComputedRows {
  private static final String POSITIONS =
      "select position from generate_series(1, $1::bigint) as position";
  private static final String COUNT = "select $1::bigint as count";

  private ComputedRows() {}

  /**
   * @param rows in the list's order
   * @param json converts some consecutive rows; may read from the export's snapshot
   */
  public static <T> Rows of(
      List<T> rows,
      BiFunction<List<T>, SqlConnection, Future<List<Map<String, @Nullable Object>>>> json) {
    Mapper mapper =
        (positions, snapshot) ->
            json.apply(
                positions.stream()
                    .map(row -> rows.get(Math.toIntExact(row.getLong("position") - 1)))
                    .toList(),
                snapshot);
    return new Rows(POSITIONS, COUNT, Tuple.of((long) rows.size()), Rows.SMALL_ROWS, mapper);
  }
}
