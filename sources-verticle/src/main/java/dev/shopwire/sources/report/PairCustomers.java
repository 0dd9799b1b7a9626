package dev.shopwire.sources.report;

import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.sources.events.ShownRecords;
import dev.shopwire.sources.figures.PairHistory;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds the customers of shops, as lists show them. Runs on the caller's event loop. */
final class PairCustomers {
  // One look-up in the primary key for each.
  private static final String CUSTOMERS =
      """
      select wanted.app_id, wanted.shop, c.id, c.domain
      from unnest($1::bigint[], $2::bigint[], $3::text[]) as wanted (app_id, fetch_id, shop)
      cross join lateral (
        select s.customer_id from partner_shops s
        where s.app_id = wanted.app_id and s.fetch_id = wanted.fetch_id and s.shop = wanted.shop limit 1
      ) s
      join tenancy_customers c on c.workspace_id = $4 and c.id = s.customer_id
      """;

  private PairCustomers() {}

  /** An app and a shop. */
  record Pair(long appId, String shop) {
    static Optional<Pair> of(long appId, Optional<String> shop) {
      return shop.map(key -> new Pair(appId, key));
    }

    static Optional<Pair> of(PairHistory pair) {
      return of(pair.appId(), pair.shop());
    }

    private static Pair read(Row row) {
      return new Pair(row.getLong("app_id"), row.getString("shop"));
    }
  }

  /** The customers of those of {@code wanted} that are not hidden. */
  static Future<Map<Pair, Map<String, String>>> find(
      SqlClient client, ReportScope scope, Collection<Pair> wanted) {
    if (wanted.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    Map<Long, Long> fetches =
        scope.apps().stream().collect(Collectors.toMap(ShownRecords::appId, ShownRecords::fetchId));
    List<Pair> pairs = wanted.stream().distinct().toList();
    Tuple parameters =
        Tuple.tuple()
            .addArrayOfLong(column(pairs, Pair::appId))
            .addArrayOfLong(column(pairs, pair -> fetches.getOrDefault(pair.appId(), 0L)))
            .addArrayOfString(pairs.stream().map(Pair::shop).toArray(String[]::new))
            .addLong(scope.workspaceId());
    return client
        .preparedQuery(CUSTOMERS)
        .execute(parameters)
        .map(
            found -> {
              Map<Pair, Map<String, String>> customers = new HashMap<>();
              found.forEach(row -> customers.put(Pair.read(row), customer(row)));
              return customers;
            });
  }

  private static Long[] column(List<Pair> pairs, Function<Pair, Long> value) {
    return pairs.stream().map(value).toArray(Long[]::new);
  }

  private static Map<String, String> customer(Row row) {
    Map<String, String> json = new LinkedHashMap<>();
    json.put("id", CustomerId.of(row.getLong("id")));
    json.put("myplatformDomain", row.getString("domain"));
    return json;
  }
}
