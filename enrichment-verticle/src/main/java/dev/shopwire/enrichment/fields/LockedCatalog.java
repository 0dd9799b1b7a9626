package dev.shopwire.enrichment.fields;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.function.BiFunction;

/**
 * A field with its workspace's definitions, locked: no definition changes and no push runs until
 * the transaction ends.
 */
record LockedCatalog(long workspaceId, FieldCatalog catalog, Field field) {

  /** Changes a field in one transaction; fails with 404 if there is none. */
  static <T> Future<T> change(
      Pool pool, long fieldId, BiFunction<SqlConnection, LockedCatalog, Future<T>> change) {
    return workspaceOf(pool, fieldId)
        .compose(
            workspace ->
                Transactions.run(
                    pool,
                    connection ->
                        CustomFields.lock(connection, workspace)
                            .compose(locked -> CustomFields.load(connection, workspace))
                            .compose(
                                catalog ->
                                    change.apply(
                                        connection,
                                        new LockedCatalog(
                                            workspace, catalog, requireField(catalog, fieldId))))));
  }

  /** Fails with 404 if there is no such field. */
  static Future<Long> workspaceOf(Pool pool, long fieldId) {
    return CustomFields.workspaceOf(pool, fieldId)
        .map(workspace -> workspace.orElseThrow(() -> Failure.notFound("custom field")));
  }

  /**
   * @throws Failure 404 if there is no such field
   */
  static Field requireField(FieldCatalog catalog, long fieldId) {
    return catalog.field(fieldId).orElseThrow(() -> Failure.notFound("custom field"));
  }
}
