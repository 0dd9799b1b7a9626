package dev.shopwire.automation.resources;

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
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lists all rows of a table that belong to a workspace, newest first, as pages and as exports.
 * Methods run on the caller's event loop.
 *
 * @param table has the columns {@code workspace_id} and {@code id}; also the response's member
 * @param columns that {@code reader} reads
 * @param shown what of them lists show
 */
public record ListedResource<T>(
    String table, String columns, Function<Row, T> reader, Shown<T> shown) {
  private static final int EXPORTED_AT_ONCE = 50;

  /** Makes the JSON of resources of a workspace, in a transaction that sees one moment. */
  @FunctionalInterface
  public interface Shown<T> {
    Future<List<Map<String, @Nullable Object>>> json(
        SqlClient client, long workspaceId, List<T> resources);
  }

  /** A page of the workspace whose id the request has. */
  public Future<JsonResponse> page(Pool pool, CursorSigner signer, AdminQuery request) {
    Query query = new Query(request.parameters(), signer);
    int take = query.pageSize("take");
    PageCursors cursors =
        query.cursors(new AppScope(request.id(), 0), List.of(table, Long.toString(request.id())));
    long before = cursors.read(query).map(Long::valueOf).orElse(Long.MAX_VALUE);
    return Snapshots.read(
            pool,
            connection ->
                new Workspaces(connection)
                    .require(request.id())
                    .compose(exists -> read(connection, request.id(), before, take + 1)))
        .map(
            json ->
                ListResponse.of(
                    table, json, take, last -> cursors.encode(String.valueOf(last.get("id")))));
  }

  private Future<List<Map<String, @Nullable Object>>> read(
      SqlConnection connection, long workspaceId, long before, int limit) {
    return connection
        .preparedQuery(
            "select %s from %s where workspace_id = $1 and id < $2 order by id desc limit $3"
                .formatted(columns, table))
        .execute(Tuple.of(workspaceId, before, (long) limit))
        .compose(rows -> shown.json(connection, workspaceId, Rows.list(rows, reader)));
  }

  /** The complete list. */
  public ExportSource export() {
    return this::open;
  }

  private Future<ExportSource.Rows> open(OpenRequest request, SqlConnection snapshot) {
    long workspaceId =
        NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("workspace"));
    return new Workspaces(snapshot)
        .require(workspaceId)
        .map(
            exists ->
                new ExportSource.Rows(
                    "select %s from %s where workspace_id = $1 order by id desc"
                        .formatted(columns, table),
                    "select count(*) as count from %s where workspace_id = $1".formatted(table),
                    Tuple.of(workspaceId),
                    EXPORTED_AT_ONCE,
                    (rows, connection) ->
                        shown.json(connection, workspaceId, rows.stream().map(reader).toList())));
  }
}
