package dev.shopwire.automation.flows;

import dev.shopwire.automation.reads.Snapshots;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Lists the flows of a workspace, newest first. */
public final class FlowList {
  private static final String ALL =
      "select %s from flows where workspace_id = $1 order by id desc"
          .formatted(FlowTable.LISTED_COLUMNS);
  private static final String PAGE =
      "select %s from flows where workspace_id = $1 and id < $2 order by id desc limit $3"
          .formatted(FlowTable.LISTED_COLUMNS);
  private static final String COUNT = "select count(*) as count from flows where workspace_id = $1";
  private static final int EXPORTED_AT_ONCE = 50;

  private final Pool pool;
  private final CursorSigner signer;

  public FlowList(Pool pool, CursorSigner signer) {
    this.pool = pool;
    this.signer = signer;
  }

  public Future<JsonResponse> list(AdminQuery request) {
    Query query = new Query(request.parameters(), signer);
    int take = query.pageSize("take");
    PageCursors cursors =
        query.cursors(new AppScope(request.id(), 0), List.of("flows", Long.toString(request.id())));
    long before = cursors.read(query).map(Long::valueOf).orElse(Long.MAX_VALUE);
    return Snapshots.read(
            pool,
            connection ->
                new Workspaces(connection)
                    .require(request.id())
                    .compose(exists -> page(connection, request.id(), before, take + 1)))
        .map(
            json ->
                ListResponse.of(
                    "flows", json, take, last -> cursors.encode(String.valueOf(last.get("id")))));
  }

  private static Future<List<Map<String, @Nullable Object>>> page(
      SqlConnection connection, long workspaceId, long before, int take) {
    return connection
        .preparedQuery(PAGE)
        .execute(Tuple.of(workspaceId, before, (long) take))
        .compose(
            rows -> FlowReads.listed(connection, workspaceId, Rows.list(rows, FlowTable::read)));
  }

  /** The complete list. */
  public static ExportSource export() {
    return FlowList::open;
  }

  private static Future<ExportSource.Rows> open(OpenRequest request, SqlConnection snapshot) {
    long workspaceId =
        NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("workspace"));
    return new Workspaces(snapshot)
        .require(workspaceId)
        .map(
            exists ->
                new ExportSource.Rows(
                    ALL,
                    COUNT,
                    Tuple.of(workspaceId),
                    EXPORTED_AT_ONCE,
                    (rows, connection) ->
                        FlowReads.listed(
                            connection, workspaceId, rows.stream().map(FlowTable::read).toList())));
  }
}
