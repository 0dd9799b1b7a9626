package dev.shopwire.analytics.funnels;

import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.common.contracts.JsonResponse;
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
import org.jspecify.annotations.Nullable;

/**
 * A shop that came so far and no further.
 *
 * @param reachedAt when it did the last step that it did, in microseconds since 1970
 */
record DropoutRow(long customerId, long reachedAt, String domain) {
  private static final String DOMAINS =
      "select id, domain from customers where workspace_id = $1 and id = any($2)";

  DropoutRow named(String name) {
    return new DropoutRow(customerId, reachedAt, name);
  }

  /** Whether it comes after {@code place} in the order of the list, which is descending. */
  boolean isAfter(KeysetCursor place) {
    long id = place.key().getLeastSignificantBits();
    return reachedAt < place.micros() || (reachedAt == place.micros() && customerId < id);
  }

  private KeysetCursor place() {
    return new KeysetCursor(reachedAt, new UUID(0, customerId));
  }

  static Future<Map<Long, String>> domains(
      Snapshot snapshot, AppScope caller, List<DropoutRow> rows) {
    Long[] ids = rows.stream().map(DropoutRow::customerId).toArray(Long[]::new);
    Map<Long, String> domains = new HashMap<>();
    return snapshot
        .forEach(
            DOMAINS,
            Tuple.of(caller.workspaceId(), (Object) ids),
            row -> domains.put(row.getLong("id"), row.getString("domain")))
        .map(domains);
  }

  /**
   * @param rows one more than {@code take} if there is a next page
   */
  static JsonResponse answer(List<DropoutRow> rows, int take, PageCursors cursors) {
    boolean more = rows.size() > take;
    List<DropoutRow> shown = more ? rows.subList(0, take) : rows;
    Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    answer.put("shops", shown.stream().map(DropoutRow::members).toList());
    answer.put("cursor", more ? shown.get(shown.size() - 1).place().text(cursors) : null);
    answer.put("hasNextPage", more);
    return JsonResponse.of(answer);
  }

  private Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("customerId", CustomerId.of(customerId));
    members.put("myplatformDomain", domain);
    members.put("reachedAt", Times.text(Instant.EPOCH.plus(reachedAt, ChronoUnit.MICROS)));
    return members;
  }
}
