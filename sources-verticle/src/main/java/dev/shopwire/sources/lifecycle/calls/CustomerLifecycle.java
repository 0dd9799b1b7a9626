package dev.shopwire.sources.lifecycle.calls;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import dev.shopwire.sources.lifecycle.calls.CustomerPair.Item;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Shows what the apps of a workspace are to a customer, and what they were (docs/api/partner.md).
 * Runs on the caller's event loop.
 */
public final class CustomerLifecycle {
  /** A customer has one row an app, seldom more. */
  private static final int MAX_ROWS = 10_000;

  // One look-up for each app that is connected.
  private static final String FROM =
      """
      from partner_connections c
      join tenancy_apps a on a.id = c.app_id
      cross join lateral (
        select s.shop from partner_shops s
        where s.app_id = c.app_id and s.fetch_id = c.shown_id and s.customer_id = $2 offset 0
      ) s
      cross join lateral (
        select * from partner_lifecycles l
        where l.app_id = c.app_id and l.fetch_id = c.shown_id and l.shop = s.shop limit 1
      ) l
      where c.workspace_id = $1 and l.state is not null
      """;
  private static final String FIND =
      "select c.app_id, a.slug, "
          + CustomerPair.COLUMNS
          + FROM
          + "order by c.app_id, l.since desc, l.shop";
  private static final String COUNT = "select coalesce(sum(l.transitions), 0) as count " + FROM;

  private final Pool pool;
  private final CursorSigner signer;

  public CustomerLifecycle(Pool pool, CursorSigner signer) {
    this.pool = pool;
    this.signer = signer;
  }

  /** The entries of all apps, and a page of the history. */
  public Future<JsonResponse> page(AdminQuery request) {
    Query query = new Query(request.parameters(), signer);
    int take = query.pageSize("take");
    long workspaceId = request.caller().workspaceId();
    PageCursors cursors =
        query.cursors(
            new AppScope(workspaceId, 0), List.of("lifecycle", Long.toString(request.id())));
    Optional<Position> after = Position.read(query, cursors);
    return pool.preparedQuery(FIND)
        .execute(Tuple.of(workspaceId, request.id()))
        .map(rows -> Rows.list(rows, CustomerPair::read))
        .map(pairs -> response(pairs, after, take, cursors));
  }

  private static JsonResponse response(
      List<CustomerPair> pairs, Optional<Position> after, int take, PageCursors cursors) {
    List<Item> all = CustomerPair.history(pairs);
    int start = after.map(position -> position.next(all)).orElse(0);
    List<Item> page = all.subList(start, Math.min(all.size(), start + take));
    boolean more = start + take < all.size();
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("lifecycle", entries(pairs));
    json.put("history", page.stream().map(Item::json).toList());
    json.put("cursor", more ? Position.of(page.get(page.size() - 1)).encode(cursors) : null);
    json.put("hasNextPage", more);
    return JsonResponse.of(json);
  }

  /** One an app: of several shops, that in which something changed last. */
  private static List<Map<String, @Nullable Object>> entries(List<CustomerPair> pairs) {
    Map<Long, CustomerPair> latest = new LinkedHashMap<>();
    pairs.forEach(pair -> latest.putIfAbsent(pair.appId(), pair));
    return latest.values().stream().map(CustomerPair::json).toList();
  }

  /** A position in the history: that of a transition, which may be gone since. */
  private record Position(Instant at, String id) {
    static Position of(Item item) {
      return new Position(item.at(), item.id().toString());
    }

    static Optional<Position> read(Query query, PageCursors cursors) {
      return cursors
          .read(query)
          .map(
              text -> {
                String[] parts = text.split(" ", 2);
                return new Position(
                    Instant.EPOCH.plus(Long.parseLong(parts[0]), ChronoUnit.MICROS), parts[1]);
              });
    }

    String encode(PageCursors cursors) {
      return cursors.encode(ChronoUnit.MICROS.between(Instant.EPOCH, at) + " " + id);
    }

    /** The index of what follows. */
    int next(List<Item> items) {
      int index = 0;
      while (index < items.size() && items.get(index).at().isAfter(at)) {
        index++;
      }
      for (int i = index; i < items.size() && items.get(i).at().equals(at); i++) {
        if (items.get(i).id().toString().equals(id)) {
          return i + 1;
        }
      }
      return index;
    }
  }

  /** The complete history. */
  public static ExportSource export() {
    return (request, snapshot) -> open(request);
  }

  private static Future<ExportSource.Rows> open(OpenRequest request) {
    long customerId = NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("customer"));
    new Query(request.parameters()).throwIfInvalid();
    return Future.succeededFuture(
        new ExportSource.Rows(
            FIND,
            COUNT,
            Tuple.of(request.caller().workspaceId(), customerId),
            MAX_ROWS,
            (rows, snapshot) -> {
              List<CustomerPair> pairs = new ArrayList<>();
              rows.forEach(row -> pairs.add(CustomerPair.read(row)));
              return Future.succeededFuture(
                  CustomerPair.history(pairs).stream().map(Item::json).toList());
            }));
  }
}
