package dev.shopwire.attribution.history;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;

/**
 * Handles {@code POST /workspaces/{id}/attribution-log/reevaluate} (docs/api/attribution.md): codes
 * that were seen before their affiliate existed or was active get their first touch. Not
 * thread-safe; use from one event loop.
 */
public final class ReevaluationHandler {
  private final Vertx vertx;
  private final Pool pool;

  public ReevaluationHandler(Vertx vertx, Pool pool) {
    this.vertx = vertx;
    this.pool = pool;
  }

  public Future<JsonResponse> reevaluate(AdminRequest adminRequest) {
    ReevaluationRequest request = ReevaluationRequest.read(adminRequest);
    return new Workspaces(pool)
        .require(request.workspaceId())
        .compose(exists -> RefusedRows.newest(pool, request.workspaceId()))
        .compose(newest -> new Reevaluation(vertx, pool, request, newest).run());
  }
}
