package dev.shopwire.console.tenants;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.common.tenancy.Workspaces.App;
import dev.shopwire.console.PageParameters;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Creates and lists apps. Creating one and its row of the audit log are one transaction. Results
 * are values to be serialized. Not thread-safe; use from one event loop.
 */
public final class AppRequests {
  private static final int NAME_LENGTH = 100;
  private static final int SLUG_LENGTH = 63;

  private final Pool pool;

  public AppRequests(Pool pool) {
    this.pool = pool;
  }

  public Future<Map<String, @Nullable Object>> create(
      Caller caller, long workspaceId, byte[] body) {
    JsonInput input = JsonInput.strict(body);
    String slug =
        input.requiredString(
            "slug",
            SLUG_LENGTH,
            "[a-z0-9]([a-z0-9-]*[a-z0-9])?",
            "lower-case letters, digits and inner hyphens");
    String name = input.requiredString("name", NAME_LENGTH);
    input.throwIfInvalid();
    return Transactions.run(
        pool,
        connection ->
            create(connection, workspaceId, slug, name)
                .compose(
                    app ->
                        AuditLog.write(connection, caller.in(workspaceId), created(app))
                            .map(logged -> Map.<String, @Nullable Object>of("app", app.json()))));
  }

  private static Future<App> create(
      SqlConnection connection, long workspaceId, String slug, String name) {
    Workspaces workspaces = new Workspaces(connection);
    return workspaces
        .require(workspaceId)
        .compose(exists -> workspaces.createApp(workspaceId, slug, name))
        .map(
            app ->
                app.orElseThrow(
                    () ->
                        Failure.invalid(
                            "/slug",
                            "slug_taken",
                            "The workspace already has an app with this slug")));
  }

  private static AuditEntry created(App app) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("slug", app.slug());
    fields.put("name", app.name());
    return AuditEntry.created("app.created", new AuditObject("app", app.id(), app.name()), fields);
  }

  public Future<Map<String, @Nullable Object>> list(long workspaceId, PageParameters page) {
    Workspaces workspaces = new Workspaces(pool);
    return workspaces
        .require(workspaceId)
        .compose(exists -> workspaces.apps(workspaceId, page.afterId(), page.queryLimit()))
        .map(rows -> page.toResponse("apps", rows, App::id));
  }
}
