package dev.shopwire.sources.linked.calls;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import dev.shopwire.sources.databases.DatabaseTable;
import dev.shopwire.sources.linked.queries.LinkedQuery;
import dev.shopwire.sources.linked.queries.LinkedQueryTable;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;

/**
 * Lists the linked queries of a database by id (docs/api/linked-fields.md). Runs on the caller's
 * event loop.
 */
public final class LinkedQueryList {
  private static final String ROWS = "linkedQueries";

  /** Limits the statements of a page, in UTF-16 code units; one has at most 20,000. */
  private static final long PAGE_LENGTH = 250_000;

  private final Pool pool;
  private final CursorSigner signer;

  public LinkedQueryList(Pool pool, CursorSigner signer) {
    this.pool = pool;
    this.signer = signer;
  }

  public Future<JsonResponse> page(AdminQuery request) {
    Query query = new Query(request.parameters(), signer);
    int take = query.pageSize("take");
    Caller caller = request.caller();
    PageCursors cursors =
        query.cursors(
            new AppScope(caller.workspaceId(), 0), List.of(ROWS, Long.toString(request.id())));
    long after = cursors.read(query).map(Long::valueOf).orElse(0L);
    return DatabaseTable.require(pool, caller.workspaceId(), request.id())
        .compose(
            database ->
                LinkedQueryTable.list(pool, caller.workspaceId(), database.id(), after, take + 1))
        .compose(
            queries ->
                ShownQueries.json(pool, caller, queries)
                    .map(
                        rows ->
                            ListResponse.of(
                                ROWS,
                                rows,
                                fitting(queries, take),
                                last -> cursors.encode(String.valueOf(last.get("id"))))));
  }

  /** How many of the queries a page has; at least one. */
  private static int fitting(List<LinkedQuery> queries, int take) {
    long length = 0;
    for (int i = 0; i < Math.min(take, queries.size()); i++) {
      length += queries.get(i).settings().source().sql().length();
      if (i > 0 && length > PAGE_LENGTH) {
        return i;
      }
    }
    return take;
  }

  /** The complete list. */
  public static ExportSource export() {
    return LinkedQueryList::open;
  }

  private static Future<ExportSource.Rows> open(OpenRequest request, SqlConnection snapshot) {
    long id = NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("database"));
    Caller caller = request.caller();
    return DatabaseTable.require(snapshot, caller.workspaceId(), id)
        .map(
            database ->
                LinkedQueryTable.all(
                    caller.workspaceId(),
                    database.id(),
                    (client, queries) -> ShownQueries.json(client, caller, queries)));
  }
}
