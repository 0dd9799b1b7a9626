package dev.shopwire.console.views;

import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.console.PageParameters;
import dev.shopwire.console.auth.Access;
import dev.shopwire.console.people.UserIds;
import dev.shopwire.console.views.SavedViews.Content;
import dev.shopwire.console.views.SavedViews.SavedView;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Creates, lists, changes and deletes saved views. Private ones exist for their user alone; shared
 * ones are for all members, and admins change them (docs/api/users.md). Not thread-safe; use from
 * one event loop.
 */
public final class ViewRequests {
  /** No user has this id. */
  private static final long NOBODY = 0;

  private final Pool pool;

  public ViewRequests(Pool pool) {
    this.pool = pool;
  }

  public Future<Map<String, @Nullable Object>> list(
      Caller caller, long workspaceId, PageParameters page) {
    return new Workspaces(pool)
        .require(workspaceId)
        .compose(exists -> UserIds.find(pool, caller))
        .compose(
            userId ->
                SavedViews.list(
                    pool, workspaceId, userId.orElse(NOBODY), page.afterId(), page.queryLimit()))
        .map(
            views ->
                page.toResponse(
                    "savedViews",
                    views.stream().map(SavedView::json).toList(),
                    last -> String.valueOf(last.get("id"))));
  }

  public Future<Map<String, @Nullable Object>> create(
      Caller caller, long workspaceId, byte[] body) {
    Content content = ViewInput.ofNew(body);
    requireSharable(caller, content);
    return Transactions.run(
            pool,
            connection ->
                new Workspaces(connection)
                    .require(workspaceId)
                    .compose(exists -> UserIds.find(connection, caller))
                    .map(found -> found.orElseThrow(ViewRequests::needsUser))
                    .compose(userId -> SavedViews.insert(connection, workspaceId, userId, content))
                    .map(created -> created.orElseThrow(ViewRequests::limitReached))
                    .compose(
                        created ->
                            AuditLog.write(
                                    connection,
                                    caller.in(workspaceId),
                                    AuditEntry.created(
                                        "saved_view.created", object(created), content.fields()))
                                .map(logged -> created)))
        .map(ViewRequests::response);
  }

  public Future<Map<String, @Nullable Object>> change(Caller caller, long id, byte[] body) {
    ViewInput input = ViewInput.ofChange(body);
    return Transactions.run(
            pool,
            connection ->
                lock(connection, caller, id)
                    .compose(
                        stored -> {
                          SavedView changed = stored.with(input.applyTo(stored.content()));
                          return changed.equals(stored)
                              ? Future.succeededFuture(stored)
                              : change(connection, caller, stored, changed);
                        }))
        .map(ViewRequests::response);
  }

  private static Future<SavedView> change(
      SqlConnection connection, Caller caller, SavedView stored, SavedView changed) {
    requireSharable(caller, changed.content());
    return SavedViews.update(connection, changed.id(), changed.content())
        .compose(
            updated ->
                AuditLog.write(
                    connection,
                    caller.in(changed.workspaceId()),
                    AuditEntry.changed(
                        "saved_view.changed",
                        object(changed),
                        stored.content().fields(),
                        changed.content().fields())))
        .map(logged -> changed);
  }

  public Future<Void> delete(Caller caller, long id) {
    return Transactions.run(
        pool,
        connection ->
            lock(connection, caller, id)
                .compose(
                    stored ->
                        SavedViews.delete(connection, id)
                            .compose(
                                deleted ->
                                    AuditLog.write(
                                        connection,
                                        caller.in(stored.workspaceId()),
                                        AuditEntry.deleted(
                                            "saved_view.deleted",
                                            object(stored),
                                            stored.content().fields())))));
  }

  /** Locks a view that the caller may change; one that they can't see does not exist for them. */
  private static Future<SavedView> lock(SqlConnection connection, Caller caller, long id) {
    return UserIds.find(connection, caller)
        .compose(
            userId ->
                SavedViews.lock(connection, id)
                    .map(
                        found -> {
                          SavedView view = found.orElseThrow(Access::unknownId);
                          requireChangeable(caller, userId, view);
                          return view;
                        }));
  }

  private static void requireChangeable(Caller caller, Optional<Long> userId, SavedView view) {
    boolean isOwn = userId.filter(id -> id == view.userId()).isPresent();
    if (!isOwn && !view.content().shared()) {
      throw Access.unknownId();
    }
    if (!isOwn && !caller.level().includes(AccessLevel.ADMIN)) {
      throw roleRequired("Only admins may change the shared views of others");
    }
  }

  private static void requireSharable(Caller caller, Content content) {
    if (content.shared() && !caller.level().includes(AccessLevel.ADMIN)) {
      throw roleRequired("Only admins may share views");
    }
  }

  /** {@code listSavedViews}. */
  public static ExportSource export() {
    return (request, snapshot) -> {
      long workspaceId =
          NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("workspace"));
      return UserIds.find(snapshot, request.caller())
          .map(userId -> SavedViews.export(workspaceId, userId.orElse(NOBODY)));
    };
  }

  private static Failure roleRequired(String message) {
    return Failure.of(Code.FORBIDDEN, "role_required", message);
  }

  private static Failure needsUser() {
    return Failure.of(Code.FORBIDDEN, "session_required", "Saved views belong to a user");
  }

  private static Failure limitReached() {
    return Failure.invalid(
        "",
        "saved_view_limit_reached",
        "You may have at most %d saved views in a workspace".formatted(SavedViews.MAX));
  }

  private static AuditObject object(SavedView view) {
    return new AuditObject("saved_view", Long.toString(view.id()), view.content().name());
  }

  private static Map<String, @Nullable Object> response(SavedView view) {
    return Map.of("savedView", view.json());
  }
}
