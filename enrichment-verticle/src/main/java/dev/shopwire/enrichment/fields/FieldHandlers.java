package dev.shopwire.enrichment.fields;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminListRequest;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.enrichment.fields.CustomFields.Owned;
import dev.shopwire.enrichment.fields.CustomFields.SharedField;
import dev.shopwire.enrichment.fields.FieldRetypes.FieldRef;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Handles the console's requests for custom fields. Not thread-safe; use from one event loop. */
public final class FieldHandlers {
  private static final int SCOPE_LENGTH = 20;
  private static final int NAME_LENGTH = 100;

  private final Pool pool;
  private final FieldCounts counts;
  private final FieldPromotions promotions;

  /**
   * @param counts of the process
   */
  public FieldHandlers(Vertx vertx, Pool pool, FieldCountCache counts) {
    this.pool = pool;
    this.counts = new FieldCounts(vertx, pool, counts);
    this.promotions = new FieldPromotions(pool, this.counts);
  }

  public Future<JsonResponse> list(AdminListRequest request) {
    long workspaceId = request.id();
    return new Workspaces(pool)
        .require(workspaceId)
        .compose(
            exists ->
                CustomFields.list(
                    pool,
                    workspaceId,
                    request.after(),
                    request.rows(),
                    request.caller().seesPrivateFields()))
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
            exists ->
                Transactions.run(
                    pool,
                    connection ->
                        create(connection, workspaceId, field)
                            .compose(
                                created ->
                                    FieldAudit.recordCreation(
                                            connection,
                                            request.caller().in(workspaceId),
                                            created.id())
                                        .map(created))))
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
    return LockedCatalog.change(
            pool,
            request.id(),
            (connection, found) ->
                FieldAudit.recordChange(
                        connection,
                        request.caller().in(found.workspaceId()),
                        FieldAudit.CHANGED,
                        request.id(),
                        () ->
                            CustomFields.setPrivate(
                                connection, found.workspaceId(), request.id(), isTrue(hidden)))
                    .map(found.workspaceId()))
        .compose(workspaceId -> respond(workspaceId, request.id()));
  }

  private static boolean isTrue(PatchValue<Boolean> given) {
    return Boolean.TRUE.equals(given.value());
  }

  /** Promotes a field (docs/api/customers.md). */
  public Future<JsonResponse> promote(AdminRequest request) {
    return promotions.promote(request).compose(workspaceId -> respond(workspaceId, request.id()));
  }

  public Future<JsonResponse> previewPromotion(AdminRequest request) {
    return promotions.preview(request);
  }

  /** Deletes a field that nothing uses and no query fills. */
  public Future<JsonResponse> delete(AdminRequest request) {
    return LockedCatalog.change(
            pool,
            request.id(),
            (connection, found) ->
                FieldUsers.requireNone(connection, new FieldRef(found.workspaceId(), request.id()))
                    .map(unused -> FieldLinks.requireNone(found.field()))
                    .compose(
                        unused ->
                            FieldAudit.recordDeletion(
                                connection, request.caller().in(found.workspaceId()), request.id()))
                    .compose(
                        recorded ->
                            CustomFields.delete(connection, found.workspaceId(), request.id())))
        .map(deleted -> JsonResponse.success());
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

  static Map<String, @Nullable Object> json(Owned owned, Map<Long, Long> customers) {
    Field field = owned.field();
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", Long.toString(field.id()));
    json.put("name", field.name());
    json.put("type", field.type().apiName());
    json.put("scope", field.scope().apiName());
    json.put("app", owned.slug().map(slug -> app(field.ownerApp(), slug)).orElse(null));
    json.put("private", field.hidden());
    json.put("customers", customers.get(field.id()));
    json.put("linked", field.link().map(FieldLink::json).orElse(null));
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
