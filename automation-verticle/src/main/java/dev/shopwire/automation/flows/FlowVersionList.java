package dev.shopwire.automation.flows;

import dev.shopwire.automation.flows.FlowVersions.Version;
import dev.shopwire.automation.reads.Snapshots;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Lists what was published of a flow, newest first. */
public final class FlowVersionList {
  private static final int EXPORTED_AT_ONCE = 10;

  private final Pool pool;
  private final CursorSigner signer;

  public FlowVersionList(Pool pool, CursorSigner signer) {
    this.pool = pool;
    this.signer = signer;
  }

  /** A page has as many versions as fit 1 MiB, and at least one. */
  public Future<JsonResponse> list(AdminQuery request) {
    Query query = new Query(request.parameters(), signer);
    int take = query.pageSize("take");
    FlowKey key = new FlowKey(request.caller().workspaceId(), request.id());
    PageCursors cursors =
        query.cursors(
            new AppScope(key.workspaceId(), 0),
            List.of("flow_versions", Long.toString(request.id())));
    int before = cursors.read(query).map(Integer::valueOf).orElse(Integer.MAX_VALUE);
    return Snapshots.read(
        pool,
        connection ->
            FlowTable.require(connection, key)
                .compose(exists -> FlowVersions.page(connection, key, before, take + 1))
                .compose(
                    found -> {
                      List<Version> shown = shown(found, take);
                      return FlowReads.versions(
                              connection, key, shown, request.caller().seesPrivateFields())
                          .map(json -> page(json, found.size() > shown.size(), cursors));
                    }));
  }

  private static List<Version> shown(List<Version> found, int take) {
    return found.stream().limit(take).filter(version -> version.definition().isPresent()).toList();
  }

  private static JsonResponse page(
      List<Map<String, @Nullable Object>> versions, boolean hasNext, PageCursors cursors) {
    Map<String, @Nullable Object> page = new LinkedHashMap<>();
    page.put("versions", versions);
    page.put(
        "cursor",
        hasNext
            ? cursors.encode(String.valueOf(versions.get(versions.size() - 1).get("version")))
            : null);
    page.put("hasNextPage", hasNext);
    return JsonResponse.of(page);
  }

  /** The complete list. */
  public static ExportSource export() {
    return FlowVersionList::open;
  }

  private static Future<ExportSource.Rows> open(OpenRequest request, SqlConnection snapshot) {
    long id = NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("flow"));
    FlowKey key = new FlowKey(request.caller().workspaceId(), id);
    return FlowTable.require(snapshot, key)
        .map(
            exists ->
                new ExportSource.Rows(
                    FlowVersions.ALL,
                    FlowVersions.COUNT,
                    key.tuple(),
                    EXPORTED_AT_ONCE,
                    (rows, connection) ->
                        FlowReads.versions(
                            connection,
                            key,
                            rows.stream().map(Version::read).toList(),
                            request.caller().seesPrivateFields())));
  }
}
