package dev.shopwire.enrichment.fields;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminListRequest;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.enrichment.fields.CustomFields.Owned;
import dev.shopwire.enrichment.fields.CustomFields.SharedField;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Handles the console's requests for custom fields. Not thread-safe; use from one event loop. */
public final class FieldHandlers {
  private static final int SCOPE_LENGTH = 20;
  private static final int NAME_LENGTH = 100;

  private final Pool pool;
  private final FieldCounts counts;

  public FieldHandlers(Vertx vertx, Pool pool) {
    this.pool = pool;
    this.counts = new FieldCounts(vertx, pool);
  }

  public Future<JsonResponse> list(AdminListRequest request) {
    long workspaceId = request.id();
    return new Workspaces(pool)
        .require(workspaceId)
        .compose(exists -> CustomFields.list(pool, workspaceId, request.after(), request.rows()))
        .compose(
            fields ->
                counts
                    .of(workspaceId, fields.stream().map(Owned::field).toList())
                    .map(
                        customers ->
                            ListResponse.ofObjects(
                                "customFields",
                                fields.stream().map(field -> json(field, customers)).toList(),
                                request.take())));
  }

  public Future<JsonResponse> create(AdminRequest request) {
    JsonInput input = JsonInput.strict(request.body());
    String name = input.requiredString("name", NAME_LENGTH);
    if (!name.isEmpty() && !FieldLimits.isName(name)) {
      input.addError(
          "name",
          "invalid_field_name",
          "must consist of letters, digits, _ . -, not starting with a digit, . or -");
    }
    Optional<FieldType> type = FieldType.read(input);
    Optional<FieldScope> scope =
        FieldScope.of(input.requiredString("scope", SCOPE_LENGTH))
            .filter(found -> found != FieldScope.APP);
    if (scope.isEmpty() && input.value("scope").isTextual()) {
      input.addError(
          "scope",
          "invalid_scope",
          "must be all-apps or customers; app fields are created by pushes");
    }
    PatchValue<Boolean> hidden = input.optionalBoolean("private");
    input.throwIfInvalid();
    SharedField field =
        new SharedField(name, type.orElseThrow(), scope.orElseThrow(), isTrue(hidden));
    long workspaceId = request.id();
    return new Workspaces(pool)
        .require(workspaceId)
        .compose(
            exists -> Transactions.run(pool, connection -> create(connection, workspaceId, field)))
        .map(created -> respond(new Owned(created, Optional.empty()), Map.of(created.id(), 0L)));
  }

  private static Future<Field> create(
      SqlConnection connection, long workspaceId, SharedField field) {
    return CustomFields.lock(connection, workspaceId)
        .compose(locked -> CustomFields.load(connection, workspaceId))
        .compose(
            before ->
                before.resolve(Field.NO_APP, field.name()).isPresent()
                    ? Future.failedFuture(
                        Failure.invalid(
                            "/name",
                            "name_taken",
                            "The workspace already has a shared field with this name"))
                    : CustomFields.createShared(connection, workspaceId, field))
        .compose(created -> CustomFields.load(connection, workspaceId))
        .map(after -> after.resolve(Field.NO_APP, field.name()).orElseThrow());
  }

  public Future<JsonResponse> change(AdminRequest request) {
    JsonInput input = JsonInput.strict(request.body());
    PatchValue<Boolean> hidden = input.optionalBoolean("private");
    if (hidden.value() == null && input.errors().isEmpty()) {
      input.addError("private", "required", "must be true or false");
    }
    input.throwIfInvalid();
    return changing(
        request,
        (connection, field) ->
            CustomFields.setPrivate(
                connection, field.workspaceId(), field.field().id(), isTrue(hidden)));
  }

  private static boolean isTrue(PatchValue<Boolean> given) {
    return Boolean.TRUE.equals(given.value());
  }

  /**
   * Promotes a field in one transaction that moves no value, so that pushes wait for it no longer
   * than for each other.
   */
  public Future<JsonResponse> promote(AdminRequest request) {
    return changing(
        request,
        (connection, found) -> {
          Field field = found.field();
          if (field.scope() == FieldScope.CUSTOMERS) {
            return Future.succeededFuture();
          }
          if (field.scope() == FieldScope.ALL_APPS) {
            return reject(
                "one_value_per_app",
                "An all-apps field has one value per app, but a customers field holds only one");
          }
          if (found.catalog().resolve(Field.NO_APP, field.name()).isPresent()) {
            return reject(
                "name_taken", "The workspace already has a shared field named " + field.name());
          }
          return CustomFields.promote(connection, found.workspaceId(), field.id());
        });
  }

  private static Future<Void> reject(String reason, String message) {
    return Future.failedFuture(Failure.of(Code.CONFLICT, reason, message));
  }

  public Future<JsonResponse> delete(AdminRequest request) {
    return LockedCatalog.change(
            pool,
            request.id(),
            (connection, found) ->
                CustomFields.delete(connection, found.workspaceId(), found.field().id()))
        .map(deleted -> JsonResponse.success());
  }

  private Future<JsonResponse> changing(
      AdminRequest request, BiFunction<SqlConnection, LockedCatalog, Future<Void>> change) {
    return LockedCatalog.change(
            pool,
            request.id(),
            (connection, found) -> change.apply(connection, found).map(found.workspaceId()))
        .compose(workspaceId -> respond(workspaceId, request.id()));
  }

  private Future<JsonResponse> respond(long workspaceId, long fieldId) {
    return CustomFields.find(pool, fieldId)
        .map(field -> field.orElseThrow(() -> Failure.notFound("custom field")))
        .compose(
            field ->
                counts
                    .of(workspaceId, List.of(field.field()))
                    .map(customers -> respond(field, customers)));
  }

  private static JsonResponse respond(Owned owned, Map<Long, Long> customers) {
    return JsonResponse.of(Map.of("customField", json(owned, customers)));
  }

  private static Map<String, @Nullable Object> json(Owned owned, Map<Long, Long> customers) {
    Field field = owned.field();
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", Long.toString(field.id()));
    json.put("name", field.name());
    json.put("type", field.type().apiName());
    json.put("scope", field.scope().apiName());
    json.put("app", owned.slug().map(slug -> app(field.ownerApp(), slug)).orElse(null));
    json.put("private", field.hidden());
    json.put("customers", customers.get(field.id()));
    return json;
  }

  /** An app as it appears in responses. */
  public static Map<String, Object> app(long id, String slug) {
    Map<String, Object> app = new LinkedHashMap<>();
    app.put("id", Long.toString(id));
    app.put("slug", slug);
    return app;
  }
}
