package dev.shopwire.enrichment.fields;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Promotes apps' fields to shared ones, and describes beforehand what follows. Not thread-safe; use
 * from one event loop.
 */
final class FieldPromotions {
  private final Pool pool;
  private final FieldCounts counts;

  FieldPromotions(Pool pool, FieldCounts counts) {
    this.pool = pool;
    this.counts = counts;
  }

  /** Why a field can't be promoted. */
  private record Conflict(String code, String detail) {
    static Optional<Conflict> of(FieldCatalog catalog, Field field) {
      return switch (field.scope()) {
        case CUSTOMERS -> Optional.empty();
        case ALL_APPS ->
            Optional.of(
                new Conflict(
                    "one_value_per_app",
                    "An all-apps field has one value per app, but a customers field holds only"
                        + " one"));
        case APP ->
            catalog
                .resolve(Field.NO_APP, field.name())
                .map(
                    shared ->
                        new Conflict(
                            "name_taken",
                            "The workspace already has a shared field named " + field.name()));
      };
    }
  }

  /**
   * Promotes a field in one transaction that moves no value, so that pushes wait for it no longer
   * than for each other. Promoting a promoted field changes nothing.
   *
   * @return its workspace
   */
  Future<Long> promote(AdminRequest request) {
    return LockedCatalog.change(
        pool,
        request.id(),
        (connection, found) -> {
          Optional<Conflict> conflict = Conflict.of(found.catalog(), found.field());
          if (conflict.isPresent()) {
            return Future.failedFuture(
                Failure.of(Code.CONFLICT, conflict.get().code(), conflict.get().detail()));
          }
          if (found.field().scope() == FieldScope.CUSTOMERS) {
            return Future.succeededFuture(found.workspaceId());
          }
          return FieldAudit.recordChange(
                  connection,
                  request.caller().in(found.workspaceId()),
                  FieldAudit.PROMOTED,
                  request.id(),
                  () -> CustomFields.promote(connection, found.workspaceId(), request.id()))
              .map(found.workspaceId());
        });
  }

  /**
   * Describes what a promotion would do: how many customers have a value, which apps would continue
   * using a field of their own, and whether it would be refused.
   */
  Future<JsonResponse> preview(AdminRequest request) {
    return LockedCatalog.workspaceOf(pool, request.id())
        .compose(
            workspaceId ->
                CustomFields.load(pool, workspaceId)
                    .map(catalog -> catalog.visible(request.caller().seesPrivateFields()))
                    .compose(
                        catalog ->
                            preview(
                                workspaceId,
                                catalog,
                                LockedCatalog.requireField(catalog, request.id()))));
  }

  private Future<JsonResponse> preview(long workspaceId, FieldCatalog catalog, Field field) {
    List<Field> shadowing =
        catalog.named(field.name()).stream()
            .filter(other -> other.ownerApp() != Field.NO_APP && other.id() != field.id())
            .toList();
    List<Field> counted = new ArrayList<>(shadowing);
    counted.add(field);
    return Future.all(counts.of(workspaceId, counted), new Workspaces(pool).slugs(workspaceId))
        .map(
            read -> {
              Map<Long, Long> customers = read.resultAt(0);
              Map<Long, String> slugs = read.resultAt(1);
              Map<String, @Nullable Object> preview = new LinkedHashMap<>();
              preview.put("customers", customers.get(field.id()));
              preview.put("private", field.hidden());
              preview.put(
                  "shadowedBy",
                  shadowing.stream().map(other -> shadow(other, customers, slugs)).toList());
              preview.put("conflict", Conflict.of(catalog, field).orElse(null));
              return JsonResponse.of(Map.of("preview", preview));
            });
  }

  private static Map<String, @Nullable Object> shadow(
      Field field, Map<Long, Long> customers, Map<Long, String> slugs) {
    Map<String, @Nullable Object> shadow = new LinkedHashMap<>();
    shadow.put(
        "app", FieldHandlers.app(field.ownerApp(), slugs.getOrDefault(field.ownerApp(), "")));
    shadow.put("customers", customers.get(field.id()));
    return shadow;
  }
}
