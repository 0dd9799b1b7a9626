package dev.shopwire.enrichment.search;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.enrichment.fields.FieldLimits;
import dev.shopwire.enrichment.search.SearchReader.Search;
import dev.shopwire.enrichment.search.Sort.Position;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Handles the console's list of customers (docs/api/customers.md). Not thread-safe; use from one
 * event loop.
 */
public final class CustomerList {
  /** Less than the 2 s within which callers must learn that PostgreSQL does not respond. */
  private static final long RESPONSE_MILLIS = 1_500;

  private static final long MAX_COLUMN_BYTES = 1 << 20;

  // Parallel workers, for conditions that no index supports.
  private static final String SNAPSHOT =
      """
      set transaction isolation level repeatable read, read only;
      set local statement_timeout = '4500ms';
      set local max_parallel_workers_per_gather = 2
      """;

  private final Pool pool;
  private final CursorSigner signer;
  private final SearchReader reader;
  private final ListSlots slots;

  /**
   * @param concurrent how many lists may be read at once
   */
  public CustomerList(Pool pool, CursorSigner signer, FieldLimits limits, int concurrent) {
    this.pool = pool;
    this.signer = signer;
    this.reader = new SearchReader(limits);
    this.slots = new ListSlots(concurrent);
  }

  public Future<JsonResponse> handle(AdminQuery request) {
    Query query = new Query(request.parameters(), signer);
    int take = query.pageSize("take");
    ListParameters parameters = ListParameters.read(query);
    PageCursors cursors =
        query.cursors(new AppScope(request.id(), 0), ListParameters.criteria(query, request.id()));
    Optional<Position> after = cursors.read(query).map(Position::parse);
    return requireWorkspace(request.id())
        .compose(
            exists ->
                slots.run(
                    () ->
                        Transactions.run(
                            pool,
                            connection ->
                                connection
                                    .query(SNAPSHOT)
                                    .execute()
                                    .compose(
                                        begun ->
                                            reader.resolve(
                                                connection,
                                                request.id(),
                                                parameters,
                                                query,
                                                request.caller()))
                                    .compose(
                                        search -> page(connection, search, after, take, cursors)))))
        .map(JsonResponse::of);
  }

  /** Also finds out whether PostgreSQL responds: the list itself may take seconds. */
  private Future<Void> requireWorkspace(long workspaceId) {
    return new Workspaces(pool)
        .require(workspaceId)
        .timeout(RESPONSE_MILLIS, TimeUnit.MILLISECONDS)
        .recover(
            error ->
                Future.failedFuture(
                    error instanceof TimeoutException
                        ? Failure.unavailable("PostgreSQL did not respond in time")
                        : error));
  }

  private static Future<Map<String, @Nullable Object>> page(
      SqlConnection connection,
      Search search,
      Optional<Position> after,
      int take,
      PageCursors cursors) {
    return new CustomerSearch(connection, search.criteria(), take + 1)
        .find(after)
        .compose(
            found -> {
              List<ListedCustomer> shown = found.subList(0, Math.min(take, found.size()));
              return search
                  .values()
                  .rows(
                      connection,
                      shown.stream().map(ListedCustomer::customer).toList(),
                      MAX_COLUMN_BYTES)
                  .map(rows -> page(found, rows, cursors));
            });
  }

  /**
   * @param rows the first of {@code found}
   */
  private static Map<String, @Nullable Object> page(
      List<ListedCustomer> found, List<Map<String, @Nullable Object>> rows, PageCursors cursors) {
    boolean hasNextPage = found.size() > rows.size();
    Map<String, @Nullable Object> page = new LinkedHashMap<>();
    page.put("customers", rows);
    page.put(
        "cursor",
        hasNextPage ? cursors.encode(found.get(rows.size() - 1).position().encode()) : null);
    page.put("hasNextPage", hasNextPage);
    return page;
  }
}
