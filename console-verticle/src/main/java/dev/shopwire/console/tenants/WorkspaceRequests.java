package dev.shopwire.console.tenants;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.common.tenancy.Workspaces.Workspace;
import dev.shopwire.console.PageParameters;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Creates, lists and changes workspaces. Each write and its row of the audit log are one
 * transaction. Results are values to be serialized. Not thread-safe; use from one event loop.
 */
public final class WorkspaceRequests {
  private final Pool pool;

  public WorkspaceRequests(Pool pool) {
    this.pool = pool;
  }

  /** The row of the audit log belongs to the new workspace, whose log starts with it. */
  public Future<Map<String, @Nullable Object>> create(Caller caller, byte[] body) {
    String name = WorkspaceInput.ofNew(body);
    return Transactions.run(
        pool,
        connection ->
            new Workspaces(connection)
                .create(name)
                .compose(
                    workspace ->
                        AuditLog.write(
                                connection,
                                caller.in(Long.parseLong(workspace.id())),
                                AuditEntry.created(
                                    "workspace.created",
                                    object(workspace),
                                    Map.of("name", workspace.name())))
                            .map(logged -> response(workspace.json()))));
  }

  /** Lists the caller's own workspaces. */
  public Future<Map<String, @Nullable Object>> list(Caller caller, PageParameters page) {
    return CallerWorkspaces.list(pool, caller, page.afterId(), page.queryLimit())
        .map(rows -> page.toResponse("workspaces", rows, Workspace::id));
  }

  public Future<Map<String, @Nullable Object>> show(long id) {
    return new Workspaces(pool)
        .find(id)
        .compose(
            workspace ->
                WorkspaceSettings.find(pool, id)
                    .map(settings -> response(json(workspace, settings))));
  }

  public Future<Map<String, @Nullable Object>> change(Caller caller, long id, byte[] body) {
    WorkspaceInput input = WorkspaceInput.ofChange(body);
    return Transactions.run(
        pool,
        connection ->
            new Workspaces(connection)
                .lock(id)
                .compose(
                    stored ->
                        WorkspaceSettings.find(connection, id)
                            .compose(
                                settings -> change(connection, caller, stored, settings, input))));
  }

  private static Future<Map<String, @Nullable Object>> change(
      SqlConnection connection,
      Caller caller,
      Workspace stored,
      WorkspaceSettings storedSettings,
      WorkspaceInput input) {
    long id = Long.parseLong(stored.id());
    String name = String.valueOf(input.name().applyTo(stored.name()));
    Workspace workspace = new Workspace(stored.id(), name);
    WorkspaceSettings settings = input.applyTo(storedSettings);
    Optional<AuditEntry> entry =
        AuditEntry.changed(
            "workspace.changed",
            object(workspace),
            json(stored, storedSettings),
            json(workspace, settings));
    if (entry.isEmpty()) {
      return Future.succeededFuture(response(json(workspace, settings)));
    }
    return new Workspaces(connection)
        .rename(id, name)
        .compose(renamed -> settings.write(connection, id))
        .compose(written -> AuditLog.write(connection, caller.in(id), entry))
        .map(logged -> response(json(workspace, settings)));
  }

  private static AuditObject object(Workspace workspace) {
    return new AuditObject("workspace", workspace.id(), workspace.name());
  }

  private static Map<String, @Nullable Object> response(Map<String, @Nullable Object> workspace) {
    return Map.<String, @Nullable Object>of("workspace", workspace);
  }

  private static Map<String, @Nullable Object> json(
      Workspace workspace, WorkspaceSettings settings) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>(workspace.json());
    json.put("timezone", settings.timezone());
    json.put("requireTotp", settings.requireTotp());
    return json;
  }
}
