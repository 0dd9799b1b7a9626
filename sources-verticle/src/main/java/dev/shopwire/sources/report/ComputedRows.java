package dev.shopwire.sources.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.json.Json;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Exports rows that are computed before the first one is sent. */
final class ComputedRows {
  private static final int MAX_ROWS_AT_ONCE = 500;

  private static final String ROWS =
      """
      select e.row from unnest($1::text[]) with ordinality as e (row, place)
      where $2::bigint is not null order by e.place
      """;
  private static final String COUNT = "select $2::bigint as count where $1::text[] is not null";
  private static final TypeReference<LinkedHashMap<String, @Nullable Object>> OBJECT =
      new TypeReference<>() {};

  private ComputedRows() {}

  /**
   * @param count how many there are, if {@code rows} are left out
   */
  static ExportSource.Rows of(List<Map<String, @Nullable Object>> rows, long count) {
    String[] texts = rows.stream().map(ComputedRows::text).toArray(String[]::new);
    return new ExportSource.Rows(
        ROWS,
        COUNT,
        Tuple.tuple().addArrayOfString(texts).addLong(count),
        MAX_ROWS_AT_ONCE,
        (read, snapshot) ->
            Future.succeededFuture(read.stream().map(ComputedRows::object).toList()));
  }

  private static String text(Map<String, @Nullable Object> row) {
    try {
      return Json.MAPPER.writeValueAsString(row);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, @Nullable Object> object(Row row) {
    try {
      return Json.MAPPER.readValue(row.getString("row"), OBJECT);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
