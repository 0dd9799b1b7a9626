package dev.shopwire.analytics.funnels;

import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.KeysetCursor;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.tenancy.CustomerId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A shop that dropped out of a funnel.
 *
 * @param reachedAt when it completed its last step, in microseconds since 1970
 */
record DropoutRow(long customerId, long reachedAt, String domain) {
  private static final String DOMAINS =
      "select id, domain from tenancy_customers where workspace_id = $1 and id = any($2)";

  DropoutRow withDomain(String newDomain) {
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

  static Future<Map<Long, String>> domains(Snapshot snapshot, AppScope app, List<DropoutRow> rows) {
    Long[] ids = rows.stream().map(DropoutRow::customerId).toArray(Long[]::new);
    Map<Long, String> domains = new HashMap<>();
    return snapshot
        .forEach(
            DOMAINS,
            Tuple.of(app.workspaceId(), (Object) ids),
            row -> domains.put(row.getLong("id"), row.getString("domain")))
        .map(domains);
  }

  /**
   * @param rows one more than {@code take} if there is a next page
   */
  static JsonResponse response(List<DropoutRow> rows, int take, PageCursors cursors) {
    return ListResponse.of(
        "shops", rows, take, DropoutRow::json, row -> row.cursor().encode(cursors));
  }

  private Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("customerId", CustomerId.of(customerId));
    json.put("myplatformDomain", domain);
    json.put("reachedAt", Times.format(Instant.EPOCH.plus(reachedAt, ChronoUnit.MICROS)));
    return json;
  }
}
