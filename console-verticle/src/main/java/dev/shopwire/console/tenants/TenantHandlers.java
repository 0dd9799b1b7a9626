package dev.shopwire.console.tenants;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.Query;
import dev.shopwire.console.PageParameters;
import dev.shopwire.console.auth.Callers;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import io.vertx.sqlclient.Pool;

/**
 * Handles the API's requests for workspaces, apps and API keys. Not thread-safe; use from one event
 * loop.
 */
public final class TenantHandlers {
  private final WorkspaceRequests workspaces;
  private final AppRequests apps;
  private final KeyRequests keys;

  public TenantHandlers(Pool pool) {
    workspaces = new WorkspaceRequests(pool);
    apps = new AppRequests(pool);
    keys = new KeyRequests(pool);
  }

  public Future<?> createWorkspace(RoutingContext context, byte[] body) {
    return workspaces.create(Callers.of(context), body);
  }

  public Future<?> listWorkspaces(RoutingContext context) {
    return workspaces.list(
        Callers.of(context), PageParameters.of(Query.first(context.queryParams())));
  }

  public Future<?> getWorkspace(RoutingContext context) {
    return workspaces.show(id(context, "workspace"));
  }

  public Future<?> changeWorkspace(RoutingContext context, byte[] body) {
    return workspaces.change(Callers.of(context), id(context, "workspace"), body);
  }

  public Future<?> createApp(RoutingContext context, byte[] body) {
    return apps.create(Callers.of(context), id(context, "workspace"), body);
  }

  public Future<?> listApps(RoutingContext context) {
    return apps.list(
        id(context, "workspace"), PageParameters.of(Query.first(context.queryParams())));
  }

  public Future<?> createKey(RoutingContext context, byte[] body) {
    return keys.create(Callers.of(context), id(context, "app"), body);
  }

  public Future<?> listKeys(RoutingContext context) {
    return keys.list(id(context, "app"), PageParameters.of(Query.first(context.queryParams())));
  }

  public Future<?> revokeKey(RoutingContext context) {
    return keys.revoke(Callers.of(context), id(context, "app"), context.pathParam("key"));
  }

  private static long id(RoutingContext context, String what) {
    return NumericId.parse(String.valueOf(context.pathParam("id")))
        .orElseThrow(() -> Failure.notFound(what));
  }
}
