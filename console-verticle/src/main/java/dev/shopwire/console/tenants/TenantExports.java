package dev.shopwire.console.tenants;

import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.tenancy.ApiKeys;
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;

/** The complete lists of workspaces, apps and API keys. */
public final class TenantExports {
  private TenantExports() {}

  /** {@code listWorkspaces}. */
  public static ExportSource workspaces() {
    return (request, snapshot) -> Future.succeededFuture(CallerWorkspaces.all(request.caller()));
  }

  /** {@code listApps}. */
  public static ExportSource apps() {
    return (request, snapshot) -> {
      long workspaceId = id(request, "workspace");
      return new Workspaces(snapshot)
          .require(workspaceId)
          .map(exists -> Workspaces.allApps(workspaceId));
    };
  }

  /** {@code listKeys}. */
  public static ExportSource keys() {
    return (request, snapshot) -> {
      long appId = id(request, "app");
      return new Workspaces(snapshot)
          .findApp(appId)
          .map(app -> ApiKeys.all(appId, KeyRequests::json));
    };
  }

  private static long id(OpenRequest request, String what) {
    return NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound(what));
  }
}
