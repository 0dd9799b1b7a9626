package dev.shopwire.analytics.funnels;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.KeysetCursor;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.tenancy.CustomerId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A shop that dropped out of a funnel.
 *
 * @param reachedAt when it completed its last step, in microseconds since 1970
 */
record DropoutRow(long customerId, long reachedAt, String domain) {
  private static final String DOMAINS =
      "select id, domain from tenancy_customers where workspace_id = $1 and id = any($2)";

  private DropoutRow withDomain(String newDomain) {
    return new DropoutRow(customerId, reachedAt, newDomain);
  }

  /** Whether it comes after {@code cursor} in the list, whose order is descending. */
  boolean isAfter(KeysetCursor cursor) {
    long id = cursor.key().getLeastSignificantBits();
    return reachedAt < cursor.micros() || (reachedAt == cursor.micros() && customerId < id);
  }

  private KeysetCursor cursor() {
    return new KeysetCursor(reachedAt, new UUID(0, customerId));
  }

  /** The same rows, some hundreds, with the shops' domains. */
  static Future<List<DropoutRow>> withDomains(
      SqlClient client, AppScope app, List<DropoutRow> rows) {
    Long[] ids = rows.stream().map(DropoutRow::customerId).toArray(Long[]::new);
    return client
        .preparedQuery(DOMAINS)
        .execute(Tuple.of(app.workspaceId(), (Object) ids))
        .map(
            found -> {
              Map<Long, String> domains = new HashMap<>();
              found.forEach(row -> domains.put(row.getLong("id"), row.getString("domain")));
              return rows.stream()
                  .map(row -> row.withDomain(domains.getOrDefault(row.customerId(), "")))
                  .toList();
            });
  }

  /**
   * @param rows one more than {@code take} if there is a next page
   */
  static JsonResponse response(List<DropoutRow> rows, int take, PageCursors cursors) {
    return ListResponse.of(
        "shops", rows, take, DropoutRow::json, row -> row.cursor().encode(cursors));
  }

  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("customerId", CustomerId.of(customerId));
    json.put("myplatformDomain", domain);
    json.put("reachedAt", Times.format(Instant.EPOCH.plus(reachedAt, ChronoUnit.MICROS)));
    return json;
  }
}
