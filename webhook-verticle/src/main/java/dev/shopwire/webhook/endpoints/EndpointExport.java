package dev.shopwire.webhook.endpoints;

import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;

/** Exports the complete list of a workspace's endpoints. */
public final class EndpointExport implements ExportSource {
  @Override
  public Future<Rows> open(OpenRequest request, SqlConnection snapshot) {
    long workspaceId =
        NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("workspace"));
    return new Workspaces(snapshot)
        .require(workspaceId)
        .map(found -> EndpointTable.all(workspaceId));
  }
}
