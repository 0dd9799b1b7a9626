package dev.shopwire.enrichment.fields;

import dev.shopwire.common.contracts.AdminListRequest;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.JsonResponse;
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

/** The console's calls for custom fields. For one event loop. */
public final class FieldHandlers {
  private static final int WORD_LENGTH = 20;
  private static final int NAME_LENGTH = 100;

  private final Pool pool;
  private final FieldCounts counts;

  public FieldHandlers(Vertx vertx, Pool pool) {
    this.pool = pool;
    this.counts = new FieldCounts(vertx, pool);
  }

  public Future<JsonResponse> list(AdminListRequest call) {
    int workspaceId = call.intId();
    return new Workspaces(pool)
        .require(workspaceId)
        .compose(
            there ->
                CustomFields.list(
                    pool,
                    workspaceId,
                    (int) Math.min(Integer.MAX_VALUE, call.after()),
                    call.take() + 1))
        .compose(
            fields ->
                counts
                    .of(workspaceId, fields.stream().map(Owned::field).toList())
                    .map(
                        customers ->
                            ListResponse.of(
                                "customFields",
                                fields.stream().map(field -> json(field, customers)).toList(),
                                call.take(),
                                last -> String.valueOf(last.get("id")))));
  }

  public Future<JsonResponse> create(AdminRequest call) {
    JsonInput input = JsonInput.strict(call.body());
    String name = input.text("name", NAME_LENGTH);
    if (!name.isEmpty() && !FieldLimits.isName(name)) {
      input.fault("name", "invalid_field_name", "must be letters, digits, _ . - (no digit first)");
    }
    Optional<FieldType> type = FieldType.read(input);
    Optional<FieldScope> scope =
        FieldScope.of(input.text("scope", WORD_LENGTH)).filter(word -> word != FieldScope.APP);
    if (scope.isEmpty() && input.value("scope").isTextual()) {
      input.fault(
          "scope", "invalid_scope", "must be all-apps or customers; app fields are made by pushes");
    }
    PatchValue<Boolean> hidden = input.optionalBoolean("private");
    input.check();
    SharedField field =
        new SharedField(name, type.orElseThrow(), scope.orElseThrow(), isTrue(hidden));
    int workspaceId = call.intId();
    return new Workspaces(pool)
        .require(workspaceId)
        .compose(
            there -> Transactions.run(pool, connection -> create(connection, workspaceId, field)))
        .map(made -> answer(new Owned(made, Optional.empty()), Map.of(made.id(), 0L)));
  }

  private static Future<Field> create(
      SqlConnection connection, int workspaceId, SharedField field) {
    return CustomFields.hold(connection, workspaceId)
        .compose(held -> CustomFields.load(connection, workspaceId))
        .compose(
            before ->
                before.resolve(Field.NO_APP, field.name()).isPresent()
                    ? Future.failedFuture(
                        Failure.invalid(
                            "/name",
                            "name_taken",
                            "The workspace has a shared field of this name already"))
                    : CustomFields.createShared(connection, workspaceId, field))
        .compose(made -> CustomFields.load(connection, workspaceId))
        .map(after -> after.resolve(Field.NO_APP, field.name()).orElseThrow());
  }

  public Future<JsonResponse> change(AdminRequest call) {
    JsonInput input = JsonInput.strict(call.body());
    PatchValue<Boolean> hidden = input.optionalBoolean("private");
    if (hidden.value() == null && input.faults().isEmpty()) {
      input.fault("private", "required", "must be true or false");
    }
    input.check();
    return changing(
        call,
        (connection, field) ->
            CustomFields.hide(connection, field.workspaceId(), field.field().id(), isTrue(hidden)));
  }

  private static boolean isTrue(PatchValue<Boolean> given) {
    return Boolean.TRUE.equals(given.value());
  }

  /** One transaction that moves no value, so that pushes wait no longer than for each other. */
  public Future<JsonResponse> promote(AdminRequest call) {
    return changing(
        call,
        (connection, found) -> {
          Field field = found.field();
          if (field.scope() == FieldScope.CUSTOMERS) {
            return Future.succeededFuture();
          }
          if (field.scope() == FieldScope.ALL_APPS) {
            return refuse(
                "one_value_per_app",
                "An all-apps field has a value for each app, which one customer field can't hold");
          }
          if (found.catalog().resolve(Field.NO_APP, field.name()).isPresent()) {
            return refuse(
                "name_taken",
                "The workspace has a shared field called " + field.name() + " already");
          }
          return CustomFields.promote(connection, found.workspaceId(), field.id());
        });
  }

  private static Future<Void> refuse(String reason, String message) {
    return Future.failedFuture(Failure.of(Code.CONFLICT, reason, message));
  }

  public Future<JsonResponse> delete(AdminRequest call) {
    return LockedCatalog.change(
            pool,
            call.intId(),
            (connection, found) ->
                CustomFields.delete(connection, found.workspaceId(), found.field().id()))
        .map(deleted -> JsonResponse.of(Map.of("success", true)));
  }

  private Future<JsonResponse> changing(
      AdminRequest call, BiFunction<SqlConnection, LockedCatalog, Future<Void>> change) {
    return LockedCatalog.change(
            pool,
            call.intId(),
            (connection, found) -> change.apply(connection, found).map(found.workspaceId()))
        .compose(workspaceId -> answer(workspaceId, call.intId()));
  }

  private Future<JsonResponse> answer(int workspaceId, int fieldId) {
    return CustomFields.find(pool, fieldId)
        .map(field -> field.orElseThrow(() -> Failure.unknown("custom field")))
        .compose(
            field ->
                counts
                    .of(workspaceId, List.of(field.field()))
                    .map(customers -> answer(field, customers)));
  }

  private static JsonResponse answer(Owned owned, Map<Integer, Long> customers) {
    return JsonResponse.of(Map.of("customField", json(owned, customers)));
  }

  private static Map<String, @Nullable Object> json(Owned owned, Map<Integer, Long> customers) {
    Field field = owned.field();
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", Integer.toString(field.id()));
    json.put("name", field.name());
    json.put("type", field.type().word());
    json.put("scope", field.scope().word());
    json.put("app", owned.slug().map(slug -> app(field.ownerApp(), slug)).orElse(null));
    json.put("private", field.hidden());
    json.put("customers", customers.get(field.id()));
    return json;
  }

  /** How an answer names an app. */
  public static Map<String, Object> app(int id, String slug) {
    Map<String, Object> app = new LinkedHashMap<>();
    app.put("id", Integer.toString(id));
    app.put("slug", slug);
    return app;
  }
}
