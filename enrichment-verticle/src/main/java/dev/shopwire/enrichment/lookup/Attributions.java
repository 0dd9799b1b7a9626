package dev.shopwire.enrichment.lookup;

import dev.shopwire.common.json.Times;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads which affiliates are credited with a shop from the attribution role's view {@code
 * customer_attributions}, so that reading a customer needs no other role. Runs on the caller's
 * event loop.
 */
final class Attributions {
  private static final String READ =
      """
      select v.app_id, p.slug, v.affiliate_name, v.code, v.carrier, v.credited_at
      from customer_attributions v join tenancy_apps p on p.id = v.app_id
      where v.workspace_id = $1 and v.customer_id = $2 order by v.app_id
      """;

  private Attributions() {}

  /** The credits of a customer, one per app. */
  static Future<List<Row>> of(SqlClient client, long workspaceId, long customerId) {
    return client
        .preparedQuery(READ)
        .execute(Tuple.of(workspaceId, customerId))
        .map(rows -> Rows.list(rows, row -> row));
  }

  /** The credit of {@code appId}; null if there is none. */
  static @Nullable Map<String, @Nullable Object> json(List<Row> credits, long appId) {
    return credits.stream()
        .filter(row -> row.getLong("app_id") == appId)
        .map(Attributions::json)
        .findFirst()
        .orElse(null);
  }

  /** All credits, each with its app. */
  static List<Map<String, @Nullable Object>> json(List<Row> credits) {
    return credits.stream()
        .map(
            row -> {
              Map<String, @Nullable Object> json = new LinkedHashMap<>();
              json.put("app", row.getString("slug"));
              json.putAll(json(row));
              return json;
            })
        .toList();
  }

  private static Map<String, @Nullable Object> json(Row row) {
    Map<String, @Nullable Object> affiliate = new LinkedHashMap<>();
    affiliate.put("name", row.getString("affiliate_name"));
    affiliate.put("code", row.getString("code"));
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("affiliate", affiliate);
    json.put("carrier", row.getString("carrier"));
    json.put("creditedAt", Times.format(row.getOffsetDateTime("credited_at")));
    return json;
  }
}
