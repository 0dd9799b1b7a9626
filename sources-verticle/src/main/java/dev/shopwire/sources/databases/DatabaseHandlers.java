package dev.shopwire.sources.databases;

import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.common.tenancy.Workspaces.App;
import dev.shopwire.sources.fence.SourceFailure;
import dev.shopwire.sources.proof.Certificate;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Handles the console's requests about databases (docs/api/linked-fields.md). Runs on the caller's
 * event loop.
 */
public final class DatabaseHandlers {
  private static final String URI = "/uri";

  /** The slug of an app. */
  private static final String SLUG_SQL =
      "select id, slug, name from tenancy_apps where workspace_id = $1 and slug = $2";

  private final Vertx vertx;
  private final Pool pool;
  private final DatabaseUses uses;
  private final DatabaseSecrets secrets;

  public DatabaseHandlers(Vertx vertx, Pool pool, DatabaseUses uses, DatabaseSecrets secrets) {
    this.vertx = vertx;
    this.pool = pool;
    this.uses = uses;
    this.secrets = secrets;
  }

  public Future<JsonResponse> show(AdminRequest request) {
    return respond(pool, request.caller().workspaceId(), request.id());
  }

  private static Future<JsonResponse> respond(SqlClient client, long workspaceId, long id) {
    return DatabaseTable.require(client, workspaceId, id)
        .map(database -> JsonResponse.of(Map.of("database", database.json())));
  }

  /** Connects and makes the proof before anything is stored. */
  public Future<JsonResponse> create(AdminRequest request) {
    long workspaceId = request.id();
    return vertx
        .executeBlocking(() -> DatabaseInput.ofNew(request.body(), uses.addresses()), false)
        .compose(
            input ->
                DatabaseTable.check(pool, workspaceId, 0, input.name().orElseThrow())
                    .compose(fits -> app(workspaceId, input))
                    .map(input::fields)
                    .compose(
                        fields ->
                            proven(
                                    uses.prove(
                                        workspaceId, input.uri().orElseThrow(), fields.limits()))
                                .map(proof -> admitted(proof, fields.acceptsWritable()))
                                .compose(
                                    proof ->
                                        Transactions.run(
                                            pool,
                                            client ->
                                                insert(client, request, input, fields, proof)))));
  }

  private Future<JsonResponse> insert(
      SqlConnection client,
      AdminRequest request,
      DatabaseInput input,
      DatabaseFields fields,
      Certificate proof) {
    long workspaceId = request.id();
    return new Workspaces(client)
        .lock(workspaceId)
        .compose(locked -> DatabaseTable.check(client, workspaceId, 0, fields.name()))
        .compose(fits -> DatabaseTable.insert(client, workspaceId, fields, proof))
        .compose(
            id ->
                secrets
                    .write(client, workspaceId, id, input.uri().orElseThrow().text())
                    .compose(written -> DatabaseTable.require(client, workspaceId, id)))
        .compose(
            database ->
                AuditLog.write(
                        client,
                        request.caller().in(workspaceId),
                        AuditEntry.created(
                            "database.created", database.auditObject(), fields.json()))
                    .map(done -> JsonResponse.of(Map.of("database", database.json()))));
  }

  /** Makes the proof again if the URI or the consent changes; if it fails, nothing changes. */
  public Future<JsonResponse> change(AdminRequest request) {
    long workspaceId = request.caller().workspaceId();
    return vertx
        .executeBlocking(() -> DatabaseInput.ofChange(request.body(), uses.addresses()), false)
        .compose(
            input ->
                DatabaseTable.require(pool, workspaceId, request.id())
                    .compose(
                        before ->
                            app(workspaceId, input)
                                .map(app -> input.applyTo(before.fields(), app))
                                .compose(
                                    after ->
                                        proof(before, after, input)
                                            .compose(
                                                proof ->
                                                    change(
                                                        request, before, after, input, proof)))));
  }

  private Future<Optional<Certificate>> proof(
      LinkedDatabase before, DatabaseFields after, DatabaseInput input) {
    if (!input.needsProof()) {
      return Future.succeededFuture(Optional.empty());
    }
    return proven(
            input
                .uri()
                .map(uri -> uses.prove(before.workspaceId(), uri, after.limits()))
                .orElseGet(() -> uses.prove(before)))
        .map(proof -> Optional.of(admitted(proof, after.acceptsWritable())));
  }

  private Future<JsonResponse> change(
      AdminRequest request,
      LinkedDatabase before,
      DatabaseFields after,
      DatabaseInput input,
      Optional<Certificate> proof) {
    return Transactions.run(
        pool,
        client ->
            DatabaseTable.check(client, before.workspaceId(), before.id(), after.name())
                .compose(free -> requireSameApp(client, before, after))
                .compose(same -> DatabaseTable.update(client, before, after))
                .compose(
                    done ->
                        proof
                            .map(
                                found ->
                                    DatabaseTable.prove(
                                        client, before, before.revision() + 1, found))
                            .orElseGet(Future::succeededFuture))
                .compose(
                    done ->
                        input
                            .uri()
                            .map(
                                uri ->
                                    secrets.write(
                                        client, before.workspaceId(), before.id(), uri.text()))
                            .orElseGet(Future::succeededFuture))
                .compose(
                    done -> AuditLog.write(client, request.caller(), changed(before, after, input)))
                .compose(done -> respond(client, before.workspaceId(), before.id())));
  }

  /** Linked queries fill fields of the app, or with its values. */
  private static Future<Void> requireSameApp(
      SqlClient client, LinkedDatabase before, DatabaseFields after) {
    return before.fields().app().equals(after.app())
        ? Future.succeededFuture()
        : DatabaseTable.requireUnused(
            client, before.workspaceId(), before.id(), "Its app can't be changed");
  }

  /** Says that the URI was replaced, though nothing that is shown may have changed. */
  private static Optional<AuditEntry> changed(
      LinkedDatabase before, DatabaseFields after, DatabaseInput input) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>(after.json());
    if (input.uri().isPresent()) {
      fields.put("replacedSecrets", List.of("uri"));
    }
    return AuditEntry.changed(
        "database.changed", before.auditObject(), before.fields().json(), fields);
  }

  public Future<JsonResponse> delete(AdminRequest request) {
    long workspaceId = request.caller().workspaceId();
    return Transactions.run(
        pool,
        client ->
            DatabaseTable.require(client, workspaceId, request.id())
                .compose(
                    database ->
                        DatabaseTable.requireUnused(
                                client, workspaceId, database.id(), "It can't be removed")
                            .compose(
                                unused -> DatabaseTable.delete(client, workspaceId, database.id()))
                            .compose(done -> DatabaseLeases.forget(client, database.id()))
                            .compose(
                                done ->
                                    AuditLog.write(
                                        client,
                                        request.caller(),
                                        AuditEntry.deleted(
                                            "database.deleted",
                                            database.auditObject(),
                                            database.fields().json()))))
                .map(done -> JsonResponse.success()));
  }

  /** Makes the proof again, and stores what it has found, also if it fails. */
  public Future<JsonResponse> check(AdminRequest request) {
    long workspaceId = request.caller().workspaceId();
    return DatabaseTable.require(pool, workspaceId, request.id())
        .compose(
            database ->
                proven(uses.prove(database))
                    .compose(
                        proof -> DatabaseTable.prove(pool, database, database.revision(), proof)))
        .compose(done -> respond(pool, workspaceId, request.id()));
  }

  private static <T> Future<T> proven(Future<T> proof) {
    return proof.recover(
        error ->
            Future.failedFuture(
                error instanceof SourceFailure failure ? failure.of(URI, URI) : error));
  }

  private static Certificate admitted(Certificate proof, boolean acceptsWritable) {
    if (!proof.admits(acceptsWritable)) {
      throw proof.refusal(URI);
    }
    return proof;
  }

  /** The app that the input names, which must exist. */
  private Future<Optional<App>> app(long workspaceId, DatabaseInput input) {
    String slug = input.app().value();
    if (slug == null) {
      return Future.succeededFuture(Optional.empty());
    }
    return pool.preparedQuery(SLUG_SQL)
        .execute(Tuple.of(workspaceId, slug))
        .map(
            rows -> {
              if (rows.size() == 0) {
                throw Failure.invalid(
                    "/app", "unknown_app", "app must be the slug of an app of the workspace");
              }
              var row = rows.iterator().next();
              return Optional.of(
                  new App(
                      Long.toString(row.getLong("id")),
                      row.getString("slug"),
                      row.getString("name")));
            });
  }
}
