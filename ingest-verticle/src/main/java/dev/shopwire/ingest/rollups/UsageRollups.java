package dev.shopwire.ingest.rollups;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The table {@code usage_rollups}, as it is written. */
final class UsageRollups {
  private static final int ROWS = 5_000;
  private static final String ADD =
      """
      insert into usage_rollups (app_id, event_name, over_property, group_property, grain, bucket,
        group_value, events, numbers, total, least, greatest)
      select $1, event_name, over_property, group_property, grain, bucket, group_value, events,
        numbers, total::numeric, least::numeric, greatest::numeric
      from unnest($2::text[], $3::text[], $4::text[], $5::smallint[], $6::timestamptz[],
          $7::text[], $8::bigint[], $9::bigint[], $10::text[], $11::text[], $12::text[])
        as cell (event_name, over_property, group_property, grain, bucket, group_value, events,
          numbers, total, least, greatest)
      on conflict (app_id, event_name, over_property, group_property, grain, bucket, group_value)
      do update set
        events = usage_rollups.events + excluded.events,
        numbers = usage_rollups.numbers + excluded.numbers,
        total = usage_rollups.total + excluded.total,
        least = least(usage_rollups.least, excluded.least),
        greatest = greatest(usage_rollups.greatest, excluded.greatest)
      """;

  private UsageRollups() {}

  /** Adds {@code cells} to what is there. */
  static Future<Void> add(SqlConnection connection, int appId, Map<Cell.Key, Cell> cells) {
    List<Map.Entry<Cell.Key, Cell>> sorted =
        cells.entrySet().stream().sorted(Map.Entry.comparingByKey(Cell.Key.ORDER)).toList();
    Future<Void> written = Future.succeededFuture();
    for (int from = 0; from < sorted.size(); from += ROWS) {
      List<Map.Entry<Cell.Key, Cell>> part =
          sorted.subList(from, Math.min(sorted.size(), from + ROWS));
      written =
          written.compose(
              done -> connection.preparedQuery(ADD).execute(columns(appId, part)).mapEmpty());
    }
    return written;
  }

  private static Tuple columns(int appId, List<Map.Entry<Cell.Key, Cell>> cells) {
    int size = cells.size();
    return Tuple.of(appId)
        .addArrayOfString(keys(cells, new String[size], Cell.Key::event))
        .addArrayOfString(keys(cells, new String[size], Cell.Key::over))
        .addArrayOfString(keys(cells, new String[size], Cell.Key::group))
        .addArrayOfShort(keys(cells, new Short[size], key -> (short) key.grain()))
        .addArrayOfOffsetDateTime(
            keys(
                cells,
                new OffsetDateTime[size],
                key -> Instant.ofEpochSecond(key.bucket()).atOffset(ZoneOffset.UTC)))
        .addArrayOfString(keys(cells, new String[size], Cell.Key::value))
        .addArrayOfLong(values(cells, new Long[size], cell -> cell.events))
        .addArrayOfLong(values(cells, new Long[size], cell -> cell.numbers))
        .addArrayOfString(values(cells, new String[size], cell -> text(cell.total)))
        .addArrayOfString(values(cells, new String[size], cell -> text(cell.least)))
        .addArrayOfString(values(cells, new String[size], cell -> text(cell.greatest)));
  }

  /** As text: the client can't send arrays of numeric. */
  private static @Nullable String text(@Nullable BigDecimal number) {
    return number == null ? null : number.toString();
  }

  private static <T> T[] keys(
      List<Map.Entry<Cell.Key, Cell>> cells, T[] column, Function<Cell.Key, T> value) {
    for (int i = 0; i < column.length; i++) {
      column[i] = value.apply(cells.get(i).getKey());
    }
    return column;
  }

  private static <T> T[] values(
      List<Map.Entry<Cell.Key, Cell>> cells, T[] column, Function<Cell, @Nullable T> value) {
    for (int i = 0; i < column.length; i++) {
      column[i] = value.apply(cells.get(i).getValue());
    }
    return column;
  }
}
