package dev.shopwire.attribution.affiliates;

import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminListRequest;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;

/**
 * Handles the console's requests for affiliates (docs/api/attribution.md). Each write and its row
 * of the audit log are one transaction. Not thread-safe; use from one event loop.
 */
public final class AffiliateHandlers {
  private final Pool pool;

  public AffiliateHandlers(Pool pool) {
    this.pool = pool;
  }

  public Future<JsonResponse> list(AdminListRequest request) {
    long workspaceId = request.id();
    return new Workspaces(pool)
        .require(workspaceId)
        .compose(exists -> Affiliates.list(pool, workspaceId, request.after(), request.rows()))
        .map(
            listed ->
                ListResponse.ofObjects(
                    "affiliates",
                    listed.rows().stream().map(Affiliate::json).toList(),
                    Math.min(request.take(), listed.fitting())));
  }

  /** The complete list. */
  public static ExportSource export() {
    return (request, snapshot) -> {
      long workspaceId =
          NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("workspace"));
      return new Workspaces(snapshot)
          .require(workspaceId)
          .map(exists -> Affiliates.all(workspaceId));
    };
  }

  /** Creates an affiliate with all its codes, or nothing if one of them is taken. */
  public Future<JsonResponse> create(AdminRequest request) {
    AffiliateInput input = AffiliateInput.ofNew(request.body());
    return new Workspaces(pool)
        .require(request.id())
        .compose(
            exists -> Transactions.run(pool, connection -> create(connection, request, input)));
  }

  private static Future<JsonResponse> create(
      SqlConnection connection, AdminRequest request, AffiliateInput input) {
    long workspaceId = request.id();
    return Affiliates.insert(
            connection,
            workspaceId,
            String.valueOf(input.name().value()),
            input.email().value(),
            !Boolean.FALSE.equals(input.active().value()))
        .compose(
            id ->
                limitTo(connection, workspaceId, id, input.apps())
                    .compose(
                        limited ->
                            AffiliateCodes.add(
                                connection, workspaceId, id, input.codes(), "/codes/"))
                    .compose(added -> Affiliates.find(connection, workspaceId, id)))
        .compose(
            affiliate ->
                AuditLog.write(
                        connection,
                        request.caller().in(workspaceId),
                        AffiliateAudit.created(affiliate))
                    .map(logged -> affiliate.response()));
  }

  public Future<JsonResponse> show(AdminRequest request) {
    return Affiliates.workspaceOf(pool, request.id())
        .compose(workspaceId -> Affiliates.find(pool, workspaceId, request.id()))
        .map(Affiliate::response);
  }

  public Future<JsonResponse> change(AdminRequest request) {
    AffiliateInput input = AffiliateInput.ofChange(request.body());
    return Affiliates.workspaceOf(pool, request.id())
        .compose(
            workspaceId ->
                Transactions.run(
                    pool, connection -> change(connection, request, workspaceId, input)));
  }

  private static Future<JsonResponse> change(
      SqlConnection connection, AdminRequest request, long workspaceId, AffiliateInput input) {
    long id = request.id();
    return Affiliates.lock(connection, workspaceId, id)
        .compose(
            before ->
                Affiliates.update(connection, workspaceId, id, input)
                    .compose(updated -> limitTo(connection, workspaceId, id, input.apps()))
                    .compose(limited -> Affiliates.find(connection, workspaceId, id))
                    .compose(
                        after ->
                            AuditLog.write(
                                    connection,
                                    request.caller().in(workspaceId),
                                    AffiliateAudit.changed(before, after))
                                .map(logged -> after.response())));
  }

  private static Future<Void> limitTo(
      SqlConnection connection, long workspaceId, long id, PatchValue<List<String>> apps) {
    List<String> slugs = apps.value();
    return !apps.present()
        ? Future.succeededFuture()
        : Affiliates.limitTo(connection, workspaceId, id, slugs)
            .compose(
                known ->
                    slugs != null && known < slugs.size()
                        ? Future.failedFuture(
                            Failure.invalid(
                                "/apps",
                                "unknown_app",
                                "apps must be slugs of apps of this workspace"))
                        : Future.succeededFuture());
  }
}
