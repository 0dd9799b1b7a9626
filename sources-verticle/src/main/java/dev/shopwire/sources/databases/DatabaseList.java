package dev.shopwire.sources.databases;

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
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;

/**
 * Lists the databases of a workspace by id (docs/api/linked-fields.md). Runs on the caller's event
 * loop.
 */
public final class DatabaseList {
  private static final String ROWS = "databases";

  private final Pool pool;
  private final CursorSigner signer;

  public DatabaseList(Pool pool, CursorSigner signer) {
    this.pool = pool;
    this.signer = signer;
  }

  public Future<JsonResponse> page(AdminQuery request) {
    Query query = new Query(request.parameters(), signer);
    int take = query.pageSize("take");
    PageCursors cursors =
        query.cursors(new AppScope(request.id(), 0), List.of(ROWS, Long.toString(request.id())));
    long after = cursors.read(query).map(Long::valueOf).orElse(0L);
    return new Workspaces(pool)
        .require(request.id())
        .compose(exists -> DatabaseTable.list(pool, request.id(), after, take + 1))
        .map(
            databases ->
                ListResponse.of(
                    ROWS,
                    databases,
                    take,
                    LinkedDatabase::json,
                    last -> cursors.encode(Long.toString(last.id()))));
  }

  /** The complete list. */
  public static ExportSource export() {
    return DatabaseList::open;
  }

  private static Future<ExportSource.Rows> open(OpenRequest request, SqlConnection snapshot) {
    long workspaceId =
        NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("workspace"));
    return new Workspaces(snapshot)
        .require(workspaceId)
        .map(exists -> DatabaseTable.all(workspaceId));
  }
}
