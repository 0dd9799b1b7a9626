package dev.shopwire.webhook.log;

import dev.shopwire.common.json.Times;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the table of delivery attempts. Methods run on the caller's event loop. */
final class Attempts {
  private static final String LAST =
      """
      select d.message_id, a.*
      from unnest($3::uuid[]) as d (message_id)
      cross join lateral (
        select at, kind, address, status, outcome, duration_millis, response,
          count(*) over () as attempts
        from webhook_attempts
        where workspace_id = $1 and endpoint_id = $2 and message_id = d.message_id
        order by at desc limit $4
      ) a
      order by d.message_id, a.at
      """;

  private Attempts() {}

  /**
   * One delivery's attempts.
   *
   * @param count the number of all attempts
   * @param last the last attempts as shown in responses, newest last
   */
  record History(long count, List<Map<String, @Nullable Object>> last) {
    static final History NONE = new History(0, List.of());
  }

  /**
   * @param limit how many of the last attempts to return per delivery
   * @return by message, without messages that have no attempts
   */
  static Future<Map<UUID, History>> last(
      SqlClient client, long workspaceId, long endpointId, List<UUID> messages, int limit) {
    return client
        .preparedQuery(LAST)
        .execute(
            Tuple.of(workspaceId, endpointId)
                .addArrayOfUUID(messages.toArray(UUID[]::new))
                .addInteger(limit))
        .map(
            rows -> {
              Map<UUID, History> histories = new HashMap<>();
              rows.forEach(
                  row ->
                      histories
                          .computeIfAbsent(
                              row.getUUID("message_id"),
                              id -> new History(row.getLong("attempts"), new ArrayList<>()))
                          .last()
                          .add(json(row)));
              return histories;
            });
  }

  private static Map<String, @Nullable Object> json(Row row) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("at", Times.format(row.getOffsetDateTime("at")));
    json.put("kind", row.getString("kind"));
    json.put("address", row.getString("address"));
    json.put("status", row.getInteger("status"));
    json.put("outcome", row.getString("outcome"));
    json.put("durationMs", row.getInteger("duration_millis"));
    json.put("response", row.getString("response"));
    return json;
  }
}
