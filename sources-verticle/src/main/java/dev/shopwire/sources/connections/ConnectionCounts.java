package dev.shopwire.sources.connections;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Counts what was fetched and needs attention. Runs on the caller's event loop. */
final class ConnectionCounts {
  private static final int MAX_TYPES = 200;

  // Only partial indexes are read: rows of unknown types, redacted shops, unknown prices and
  // intervals.
  private static final String UNKNOWN =
      """
      select r.type, count(*) as count
      from partner_streams s
      join partner_records r on r.app_id = s.app_id and r.fetch_id = s.fetch_id and r.stream = s.name
      where s.app_id = $1 and s.fetch_id = $2 and r.outcome = 'unknown' and r.outcome <> 'record'
        and r.pass <= s.pass
      group by r.type order by count desc, r.type limit $3
      """;
  private static final String REDACTED =
      """
      select count(*) as count from partner_shops
      where app_id = $1 and fetch_id = $2 and domain is null
      """;

  private static final String UNKNOWN_PRICES =
      """
      select count(*) filter (where price is null) as unpriced,
        count(*) filter (where billing is null) as unknown_interval
      from partner_lifecycles
      where app_id = $1 and fetch_id = $2 and is_paying and (price is null or billing is null)
      """;

  private ConnectionCounts() {}

  static Future<Map<String, @Nullable Object>> read(
      SqlClient client, Connection connection, List<StreamState> streams) {
    Tuple ids = Tuple.of(connection.appId(), connection.shownId());
    return client
        .preparedQuery(REDACTED)
        .execute(ids)
        .map(rows -> rows.iterator().next().getLong("count"))
        .compose(
            redacted ->
                client
                    .preparedQuery(UNKNOWN_PRICES)
                    .execute(ids)
                    .map(rows -> rows.iterator().next())
                    .compose(
                        prices ->
                            client
                                .preparedQuery(UNKNOWN)
                                .execute(
                                    Tuple.of(connection.appId(), connection.shownId(), MAX_TYPES))
                                .map(types -> json(streams, redacted, prices, types))));
  }

  private static Map<String, @Nullable Object> json(
      List<StreamState> streams, long redacted, Row prices, Iterable<Row> types) {
    Map<String, Long> unknown = new LinkedHashMap<>();
    types.forEach(row -> unknown.put(row.getString("type"), row.getLong("count")));
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("records", sum(streams, StreamState.Counts::records));
    json.put("test", sum(streams, StreamState.Counts::tests));
    json.put("redactedShops", redacted);
    json.put("unattributed", sum(streams, StreamState.Counts::unattributed));
    json.put("rejected", sum(streams, StreamState.Counts::rejected));
    json.put("unknownInterval", prices.getLong("unknown_interval"));
    json.put("unpriced", prices.getLong("unpriced"));
    json.put("unknownTypes", unknown);
    return json;
  }

  private static long sum(List<StreamState> streams, ToLongFunction<StreamState.Counts> count) {
    return streams.stream().map(StreamState::counts).mapToLong(count).sum();
  }
}
