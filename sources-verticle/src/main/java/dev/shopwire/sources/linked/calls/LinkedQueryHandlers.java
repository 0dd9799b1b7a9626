package dev.shopwire.sources.linked.calls;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.sources.databases.DatabaseTable;
import dev.shopwire.sources.databases.LinkedDatabase;
import dev.shopwire.sources.linked.queries.LinkedQuery;
import dev.shopwire.sources.linked.queries.LinkedQueryTable;
import dev.shopwire.sources.linked.queries.QueryKey;
import dev.shopwire.sources.linked.queries.QuerySettings;
import dev.shopwire.sources.linked.runs.RunTable;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Handles the console's requests about linked queries (docs/api/linked-fields.md). Runs on the
 * caller's event loop.
 */
public final class LinkedQueryHandlers {
  private final Pool pool;
  private final SourceCheck source;
  private final FieldLinks links;

  public LinkedQueryHandlers(Pool pool, SourceCheck source, FieldLinks links) {
    this.pool = pool;
    this.source = source;
    this.links = links;
  }

  public Future<JsonResponse> show(AdminRequest request) {
    return respond(pool, request.caller(), request.id());
  }

  static Future<JsonResponse> respond(SqlClient client, Caller caller, long id) {
    return LinkedQueryTable.require(client, caller.workspaceId(), id)
        .compose(query -> ShownQueries.json(client, caller, List.of(query)))
        .map(queries -> JsonResponse.of(Map.of("linkedQuery", queries.get(0))));
  }

  /**
   * Stores a query after the source has accepted its statement, and enrichment has linked its
   * fields. A link without a query has no effect, so that nothing matters that breaks in between.
   */
  public Future<JsonResponse> create(AdminRequest request) {
    long workspaceId = request.caller().workspaceId();
    return DatabaseTable.require(pool, workspaceId, request.id())
        .compose(
            database -> {
              QuerySettings settings = QuerySettings.ofNew(request.body(), hasApp(database));
              return LinkedQueryTable.check(pool, workspaceId, 0, settings.name())
                  .compose(fits -> source.check(database, settings.source()))
                  .compose(accepted -> LinkedQueryTable.nextId(pool))
                  .compose(
                      id -> create(request, database, settings, new QueryKey(workspaceId, id)));
            });
  }

  private static boolean hasApp(LinkedDatabase database) {
    return database.fields().app().isPresent();
  }

  private Future<JsonResponse> create(
      AdminRequest request, LinkedDatabase database, QuerySettings settings, QueryKey key) {
    return links
        .link(key, database, settings, request.caller())
        .compose(
            fieldIds ->
                Transactions.run(
                        pool, client -> insert(client, request, database, settings, key, fieldIds))
                    .recover(
                        error ->
                            links
                                .unlink(key, request.caller())
                                .transform(undone -> Future.failedFuture(error))));
  }

  private static Future<JsonResponse> insert(
      SqlConnection client,
      AdminRequest request,
      LinkedDatabase database,
      QuerySettings settings,
      QueryKey key,
      List<Long> fieldIds) {
    return new Workspaces(client)
        .lock(key.workspaceId())
        .compose(locked -> LinkedQueryTable.check(client, key.workspaceId(), 0, settings.name()))
        .compose(
            fits ->
                LinkedQueryTable.insert(
                    client, key, database.id(), settings, fieldIds, next(settings)))
        .compose(done -> LinkedQueryTable.require(client, key.workspaceId(), key.id()))
        .compose(
            query ->
                AuditLog.write(
                    client,
                    request.caller(),
                    AuditEntry.created(
                        "linked_query.created", query.auditObject(), query.settings().json())))
        .compose(done -> respond(client, request.caller(), key.id()));
  }

  private static Optional<Instant> next(QuerySettings settings) {
    return settings.isPaused()
        ? Optional.empty()
        : settings.schedule().flatMap(schedule -> schedule.next(Instant.now()));
  }

  /** What is read and which fields it fills can't change while a run is in progress. */
  public Future<JsonResponse> change(AdminRequest request) {
    long workspaceId = request.caller().workspaceId();
    return LinkedQueryTable.require(pool, workspaceId, request.id())
        .compose(
            before ->
                DatabaseTable.require(pool, workspaceId, before.databaseId())
                    .compose(
                        database -> {
                          QuerySettings after =
                              before.settings().changedBy(request.body(), hasApp(database));
                          return LinkedQueryTable.check(
                                  pool, workspaceId, before.id(), after.name())
                              .compose(fits -> change(request, database, before, after));
                        }));
  }

  private Future<JsonResponse> change(
      AdminRequest request, LinkedDatabase database, LinkedQuery before, QuerySettings after) {
    long workspaceId = before.workspaceId();
    if (!before.settings().differsInDefinition(after)) {
      return store(request, before, after, before.fieldIds());
    }
    QueryKey key = new QueryKey(workspaceId, before.id());
    return RunTable.requireIdle(pool, workspaceId, before.id())
        .compose(idle -> source.check(database, after.source()))
        .compose(accepted -> links.link(key, database, after, request.caller()))
        .compose(
            fieldIds ->
                store(request, before, after, fieldIds)
                    .recover(
                        error ->
                            links
                                .link(key, database, before.settings(), request.caller())
                                .transform(undone -> Future.failedFuture(error))));
  }

  private Future<JsonResponse> store(
      AdminRequest request, LinkedQuery before, QuerySettings after, List<Long> fieldIds) {
    long workspaceId = before.workspaceId();
    boolean isOther = before.settings().differsInDefinition(after);
    return Transactions.run(
        pool,
        client ->
            LinkedQueryTable.lock(client, workspaceId, before.id())
                .compose(locked -> isOther ? dropRun(client, before) : Future.succeededFuture())
                .compose(
                    done ->
                        LinkedQueryTable.update(
                            client, before, after, fieldIds, next(before, after)))
                .compose(
                    done ->
                        AuditLog.write(
                            client,
                            request.caller(),
                            AuditEntry.changed(
                                "linked_query.changed",
                                before.auditObject(),
                                before.settings().json(),
                                after.json())))
                .compose(done -> respond(client, request.caller(), before.id())));
  }

  private static Future<Void> dropRun(SqlClient client, LinkedQuery query) {
    return RunTable.requireIdle(client, query.workspaceId(), query.id())
        .compose(idle -> RunTable.supersede(client, query.workspaceId(), query.id()));
  }

  /** The next turn stays as it is unless the schedule or the status changes. */
  private static Optional<Instant> next(LinkedQuery before, QuerySettings after) {
    boolean isSame =
        before.settings().schedule().equals(after.schedule())
            && before.settings().isPaused() == after.isPaused();
    return isSame ? before.nextRunAt() : next(after);
  }

  /** Frees the fields, whose values stay. */
  public Future<JsonResponse> delete(AdminRequest request) {
    long workspaceId = request.caller().workspaceId();
    QueryKey key = new QueryKey(workspaceId, request.id());
    return Transactions.run(
            pool,
            client ->
                LinkedQueryTable.lock(client, workspaceId, request.id())
                    .compose(query -> dropRun(client, query).map(query))
                    .compose(
                        query ->
                            LinkedQueryTable.delete(client, key)
                                .compose(
                                    done ->
                                        AuditLog.write(
                                            client,
                                            request.caller(),
                                            AuditEntry.deleted(
                                                "linked_query.deleted",
                                                query.auditObject(),
                                                query.settings().json())))))
        // A link without a query has no effect, and is removed later if it couldn't be now.
        .compose(done -> links.unlink(key, request.caller()).otherwiseEmpty())
        .map(done -> JsonResponse.success());
  }
}
