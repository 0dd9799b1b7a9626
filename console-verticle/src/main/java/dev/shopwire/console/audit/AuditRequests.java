package dev.shopwire.console.audit;

import dev.shopwire.common.audit.AuditCriteria;
import dev.shopwire.common.audit.AuditPosition;
import dev.shopwire.common.audit.AuditReads;
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
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Lists the audit log of a workspace, or all of it (docs/api/users.md). Thread-safe. */
public final class AuditRequests {
  private static final String LIST = "audit-log";

  private final SqlClient client;
  private final CursorSigner signer;

  public AuditRequests(SqlClient client, CursorSigner signer) {
    this.client = client;
    this.signer = signer;
  }

  /**
   * @param parameters the query parameters, unparsed
   */
  public Future<Map<String, @Nullable Object>> ofWorkspace(
      long workspaceId, Map<String, String> parameters) {
    return new Workspaces(client)
        .require(workspaceId)
        .compose(exists -> list(OptionalLong.of(workspaceId), parameters));
  }

  /** Also what belongs to no workspace. */
  public Future<Map<String, @Nullable Object>> all(Map<String, String> parameters) {
    return list(OptionalLong.empty(), parameters);
  }

  private Future<Map<String, @Nullable Object>> list(
      OptionalLong workspaceId, Map<String, String> parameters) {
    Query query = new Query(parameters, signer);
    AuditCriteria criteria = AuditFilter.read(query, workspaceId);
    int take = query.pageSize("take");
    PageCursors cursors = query.cursors(new AppScope(0, 0), cursorScope(query, workspaceId));
    Optional<AuditPosition> after = cursors.read(query).map(AuditPosition::parse);
    return AuditReads.page(client, criteria, after, take)
        .map(
            page -> {
              Map<String, @Nullable Object> response =
                  ListResponse.page(
                      "entries",
                      page.entries(),
                      page.fitting(),
                      last -> cursors.encode(last.position().toString()));
              response.put(
                  "entries",
                  page.entries().stream()
                      .limit(page.fitting())
                      .map(AuditReads.Entry::json)
                      .toList());
              return response;
            });
  }

  /** What cursors are bound to. */
  private static List<String> cursorScope(Query query, OptionalLong workspaceId) {
    List<String> criteria = AuditFilter.rawValues(query);
    criteria.add(LIST);
    workspaceId.ifPresent(id -> criteria.add(Long.toString(id)));
    return criteria;
  }

  /** {@code listAuditLog}. */
  public static ExportSource exportOfWorkspace() {
    return (request, snapshot) ->
        export(
            request,
            OptionalLong.of(
                NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("workspace"))));
  }

  /** {@code listAllAuditLog}. */
  public static ExportSource exportOfAll() {
    return (request, snapshot) -> export(request, OptionalLong.empty());
  }

  private static Future<ExportSource.Rows> export(OpenRequest request, OptionalLong workspaceId) {
    Query query = new Query(request.parameters());
    AuditCriteria criteria = AuditFilter.read(query, workspaceId);
    query.throwIfInvalid();
    return Future.succeededFuture(AuditReads.export(criteria));
  }
}
